import { ago } from '#db/instants.ts';
import { isUniqueViolation, query } from '#db/query.ts';
import type { SignUp } from '#domain/accounts/accounts.schema.ts';
import { SIGN_UPS, SIGN_UPS_FROM } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { countTry, fromAddress } from '#services/limits/limits.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { toAccountView } from './account.ts';
import { mailLink } from './account-mails.ts';
import { type Entered, enter } from './known-device.ts';
import { hashPassword, refuseCommonPassword } from './passwords.ts';
import { CodeRequired } from './second-step.ts';
import type { Device, SecretKind } from './sessions.ts';
import { signIn } from './sign-in.ts';

/**
 * Opens an account, mails the link that confirms its address, and signs in.
 * @param kind of the session's secret: a cookie for pages, a token for programs
 * @throws AppError validation-failed for a common password, conflict when the email has an account, too-many-requests, unavailable when the queue of passwords is full
 */
export async function signUp(context: Context, input: SignUp, device: Device, kind: SecretKind): Promise<Entered> {
  refuseCommonPassword(input.password, 'password');
  await countTry(context, [...fromAddress(context, SIGN_UPS_FROM), { limit: SIGN_UPS, of: [] }]);
  const passwordHash = await hashPassword(context, { account: input.email, isKnown: false }, input.password);
  return openAccount(context, { ...input, passwordHash }, device, kind);
}

/** How long after an account was opened the same form counts as sent twice. */
const SAME_FORM = 10 * MINUTE;

/** A sign-up that may have been a sign-in. */
export interface SignedUp extends Entered {
  /** False when the account was there before: nothing of the form was saved. */
  isNew: boolean;
}

/**
 * Opens an account from a form that may be sent twice: signs in when the account exists and the password is right. That
 * counts like any other sign-in.
 * @throws AppError as `signUp` does; conflict also when the password is wrong (docs/decisions/0073); CodeRequired
 */
export async function signUpOnce(context: Context, input: SignUp, device: Device, kind: SecretKind): Promise<SignedUp> {
  try {
    return { ...(await signUp(context, input, device, kind)), isNew: true };
  } catch (conflict) {
    if (!(conflict instanceof AppError) || conflict.code !== 'conflict') throw conflict;
    const entered = await signIn(context, input, device, kind).catch((error: unknown) => {
      throw error instanceof AppError && !(error instanceof CodeRequired) ? conflict : error;
    });
    return { ...entered, isNew: await isOfThisForm(context, entered.user.id, input) };
  }
}

async function isOfThisForm({ em }: Context, id: string, { name }: SignUp): Promise<boolean> {
  const row = await query(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('name', '=', name)
    .where('created_at', '>', ago(SAME_FORM))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Opens an account with a password that is hashed already; otherwise like `signUp`.
 * @throws AppError conflict when the email has an account
 */
export async function openAccount(
  context: Context,
  input: Omit<SignUp, 'password'> & { passwordHash: string },
  device: Device,
  kind: SecretKind,
): Promise<Entered> {
  const id = newId();
  const user = {
    id,
    email: input.email,
    name: input.name,
    password_hash: input.passwordHash,
    email_confirmed_at: null,
    time_zone: input.time_zone,
    wrapped_key: context.keyring.createPersonKey(id).wrapped,
    created_at: context.now,
  };
  try {
    const entered = await context.em.transactional(async (em) => {
      await query(em).insertInto('users').values(user).execute();
      record(em, id, 'account-signed-up', { by: 'password' });
      await mailLink({ ...context, em }, { userId: id, purpose: 'confirm-email', email: input.email });
      return enter({ ...context, em }, id, device, kind, { isFirst: true });
    });
    recordSecurityEvent(context, 'signed-up', { account: id, factor: 'password' });
    return { user: toAccountView({ ...user, picture_id: null }), ...entered };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw AppError.atField('conflict', 'email', say(accountRefusals['email-taken']));
  }
}
