import type { EntityManager } from '@mikro-orm/postgresql';
import { isUniqueViolation, query, type Tables } from '#db/query.ts';
import { emailSchema, NAME_MAX, nameSchema } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import { presentName } from '#domain/time/zone-names.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { words } from '#messages/en/words.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { newId } from '#services/ids.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import type { Identified } from '#services/ports/identity-provider.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { accountCredentials, findAccount } from './account.ts';
import { mailLink } from './account-mails.ts';
import { endAccess } from './end-access.ts';
import { type Entered, enter } from './known-device.ts';
import { asksForCode, beginSecondStep, CodeRequired } from './second-step.ts';
import { endSecrets } from './secrets.ts';
import { type Device, endOtherDevices, type OpenSession, type SecretKind } from './sessions.ts';

/**
 * What signing in with an identity did: found it, opened an account, linked it to a confirmed account, or took over an
 * account whose address was never confirmed.
 */
export type IdentityOutcome = 'known' | 'new' | 'linked' | 'taken-over';

/** Concurrent sign-ins can meet at a unique key; the next try finds the row of the first. */
const TRIES = 3;

/**
 * Signs in with what an identity provider reports: by its issuer and subject, and by the address only the first time.
 *
 * We believe the provider about the mailboxes that it runs. An account that has such an address is linked if the address
 * was confirmed here. Otherwise the person who opened the account never proved it, and the provider's user has: everything
 * that opens that account is removed first. Of another address the provider's word may be years old, so a new account with
 * it waits for our own mail, and an existing account is not linked.
 * @param timeZone of the browser, for a new account; an unknown one becomes UTC
 * @throws AppError forbidden for a new person whose address the provider has not confirmed; conflict when the account with
 *   the address has another identity of the same provider, or the provider does not run the mailbox; CodeRequired for an
 *   account that asks for a code as well
 */
export async function signInWithIdentity(
  context: Context,
  identified: Identified,
  timeZone: string | null,
  device: Device,
  kind: SecretKind,
): Promise<Entered & { outcome: IdentityOutcome }> {
  for (let tries = 1; ; tries += 1) {
    try {
      const signedIn = await context.em.fork().transactional(async (em) => {
        const { userId, outcome } = await findOrOpen({ ...context, em }, identified, timeZone);
        const user = await findAccount(em, userId);
        if (!user) throw new AppError('unavailable', say(accountRefusals['just-deleted']));
        if (await asksForCode(em, userId, device))
          return { user, outcome, waits: new CodeRequired(await beginSecondStep({ ...context, em }, userId)) };
        return {
          user,
          outcome,
          ...(await enter({ em, now: context.now }, userId, device, kind, { isFirst: outcome === 'new' })),
        };
      });
      await proveAlive(context, signedIn.user.id);
      recordIdentity(context, signedIn.outcome, signedIn.user.id, 'waits' in signedIn);
      if ('waits' in signedIn) throw signedIn.waits;
      return signedIn;
    } catch (error) {
      if (!isUniqueViolation(error) || tries === TRIES) throw error;
    }
  }
}

function recordIdentity(context: Context, outcome: IdentityOutcome, account: string, waits: boolean): void {
  if (outcome === 'new') recordSecurityEvent(context, 'signed-up', { account, factor: 'google' });
  else if (outcome !== 'known') recordSecurityEvent(context, 'google-linked', { account });
  recordSecurityEvent(context, waits ? 'owner-proved' : 'signed-in', { account, factor: 'google' });
}

interface Match {
  userId: string;
  outcome: IdentityOutcome;
}

async function findOrOpen(context: Context, identified: Identified, timeZone: string | null): Promise<Match> {
  const { em, now } = context;
  const { issuer, subject, runsMailbox } = identified;
  const known = await lockKnown(em, identified);
  if (known) return { userId: known, outcome: 'known' };

  const email = verifiedEmail(identified);
  const account = await query(em)
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  // The transaction that held this lock may have signed in the same person.
  const meanwhile = account && (await ownerOf(em, identified));
  if (meanwhile) return { userId: meanwhile, outcome: 'known' };
  if (account && !runsMailbox) throw new AppError('conflict', say(accountRefusals['google-not-its-mailbox']));

  const match: Match = account
    ? { userId: account.id, outcome: await linkAccount(context, account, issuer) }
    : { userId: await openAccount(context, identified, email, timeZone), outcome: 'new' };
  await query(em)
    .insertInto('identities')
    .values({ id: newId(), user_id: match.userId, issuer, subject, created_at: now })
    .execute();
  if (match.outcome !== 'new') record(em, match.userId, 'account-google-linked', { outcome: match.outcome });
  return match;
}

/** @returns the owner of an identity; null also when it was just unlinked, so that no session outlives that */
async function lockKnown(em: EntityManager, identified: Identified): Promise<string | null> {
  const userId = await ownerOf(em, identified);
  if (!userId) return null;
  await accountCredentials(em, userId).forNoKeyUpdate().execute();
  return (await ownerOf(em, identified)) === userId ? userId : null;
}

async function ownerOf(em: EntityManager, { issuer, subject }: Identified): Promise<string | null> {
  const identity = await query(em)
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return identity?.user_id ?? null;
}

function verifiedEmail({ email, emailVerified }: Identified): string {
  const parsed = emailSchema.safeParse(email ?? '');
  if (parsed.success && emailVerified) return parsed.data;
  throw new AppError('forbidden', say(accountRefusals['google-address-unconfirmed']));
}

/** Lets the person who proved the address into its account, and mails the address. */
async function linkAccount(
  context: Context,
  account: Pick<Tables['users'], 'id' | 'email' | 'email_confirmed_at'>,
  issuer: string,
): Promise<IdentityOutcome> {
  const { em, now } = context;
  const { id: userId, email } = account;
  const isConfirmed = account.email_confirmed_at !== null;
  if (!isConfirmed) await endAccess(context, userId);
  const other = await query(em)
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  // The provider can give an address to another person, but never a subject.
  if (other) throw new AppError('conflict', say(accountRefusals['other-google-account']));
  await enqueueAccountMail(em, { userId, kind: isConfirmed ? 'google-linked' : 'google-took-over', email });
  if (isConfirmed) return 'linked';
  await query(em)
    .updateTable('users')
    .set({ password_hash: null, email_confirmed_at: now })
    .where('id', '=', userId)
    .execute();
  return 'taken-over';
}

async function openAccount(
  context: Context,
  { name, runsMailbox }: Identified,
  email: string,
  timeZone: string | null,
): Promise<string> {
  const { em, keyring, now } = context;
  const id = newId();
  await query(em)
    .insertInto('users')
    .values({
      id,
      email,
      name: nameFrom(name, email),
      password_hash: null,
      email_confirmed_at: runsMailbox ? now : null,
      time_zone: timeZone && isTimeZone(timeZone) ? presentName(timeZone) : 'UTC',
      wrapped_key: keyring.createPersonKey(id).wrapped,
      created_at: now,
    })
    .execute();
  record(em, id, 'account-signed-up', { by: 'google' });
  if (!runsMailbox) await mailLink(context, { userId: id, purpose: 'confirm-email', email });
  return id;
}

/** @returns the name that the provider gave, or the first part of the address where that is no name of a person */
function nameFrom(name: string | null | undefined, email: string): string {
  const local = email.split('@')[0] ?? '';
  const names = [name?.trim(), local, local.replace(/[._-]+/g, ' ')].map((one) => one?.slice(0, NAME_MAX));
  return names.find((one) => one && nameSchema.safeParse(one).success) ?? say(words.someone);
}

/** @returns since when Google signs in to an account, in ISO 8601; null when it does not */
export async function linkedSince({ em }: Pick<Context, 'em'>, userId: string): Promise<string | null> {
  const identity = await query(em)
    .selectFrom('identities')
    .select('created_at')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return identity?.created_at.toISOString() ?? null;
}

/**
 * Removes Google from an account; from then on only the password signs in. Every other session ends, since Google may have
 * opened it. If Google proves the address again later, the account is linked again and its owner receives a mail.
 * @param session the caller's; it remains open
 * @throws AppError conflict when there is no password, so that nobody locks themselves out
 */
export async function unlinkIdentities(
  context: Pick<Context, 'em' | 'now' | 'onSecurityEvent'>,
  { sessionId, user }: OpenSession,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    // Waits for a concurrent sign-in with Google.
    const account = await accountCredentials(tx, user.id).forNoKeyUpdate().executeTakeFirst();
    if (!account?.password_hash) throw new AppError('conflict', say(accountRefusals['google-only-way-in']));
    await query(tx).deleteFrom('identities').where('user_id', '=', user.id).execute();
    await endOtherDevices(tx, user.id, sessionId);
    await endSecrets({ em: tx, now: context.now }, user.id, ['second-step']);
    record(tx, user.id, 'account-google-unlinked');
  });
  recordSecurityEvent(context, 'google-unlinked', { account: user.id });
}
