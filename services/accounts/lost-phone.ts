/**
 * For an owner who has neither the phone with their codes nor a recovery code: they say so after the password, everybody is
 * told and can stop it for 72 hours, and a link then signs in without a code (docs/decisions/0142).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { LOST_LINK_LIFE, LOST_WAIT } from '#domain/accounts/codes.ts';
import { LOST_PHONES } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { confirmedChannels } from '#services/emergency/read-warning-channels.ts';
import { enqueueWarningMessage } from '#services/emergency/warn-owner.ts';
import { countTry } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { accountCredentials } from './account.ts';
import { hasCodes, removeCodes } from './codes.ts';
import { type Entered, enter } from './known-device.ts';
import { endLostWait, type LostWait, readLostWait, waitSince } from './lost-wait.ts';
import { createSecret, endSecrets, findSecret, takeSecret } from './secrets.ts';
import type { Device } from './sessions.ts';
import { checkSignIn, lockChecked } from './sign-in.ts';

const LINKS = ['lost-phone', 'stop-lost-phone'] as const;

/**
 * @param secret of the second step: the password was right
 * @returns the wait of this account; null where nothing waits
 * @throws AppError not-found or gone when the step has ended
 */
export async function lostWaitBySecondStep(context: Context, secret: string): Promise<LostWait | null> {
  const { userId } = await findSecret(context, ['second-step'], secret);
  return readLostWait(context, userId);
}

/**
 * Begins the wait, and tells every address of the owner. Does nothing where one runs.
 * @param secret of the second step: the password was right
 * @throws AppError not-found or gone when the step has ended, conflict when codes are off, too-many-requests
 */
export async function beginLostWait(context: Context, secret: string): Promise<LostWait> {
  const { userId } = await findSecret(context, ['second-step'], secret);
  const running = await readLostWait(context, userId);
  if (running) return running;
  await countTry(context, [{ limit: LOST_PHONES, of: [userId] }]);
  const { wait, isNew } = await context.em.transactional(async (em) => {
    const account = await lockAccount(em, userId);
    if (!account) throw notFound('account');
    const meanwhile = await readLostWait({ em }, userId);
    if (meanwhile) return { wait: meanwhile, isNew: false };
    if (!(await hasCodes(em, userId))) throw new AppError('conflict', say(accountRefusals['codes-off']));
    const { now } = await query(em).selectNoFrom(NOW.as('now')).executeTakeFirstOrThrow();
    await tellEveryAddress({ ...context, em, now }, userId, account.email);
    record(em, userId, 'account-lost-phone-begun');
    return { wait: waitSince(now), isNew: true };
  });
  if (isNew) recordSecurityEvent(context, 'lost-phone-begun', { account: userId });
  return wait;
}

/** The second mail waits in the queue: it survives a restart, and goes out only while its link is valid. */
async function tellEveryAddress(context: Context, userId: string, email: string): Promise<void> {
  const { em } = context;
  const life = LOST_WAIT + LOST_LINK_LIFE;
  const stop = await createSecret(context, { userId, purpose: 'stop-lost-phone', email, life });
  await enqueueAccountMail(em, { userId, kind: 'lost-phone-begun', email, secretId: stop.id });
  for (const { channel, address } of await confirmedChannels(em, userId))
    await enqueueWarningMessage(em, { ownerId: userId, kind: 'lost-phone', mailId: null, channel, address });
  const link = await createSecret(context, { userId, purpose: 'lost-phone', email, life });
  await enqueueAccountMail(em, { userId, kind: 'lost-phone-over', email, secretId: link.id, in: LOST_WAIT });
}

/** Stops a wait, from a page of the owner. @returns whether there was one */
export async function stopLostWait(context: Context, userId: string): Promise<boolean> {
  const wasRunning = await context.em.transactional(async (em) => {
    await lockAccount(em, userId);
    return endLostWait({ ...context, em }, userId);
  });
  if (wasRunning) recordSecurityEvent(context, 'lost-phone-stopped', { account: userId });
  return wasRunning;
}

/**
 * Looks up a link of a wait, and does not use it.
 * @returns what it does: stops the wait, or signs in
 * @throws AppError not-found or gone when it is not valid
 */
export async function findLostLink(context: Context, secret: string): Promise<'stop' | 'sign-in'> {
  const { purpose } = await findSecret(context, LINKS, secret);
  return purpose === 'lost-phone' ? 'sign-in' : 'stop';
}

/**
 * Stops a wait by the link of a message.
 * @throws AppError not-found or gone when it is not valid
 */
export async function stopLostWaitByLink(context: Context, secret: string): Promise<void> {
  const { userId } = await findSecret(context, ['stop-lost-phone'], secret);
  await stopLostWait(context, userId);
}

/**
 * Signs in after the wait, by the link and the password. Codes are off from then on, and the recovery codes have ended.
 * @throws AppError not-found or gone when the link is not valid; unauthenticated at a wrong password; too-many-requests,
 *   unavailable as `signIn`
 */
export async function signInAfterWait(
  context: Context,
  secret: string,
  password: string,
  device: Device,
): Promise<Entered> {
  const { userId } = await findSecret(context, ['lost-phone'], secret);
  const account = await accountCredentials(context.em, userId).executeTakeFirst();
  const known = account && (await checkSignIn(context, { email: account.email, password }, device));
  if (known?.id !== userId) throw wrongPassword();
  const entered = await context.em.transactional(async (em) => {
    const inside = { ...context, em };
    const user = await lockChecked(em, known);
    const { id } = await takeSecret(inside, 'lost-phone', secret);
    if (!(await isOver(em, id))) throw new AppError('gone', say(accountRefusals['wait-not-over']));
    await endSecrets(inside, userId, ['stop-lost-phone']);
    record(em, userId, 'account-lost-phone-used');
    await removeCodes(inside, userId);
    return { user, ...(await enter(inside, userId, device, 'cookie')) };
  });
  await proveAlive(context, userId);
  recordSecurityEvent(context, 'codes-turned-off', { account: userId });
  recordSecurityEvent(context, 'signed-in', { account: userId, factor: 'link' });
  return entered;
}

/** By the clock of the database, whatever a process believed when it sent the link. */
async function isOver(em: EntityManager, secretId: string): Promise<boolean> {
  const row = await query(em)
    .selectFrom('secrets')
    .select('id')
    .where('id', '=', secretId)
    .where('created_at', '<=', ago(LOST_WAIT))
    .executeTakeFirst();
  return row !== undefined;
}

function wrongPassword(): AppError {
  return AppError.atField('unauthenticated', 'password', say(accountRefusals['wrong-password']));
}
