/** How owners show that they are still here: with the button, by the link of a warning, by anything else they do. */
import { before, CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import type { GivenPassword } from '#domain/emergency/duress.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { unknownLink } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { isCanary, readStep } from './canary.ts';
import { applyChange, type Change, changeProtocol, planAgain } from './change-protocol.ts';
import { beginDuressHold } from './duress-hold.ts';
import { dayOf, lockProtocol, type Protocol } from './protocol-row.ts';
import { type EmergencyStatus, emergencyStatus, type ProtocolView, readProtocolView } from './protocol-view.ts';

/** A protocol in its first stage records a check-in at most this often, in milliseconds. */
const OFTEN_ENOUGH = MINUTE;

/** With which password an owner checks in, if with any: everything that they see is the same. */
interface CheckingIn {
  given?: GivenPassword;
}

/**
 * Records a check-in. Once it is acknowledged, nothing was released, and nothing will be before the owner has been silent
 * for all of the days again.
 * @returns the status after it
 * @throws AppError conflict after the release
 */
export async function checkIn(context: Context, ownerId: string, { given }: CheckingIn = {}): Promise<EmergencyStatus> {
  await changeOrHold(context, ownerId, given, () => ({ isCheckIn: true }));
  return emergencyStatus(context, ownerId);
}

/** Begins the hold of a duress check-in in its transaction, and also where a check-in is no answer. */
async function changeOrHold(
  context: Context,
  ownerId: string,
  given: GivenPassword | undefined,
  change: (before: Protocol) => Change,
): Promise<void> {
  let isHeld = false;
  try {
    await changeProtocol(context, ownerId, async (before, tx) => {
      const changed = change(before);
      if (given === 'duress') isHeld = await beginDuressHold(tx, ownerId, dayOf(context));
      return changed;
    });
  } catch (error) {
    if (given === 'duress' && error instanceof AppError) await holdAlone(context, ownerId);
    throw error;
  }
  if (isHeld) recordSecurityEvent(context, 'duress-hold-begun', { account: ownerId });
}

async function holdAlone(context: Context, ownerId: string): Promise<void> {
  const isHeld = await context.em.transactional(
    async (tx) => (await lockAccount(tx, ownerId)) && (await beginDuressHold(tx, ownerId, dayOf(context))),
  );
  if (isHeld) recordSecurityEvent(context, 'duress-hold-begun', { account: ownerId });
}

/**
 * Counts what an owner does as a check-in: signing in, confirming their address, changing anything on a page. Looking at
 * pages is none. Ignored while the protocol is off, and after the release.
 * @param context not within a transaction that has locked the account for sharing: this needs a stronger lock
 */
export async function proveAlive(context: Pick<Context, 'em' | 'protocolDay'>, ownerId: string): Promise<void> {
  const day = dayOf(context);
  // A protocol without a next step always listens: the address it waits for may have been confirmed just now.
  const listening = await query(context.em)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', true)
    .where('stage', '<>', 'released')
    .where(({ eb, or }) =>
      or([
        eb('stage', '<>', 'armed'),
        eb('next_step_at', 'is', null),
        eb('last_check_in', '<', before(CLOCK_NOW, Math.min(OFTEN_ENOUGH, day / 24))),
      ]),
    )
    .executeTakeFirst();
  if (!listening) return;
  await context.em.transactional(async (tx) => {
    const protocol = await lockProtocol(tx, ownerId, day);
    if (!protocol?.state.isActive || protocol.state.stage === 'released') return;
    await applyChange(tx, protocol, { isCheckIn: true });
    await planAgain(tx, ownerId, day);
  });
}

/** What the link of a warning leads to: a check-in, or why none is needed or possible. */
export type CheckInLink =
  | {
      /** Answered: the owner has checked in since this link was sent. */
      kind: 'open' | 'answered' | 'off' | 'released';
      protocol: ProtocolView;
    }
  | CanaryLink;

/** The link of our own probe. */
export interface CanaryLink {
  kind: 'canary';
  /** What its form sends back. */
  step: number;
}

/**
 * Finds what the link of a warning leads to and changes nothing: mail scanners follow every link. It is valid until the
 * owner checks in, and shows nothing of their content.
 * @throws AppError not-found for a link that is not ours; too-many-requests after very many of those
 */
export function findCheckIn(context: Context, secret: string): Promise<CheckInLink> {
  return followLink(context, () => look(context, secret));
}

/**
 * Checks in by the link of a warning. A second press, or a release at the same instant, finds what the first one did.
 * @returns `done` if this was the check-in, and whether contacts had been notified; otherwise as `findCheckIn`
 * @throws as `findCheckIn` does
 */
export async function checkInByLink(
  context: Context,
  secret: string,
  { given }: CheckingIn = {},
): Promise<CheckInLink | { kind: 'done'; protocol: ProtocolView; wereContactsNotified: boolean }> {
  const found = await findCheckIn(context, secret);
  if (found.kind !== 'open') {
    if (given === 'duress' && found.kind !== 'canary') await holdAlone(context, found.protocol.ownerId);
    return found;
  }
  const { ownerId, episode } = found.protocol;
  let wereContactsNotified = false;
  try {
    await changeOrHold(context, ownerId, given, (before) => {
      if (before.episode !== episode || !before.state.isActive)
        throw new AppError('conflict', say(emergencyRefusals['changed-meanwhile']));
      wereContactsNotified = before.state.missedAt !== null;
      return { isCheckIn: true, isByLink: true };
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return findCheckIn(context, secret);
    throw error;
  }
  return { kind: 'done', protocol: await readProtocolView(context.em, ownerId, dayOf(context)), wereContactsNotified };
}

async function look(context: Context, secret: string): Promise<CheckInLink> {
  if (isCanary(context.keyring, secret)) return { kind: 'canary', step: await readStep(context.em) };
  const ownerId = claimedId(secret);
  const owner = ownerId
    ? await query(context.em).selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst()
    : null;
  if (!ownerId || !owner) throw unknownLink();
  const protocol = await readProtocolView(context.em, ownerId, dayOf(context));
  const { episode, isActive, stage } = protocol;
  const isNewest = opensLink(context.keyring, secret, 'check-in', ownerId, episode);
  if (!isNewest && !wasSent(context, secret, ownerId, episode)) throw unknownLink();
  if (!isActive) return { kind: 'off', protocol };
  if (stage === 'released') return { kind: 'released', protocol };
  return { kind: isNewest ? 'open' : 'answered', protocol };
}

/** Whether the link belongs to an earlier episode: that needs another answer than a mistyped link. */
function wasSent({ keyring }: Context, secret: string, ownerId: string, episode: number): boolean {
  for (let past = episode - 1; past >= 1; past -= 1)
    if (opensLink(keyring, secret, 'check-in', ownerId, past)) return true;
  return false;
}
