import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { query } from '#db/query.ts';
import { nameDevice } from '#domain/accounts/device-name.ts';
import type { NewPasskeyAnswer } from '#domain/accounts/passkeys.schema.ts';
import { CHALLENGE_LIFE, freeName, keeperOf, PASSKEY_ALGORITHMS, PASSKEYS_MAX } from '#domain/accounts/passkeys.ts';
import { AppError } from '#domain/errors.ts';
import { sayDevice } from '#messages/devices.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { lockAccount } from '#services/lock-account.ts';
import { alertOwner } from '#services/mails/enqueue-account-mail.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { type ChallengePurpose, findChallenge, newChallenge, useChallenge } from './passkey-challenges.ts';
import {
  describePasskeys,
  listPasskeys,
  PASSKEY_VIEW,
  type PasskeyView,
  toPasskeyView,
  userHandleOf,
} from './passkeys.ts';
import type { OpenSession } from './sessions.ts';
import { challengeIn, checkNewPasskey, type MadePasskey, type PasskeySite } from './webauthn.ts';

/**
 * Asks for a new passkey. It has to be one that finds its account by itself, and that verifies the person by a fingerprint, a
 * face or a PIN: it then signs in alone.
 * @returns what the browser's `navigator.credentials.create` takes
 * @throws AppError conflict when the account has 20
 */
export async function askForPasskey(
  context: Context,
  session: OpenSession,
  site: PasskeySite,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { user } = session;
  const present = await describePasskeys(context, user.id);
  if (present.length >= PASSKEYS_MAX) throw tooMany();
  return {
    // Browsers show the name of the site, not this.
    rp: { id: site.id, name: 'Stillhere' },
    user: { id: userHandleOf(user.id), name: user.email, displayName: user.name },
    challenge: newChallenge(context, purposeOf(session)),
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFE,
    // What made one of these does not make another.
    excludeCredentials: present,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/**
 * Adds the passkey that a browser made, and mails the account's owner.
 * @param session that asked for it
 * @param userAgent of the browser: it names a passkey whose keeper we do not know
 * @throws AppError unauthenticated when the answer is not right; gone when its challenge has expired or was answered before;
 *   conflict when the passkey is in an account already, or this account has 20
 */
export async function addPasskey(
  context: Context,
  session: OpenSession,
  site: PasskeySite,
  answer: NewPasskeyAnswer,
  userAgent: string,
): Promise<PasskeyView> {
  const { user } = session;
  const challenge = findChallenge(context, purposeOf(session), challengeIn(answer.response.clientDataJSON));
  const made = challenge && (await checkNewPasskey(answer, challenge.text, site));
  if (!made) {
    recordSecurityEvent(context, 'passkey-refused', { account: user.id });
    throw new AppError('unauthenticated', say(accountRefusals['passkey-not-added']));
  }
  const wanted = keeperOf(made.aaguid) ?? sayDevice(nameDevice(userAgent));
  const added = await context.em.transactional(async (em) => {
    if (!(await lockAccount(em, user.id))) throw notFound('account');
    await useChallenge({ em }, challenge);
    const names = (await listPasskeys({ em }, user.id)).map(({ name }) => name);
    if (names.length >= PASSKEYS_MAX) throw tooMany();
    const name = freeName(wanted, names);
    const transports = answer.response.transports?.join(' ') ?? '';
    return insert({ ...context, em }, user.id, made, { name, transports });
  });
  recordSecurityEvent(context, 'passkey-added', { account: user.id, about: added.id });
  return added;
}

async function insert(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  { credentialId, publicKey, counter, aaguid, isBackupEligible, isBackedUp }: MadePasskey,
  said: { name: string; transports: string },
): Promise<PasskeyView> {
  const row = await query(em)
    .insertInto('passkeys')
    .values({
      ...{ id: newId(), user_id: userId, credential_id: credentialId, public_key: publicKey, counter, aaguid, ...said },
      ...{ is_backup_eligible: isBackupEligible, is_backed_up: isBackedUp, created_at: now },
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(PASSKEY_VIEW)
    .executeTakeFirst();
  if (!row) throw new AppError('conflict', say(accountRefusals['passkey-already-here']));
  record(em, userId, 'account-passkey-added', { passkey_id: row.id });
  await alertOwner(em, { userId, kind: 'factors-changed' });
  return toPasskeyView(row);
}

function purposeOf({ sessionId }: OpenSession): ChallengePurpose {
  return { use: 'add', sessionId };
}

function tooMany(): AppError {
  return new AppError('conflict', say(accountRefusals['too-many-passkeys'], { max: PASSKEYS_MAX }));
}
