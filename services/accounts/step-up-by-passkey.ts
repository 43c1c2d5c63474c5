import type { PasskeyAnswer } from '#domain/accounts/passkeys.schema.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import type { ChallengePurpose } from './passkey-challenges.ts';
import { describePasskeys } from './passkeys.ts';
import { challengePasskey, checkPasskey, type PasskeyRequest, usePasskey } from './prove-by-passkey.ts';
import type { OpenSession } from './sessions.ts';
import type { PasskeySite } from './webauthn.ts';

/**
 * Asks a signed-in person for one of the passkeys of their account; an account without any cannot answer.
 * @returns what the browser's `navigator.credentials.get` takes
 */
export async function askToProve(context: Context, session: OpenSession, site: PasskeySite): Promise<PasskeyRequest> {
  return challengePasskey(context, purposeOf(session), site, await describePasskeys(context, session.user.id));
}

/**
 * Checks that a passkey of the account has answered, in the session that asked.
 * @throws AppError unauthenticated when the answer is not right, its passkey is another account's, or its counter went back;
 *   gone when its challenge has expired or was answered before
 */
export async function proveByPasskey(
  context: Context,
  session: OpenSession,
  site: PasskeySite,
  answer: PasskeyAnswer,
): Promise<void> {
  const { user } = session;
  const proof = await checkPasskey(context, purposeOf(session), site, answer);
  const use = proof?.userId === user.id ? await usedBy(context, proof) : 'gone';
  const isCopied = use === 'copied';
  const event = use === 'used' ? 'owner-proved' : isCopied ? 'passkey-copied' : 'owner-not-proved';
  recordSecurityEvent(context, event, { account: user.id, factor: 'passkey' });
  if (use !== 'used')
    throw new AppError('unauthenticated', say(accountRefusals[isCopied ? 'passkey-copied' : 'passkey-not-yours']));
}

function usedBy(context: Context, proof: Parameters<typeof usePasskey>[1]): ReturnType<typeof usePasskey> {
  return context.em.transactional(async (em) =>
    (await lockAccount(em, proof.userId)) ? usePasskey({ em, now: context.now }, proof) : 'gone',
  );
}

function purposeOf({ sessionId }: OpenSession): ChallengePurpose {
  return { use: 'step-up', sessionId };
}
