import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { WRONG_PASSKEYS_FROM } from '#domain/accounts/limits.ts';
import type { PasskeyAnswer } from '#domain/accounts/passkeys.schema.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { proveAlive } from '#services/emergency/check-in.ts';
import { countTry, fromAddress } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { findAccount } from './account.ts';
import { type Entered, enter } from './known-device.ts';
import type { ChallengePurpose } from './passkey-challenges.ts';
import { challengePasskey, checkPasskey, type PasskeyProof, usePasskey } from './prove-by-passkey.ts';
import type { Device, SecretKind } from './sessions.ts';
import type { PasskeySite } from './webauthn.ts';

const SIGN_IN: ChallengePurpose = { use: 'sign-in', sessionId: '' };

/** @returns what the browser's `navigator.credentials.get` takes to sign in; asks the database for nothing */
export function askToSignIn(context: Context, site: PasskeySite): PublicKeyCredentialRequestOptionsJSON {
  return challengePasskey(context, SIGN_IN, site);
}

/**
 * Signs in with a passkey alone. The authenticator has the key and has verified the person, which counts as both factors.
 * @param kind of the session's secret: a cookie for pages, a token for programs
 * @throws AppError unauthenticated when the answer is not right, its passkey is in no account, or its counter went back;
 *   gone when its challenge has expired or was answered before; too-many-requests beyond a limit
 */
export async function signInWithPasskey(
  context: Context,
  site: PasskeySite,
  answer: PasskeyAnswer,
  device: Device,
  kind: SecretKind,
): Promise<Entered> {
  const giveBack = await countTry(context, fromAddress(context, WRONG_PASSKEYS_FROM));
  const proof = await checkPasskey(context, SIGN_IN, site, answer);
  if (!proof) {
    recordSecurityEvent(context, 'sign-in-failed', { factor: 'passkey' });
    throw new AppError('unauthenticated', say(accountRefusals['passkey-refused']));
  }
  await giveBack();
  const entered = await enterWith(context, proof, device, kind);
  await proveAlive(context, entered.user.id);
  recordSecurityEvent(context, 'signed-in', { account: entered.user.id, factor: 'passkey' });
  return entered;
}

async function enterWith(context: Context, proof: PasskeyProof, device: Device, kind: SecretKind): Promise<Entered> {
  const { userId, passkeyId } = proof;
  const outcome = await context.em.transactional(async (em) => {
    const user = (await lockAccount(em, userId)) && (await findAccount(em, userId));
    const use = user ? await usePasskey({ em, now: context.now }, proof) : 'gone';
    if (!user || use !== 'used') return use;
    return { user, ...(await enter({ em, now: context.now }, userId, device, kind)) };
  });
  if (typeof outcome === 'object') return outcome;
  const isCopied = outcome === 'copied';
  recordSecurityEvent(context, isCopied ? 'passkey-copied' : 'sign-in-failed', {
    account: userId,
    factor: 'passkey',
    about: passkeyId,
  });
  throw new AppError('unauthenticated', say(accountRefusals[isCopied ? 'passkey-copied' : 'passkey-refused']));
}
