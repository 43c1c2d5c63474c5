/**
 * The probe: it follows a link of its own to the check-in page, as an owner would, and presses the button. Only when that has
 * changed its row do we know that owners can reach the page and are heard.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { after, before, CLOCK_NOW, inMilliseconds } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { heartbeatOf, outageGapOf } from '#domain/emergency/availability.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret, opensLink } from '#services/crypto/link.ts';
import type { CheckInPage } from '#services/ports/check-in-page.ts';
import { beat } from './availability.ts';

/** Nobody's id: its link opens no account. */
const CANARY_ID = '00000000-0000-7000-8000-000000000000';
const EPOCH = 1;
const ROW = 1;
/** Of the time between two probes: the loops of several workers do not begin at the same instant. */
const ALMOST = 0.9;
/** For so long a probe keeps others away; a worker that died in one keeps them away no longer. */
const LASTS_MAX = 20 * SECOND;

/** What a probe needs. */
export interface ProbeDeps {
  /** Makes a fork for one probe. */
  fork(): EntityManager;
  keyring: Keyring;
  page: CheckInPage;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/**
 * Probes the check-in page from outside and writes the heartbeat, unless another worker has just done so or is doing it.
 * @throws Error saying what did not work; nothing is written then
 */
export async function probe(deps: ProbeDeps): Promise<void> {
  const em = deps.fork();
  const lease = Math.min(outageGapOf(deps.day), LASTS_MAX);
  const claimed = await claim(em, heartbeatOf(deps.day) * ALMOST, lease);
  if (claimed === null) return;
  try {
    await press(deps, em, claimed.step);
  } finally {
    await release(em, claimed.until, lease);
  }
}

async function press({ keyring, page, day }: ProbeDeps, em: EntityManager, step: number): Promise<void> {
  const secret = linkSecret(keyring, 'canary', CANARY_ID, EPOCH);
  const shown = await page.read(secret);
  // A page that a proxy stored, or of another database.
  if (shown !== step) throw new Error('The check-in page shows something old.');
  await page.press(secret, step);
  if ((await readStep(em)) <= step) throw new Error('The check-in page took the form, and changed nothing.');
  await beat(em, day);
}

/** @returns whether the link is the probe's */
export function isCanary(keyring: Keyring, secret: string): boolean {
  return opensLink(keyring, secret, 'canary', CANARY_ID, EPOCH);
}

/** @returns how often the probe's form has arrived */
export async function readStep(em: EntityManager): Promise<number> {
  const row = await query(em).selectFrom('canary').select('step').where('id', '=', ROW).executeTakeFirst();
  return row?.step ?? 0;
}

/**
 * Records that the probe's form has arrived, once for each page.
 * @param step what the page showed
 * @returns the next step
 * @throws AppError conflict when the page was an old one
 */
export async function moveCanary(em: EntityManager, step: number): Promise<number> {
  const moved = await query(em)
    .updateTable('canary')
    .set({ step: step + 1 })
    .where('id', '=', ROW)
    .where('step', '=', step)
    .returning('step')
    .executeTakeFirst();
  if (!moved) throw new AppError('conflict', say(emergencyRefusals['changed-meanwhile']));
  return moved.step;
}

/** A probe that is under way, and until when no other begins, in milliseconds since the epoch. */
interface Claimed {
  step: number;
  until: number;
}

/**
 * Two probes at once would each find the page that the other has moved.
 * @param every how long after the beginning of another probe, in milliseconds
 * @param lease how long this one may last, in milliseconds: until then `claimed_at` lies ahead
 * @returns null when a worker has begun a probe since then, or is at it
 */
async function claim(em: EntityManager, every: number, lease: number): Promise<Claimed | null> {
  const until = after(CLOCK_NOW, lease);
  const claimed = await query(em)
    .insertInto('canary')
    .values({ id: ROW, step: 0, claimed_at: until })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ claimed_at: until })
        // Later than any lease: the clock was set back.
        .where(({ eb, or }) =>
          or([eb('canary.claimed_at', '<', before(CLOCK_NOW, every)), eb('canary.claimed_at', '>', until)]),
        ),
    )
    .returning(({ ref }) => ['step', inMilliseconds(ref('claimed_at')).as('until')])
    .executeTakeFirst();
  return claimed ?? null;
}

/** The probe has ended: it counts from its beginning. */
async function release(em: EntityManager, until: number, lease: number): Promise<void> {
  await query(em)
    .updateTable('canary')
    .set(({ ref }) => ({ claimed_at: before(ref('claimed_at'), lease) }))
    .where('id', '=', ROW)
    // Not that of another probe, which began after this one's lease.
    .where(({ eb, ref }) => eb(inMilliseconds(ref('claimed_at')), '=', until))
    .execute();
}
