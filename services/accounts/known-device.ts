/**
 * A browser has a proof for each account that has signed in with it. The proof gives no access. It only shows that wrong
 * passwords from this browser are not a stranger's, so that no stranger can use up the tries of the account's owner. And an
 * account that asks for codes asks a browser only once (docs/decisions/0141).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyHashOf } from '#db/sql.ts';
import { nameDevice } from '#domain/accounts/device-name.ts';
import { YEAR } from '#domain/time/durations.ts';
import { sayDevice } from '#messages/devices.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { alertOwner } from '#services/mails/enqueue-account-mail.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import {
  type Device,
  hashSecret,
  newSecret,
  openSession,
  type SecretKind,
  type SignedIn,
  shownUserAgent,
} from './sessions.ts';

/** How long a browser is known after its last sign-in. */
export const KNOWN_FOR = YEAR;
/** Enough for a family's computer; beyond it, the oldest account is forgotten. */
const ACCOUNTS_MAX = 5;
/** For one account; the one that has not signed in for longest is forgotten. */
const DEVICES_MAX = 20;
const SEPARATOR = '.';

/** A browser that an account knows. */
export interface KnownDeviceView {
  id: string;
  /** For people: "Firefox on Windows". */
  device: string;
  /** When it last signed in. */
  last_sign_in_at: string;
  /** Whether it is the one that asks. */
  is_current: boolean;
}

/** A browser after it signed in. */
interface Remembered {
  /** Its new proof: for this account and for those that it had. */
  proof: string;
  isNew: boolean;
}

/** The result of signing in with a browser or a program. */
export interface Entered extends SignedIn {
  /** The new proof of a browser; null for a program. */
  proof: string | null;
}

/** @returns what we store of the proofs in a cookie, for a query that looks for one of them; any text is accepted */
export function proofHashes(proof: string | null | undefined): Buffer[] {
  return proofsIn(proof).map(hashSecret);
}

/** How somebody signs in. */
interface HowEntered {
  /** It opened the account: its owner expects no mail about that. */
  isFirst?: boolean;
  /** They have just given the code that the account asks for. */
  hasPassedCode?: boolean;
}

/**
 * Opens a session, remembers a browser, and mails the owner about a new device. It asks for no code: see `asksForCode`
 * (second-step.ts). Call it in a transaction that locks the account: what ends the sessions and forgets the browsers then
 * meets both or none.
 */
export async function enter(
  context: Pick<Context, 'em' | 'now'>,
  userId: string,
  device: Device,
  kind: SecretKind,
  { isFirst = false, hasPassedCode = false }: HowEntered = {},
): Promise<Pick<Entered, 'secret' | 'proof'>> {
  const isNewProgram = kind === 'token' && !(await hasSessionOf(context.em, userId, device));
  const secret = await openSession(context, userId, device, kind);
  record(context.em, userId, 'account-signed-in', { by: kind === 'cookie' ? 'browser' : 'program' });
  const browser = kind === 'cookie' ? await remember(context, userId, device, hasPassedCode) : null;
  if (!isFirst && (browser?.isNew ?? isNewProgram)) {
    const about = sayDevice(nameDevice(shownUserAgent(device.userAgent)));
    await alertOwner(context.em, { userId, kind: 'device-new', about });
  }
  return { secret, proof: browser?.proof ?? null };
}

/** A program has no proof: it is known by its name while it has a session. */
async function hasSessionOf(em: EntityManager, userId: string, { userAgent }: Device): Promise<boolean> {
  const row = await query(em)
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('user_agent', '=', shownUserAgent(userAgent))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * @param hasPassedCode whether it has just given the code that the account asks for
 * @returns the browser's new proof: for this account and for those that it had
 */
export async function rememberDevice(
  context: Pick<Context, 'em' | 'now'>,
  userId: string,
  device: Device,
  hasPassedCode = false,
): Promise<string> {
  return (await remember(context, userId, device, hasPassedCode)).proof;
}

async function remember(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  { userAgent, proof }: Device,
  hasPassedCode = false,
): Promise<Remembered> {
  const proofs = proofsIn(proof);
  const passed = hasPassedCode ? { code_passed_at: now } : {};
  const seen = { user_agent: shownUserAgent(userAgent), last_seen_at: now, ...passed };
  const known = await query(em)
    .updateTable('known_devices')
    .set(seen)
    .where('user_id', '=', userId)
    .where('proof_hash', '=', anyHashOf(proofs.map(hashSecret)))
    .returning('proof_hash')
    .executeTakeFirst();
  const own = proofs.find((one) => known && hashSecret(one).equals(known.proof_hash)) ?? newSecret();
  if (!known) {
    const row = { id: newId(), user_id: userId, proof_hash: hashSecret(own), created_at: now };
    await query(em)
      .insertInto('known_devices')
      .values({ code_passed_at: null, ...row, ...seen })
      .execute();
    await forgetOldest(em, userId);
  }
  const all = [own, ...proofs.filter((one) => one !== own)].slice(0, ACCOUNTS_MAX);
  return { proof: all.join(SEPARATOR), isNew: !known };
}

/**
 * @param proof of the browser that asks
 * @returns the browsers that an account knows: this one first, then those that signed in most recently
 */
export async function listKnownDevices(
  em: EntityManager,
  userId: string,
  proof: string | null | undefined,
): Promise<KnownDeviceView[]> {
  const rows = await query(em)
    .selectFrom('known_devices')
    .select(['id', 'proof_hash', 'user_agent', 'last_seen_at'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const own = proofHashes(proof);
  const views = rows.map(({ id, proof_hash, user_agent, last_seen_at }) => ({
    id,
    device: sayDevice(nameDevice(user_agent)),
    last_sign_in_at: last_seen_at.toISOString(),
    is_current: own.some((hash) => hash.equals(proof_hash)),
  }));
  return [...views.filter((view) => view.is_current), ...views.filter((view) => !view.is_current)];
}

/**
 * Forgets one of an account's browsers: it counts like a stranger's from then on.
 * @throws AppError not-found when there is no such browser, also when it is another user's
 */
export async function forgetDevice(
  context: Pick<Context, 'em' | 'onSecurityEvent'>,
  userId: string,
  id: string,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    const forgotten = await query(tx)
      .deleteFrom('known_devices')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!forgotten) throw notFound('device');
    record(tx, userId, 'account-browser-forgotten', { browser_id: id });
  });
  recordSecurityEvent(context, 'device-signed-out', { account: userId, about: id });
}

/** Every browser is asked for a code again: the app that gave the codes is no longer the account's. */
export async function forgetPassedCodes(em: EntityManager, userId: string): Promise<void> {
  await query(em)
    .updateTable('known_devices')
    .set({ code_passed_at: null })
    .where('user_id', '=', userId)
    .where('code_passed_at', 'is not', null)
    .execute();
}

/** Forgets every browser of an account: a person who knew the old password may have signed in with one. */
export async function forgetDevices(em: EntityManager, userId: string): Promise<void> {
  await query(em).deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Forgets browsers that have not signed in for a year, as their cookies have. @returns whether there may be more */
export function forgetOldDevices(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'known_devices', (eb) => eb('last_seen_at', '<', ago(KNOWN_FOR)));
}

async function forgetOldest(em: EntityManager, userId: string): Promise<void> {
  await query(em)
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('known_devices')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(DEVICES_MAX),
    )
    .execute();
}

function proofsIn(proof: string | null | undefined): string[] {
  const given = (proof ?? '').split(SEPARATOR, ACCOUNTS_MAX);
  return given.filter((one) => /^[A-Za-z0-9_-]{43}$/.test(one));
}
