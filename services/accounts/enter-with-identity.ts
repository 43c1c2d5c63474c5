import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Identity, Session, User } from '#db/entities/accounts.ts';
import { emailSchema, NAME_MAX } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { newId } from '#services/ids.ts';
import type { Identified } from '#services/ports/identity-provider.ts';
import { enqueueAccountMail } from './account-mails.ts';
import { findAccount } from './find-account.ts';
import { endSecrets } from './secrets.ts';
import { type Device, openSession, type SecretKind, type SignedIn } from './sessions.ts';

/** How somebody came in: a known identity, a new account, or an account of theirs that it now opens as well. */
export type Entrance = 'known' | 'new' | 'linked' | 'taken-over';

/** Two who come at once meet at a unique key; the second then finds what the first has made. */
const TRIES = 3;

/**
 * Enters with the word of a provider of identities: by its issuer and subject, and only the first time by the address.
 *
 * An account that has the address is linked where the address was confirmed here. Otherwise whoever opened it never
 * proved that it is theirs, and the provider has: their password, their sessions and what was mailed go first.
 * @param timeZone of the browser, for a new account; one we do not know becomes UTC
 * @throws AppError forbidden when it is somebody new whose address the provider has not confirmed; conflict when the
 *   address belongs to an account that opens with another identity of the same provider
 */
export async function enterWithIdentity(
  context: Context,
  identified: Identified,
  timeZone: string | null,
  device: Device,
  kind: SecretKind,
): Promise<SignedIn & { entrance: Entrance }> {
  for (let tries = 1; ; tries += 1) {
    try {
      const entered = await context.em.fork().transactional(async (em) => {
        const { userId, entrance } = await findOrMake({ ...context, em }, identified, timeZone);
        const user = await findAccount(em, userId);
        if (!user) throw new AppError('unavailable', 'This account has just been deleted.');
        return { user, entrance, secret: await openSession({ em, now: context.now }, userId, device, kind) };
      });
      await proveAlive(context, entered.user.id);
      return entered;
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException) || tries === TRIES) throw error;
    }
  }
}

interface Entered {
  userId: string;
  entrance: Entrance;
}

/** The account that has the proven address. */
interface Met {
  id: string;
  email: string;
  email_confirmed_at: Date | string | null;
}

async function findOrMake(context: Context, identified: Identified, timeZone: string | null): Promise<Entered> {
  const { em } = context;
  const { issuer, subject } = identified;
  const known = await findKnown(em, identified);
  if (known) return { userId: known, entrance: 'known' };

  const email = provenEmail(identified);
  const [met] = await em.execute<Met[]>('select id, email, email_confirmed_at from users where email = ? for update', [
    email,
  ]);
  // Whoever held this row until now may have been the same person, a moment earlier.
  const meanwhile = met && (await em.findOne(Identity, { issuer, subject }));
  if (meanwhile) return { userId: meanwhile.user, entrance: 'known' };

  const entered: Entered = met
    ? { userId: met.id, entrance: await meet(context, met, issuer) }
    : { userId: await openAccount(context, identified, email, timeZone), entrance: 'new' };
  await em.insert(Identity, { id: newId(), user: entered.userId, issuer, subject, createdAt: context.now });
  return entered;
}

/** @returns whose identity it is; null also when it is being unlinked at this moment, so that no session outlives that */
async function findKnown(em: EntityManager, { issuer, subject }: Identified): Promise<string | null> {
  const known = await em.findOne(Identity, { issuer, subject });
  if (!known) return null;
  await em.execute('select 1 from users where id = ? for share', [known.user]);
  return (await em.count(Identity, { id: known.id })) > 0 ? known.user : null;
}

function provenEmail({ email, emailVerified }: Identified): string {
  const parsed = emailSchema.safeParse(email ?? '');
  if (parsed.success && emailVerified) return parsed.data;
  throw new AppError(
    'forbidden',
    'Google has not confirmed an email address of yours, so we cannot know that it is yours. Confirm it there first, or sign up here with a password.',
  );
}

/** Says how the account of an address is entered by whoever has proven it, makes it so, and tells the address. */
async function meet({ em, now }: Context, met: Met, issuer: string): Promise<Entrance> {
  const { id: userId, email } = met;
  const isConfirmed = met.email_confirmed_at !== null;
  // An address can be given to somebody else at the provider; who they are there cannot.
  if ((await em.count(Identity, { user: userId, issuer })) > 0) {
    throw new AppError(
      'conflict',
      'The account with this address opens with another Google account. Sign in with that one, or with your password.',
    );
  }
  await enqueueAccountMail(em, { userId, kind: isConfirmed ? 'google-linked' : 'google-took-over', email });
  if (isConfirmed) return 'linked';
  await em.nativeUpdate(User, { id: userId }, { passwordHash: null, emailConfirmedAt: now });
  await em.nativeDelete(Session, { user: userId });
  await endSecrets({ em, now }, userId, ['exchange', 'confirm-email', 'reset-password', 'change-email']);
  return 'taken-over';
}

async function openAccount(
  { em, keyring, now }: Context,
  { name }: Identified,
  email: string,
  timeZone: string | null,
): Promise<string> {
  const id = newId();
  await em.insert(User, {
    id,
    email,
    name: (name?.trim() || email.split('@')[0] || email).slice(0, NAME_MAX),
    passwordHash: null,
    emailConfirmedAt: now,
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : 'UTC',
    wrappedKey: keyring.createPersonKey(id).wrapped,
    createdAt: now,
  });
  return id;
}
