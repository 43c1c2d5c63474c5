/**
 * Challenges for passkeys: random values that a passkey signs. Asking for one writes nothing: it is an HMAC over an id, which
 * tells when it was made, and over what it is for. The answer is what takes a row, so that no challenge is answered twice.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '#db/delete-batch.ts';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { CHALLENGE_LIFE, type PasskeyUse } from '#domain/accounts/passkeys.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { claimedId, linkSecret, opensLink } from '#services/crypto/link.ts';
import { madeAt, newIdAt } from '#services/ids.ts';

/** What a challenge is for. */
export interface ChallengePurpose {
  use: PasskeyUse;
  /** The session that asks; empty for a visitor who signs in. */
  sessionId: string;
}

/** A challenge of ours that is still valid. Whether it was answered before shows when it is used. */
export interface KnownChallenge {
  id: string;
  /** As the browser sends it back. */
  text: string;
}

/** @returns a challenge of 36 bytes in base64url, valid for five minutes */
export function newChallenge({ keyring, now }: Pick<Context, 'keyring' | 'now'>, purpose: ChallengePurpose): string {
  return linkSecret(keyring, nameOf(purpose), newIdAt(now), 0);
}

/**
 * Checks the challenge that a browser sends back.
 * @param text any text; null where there is none
 * @returns null when we did not make it for this purpose
 * @throws AppError gone when it has expired
 */
export function findChallenge(
  { keyring, now }: Pick<Context, 'keyring' | 'now'>,
  purpose: ChallengePurpose,
  text: string | null,
): KnownChallenge | null {
  const id = text && claimedId(text);
  if (!id || !opensLink(keyring, text, nameOf(purpose), id, 0)) return null;
  if (now.getTime() - madeAt(id) > CHALLENGE_LIFE) throw new AppError('gone', say(accountRefusals['passkey-too-late']));
  return { id, text };
}

/**
 * Uses a challenge. Of several concurrent calls one succeeds. In a transaction it is used only if that commits.
 * @throws AppError gone when it was used
 */
export async function useChallenge({ em }: Pick<Context, 'em'>, { id }: KnownChallenge): Promise<void> {
  const used = await query(em)
    .insertInto('passkey_challenges')
    .values({ id, expires_at: new Date(madeAt(id) + CHALLENGE_LIFE) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!used) throw new AppError('gone', say(accountRefusals['passkey-too-late']));
}

/** Deletes challenges that were used and would have expired by now. @returns whether there may be more */
export function deleteOldChallenges(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'passkey_challenges', (eb) => eb('expires_at', '<', NOW));
}

function nameOf({ use, sessionId }: ChallengePurpose): `passkey:${PasskeyUse}:${string}` {
  return `passkey:${use}:${sessionId}`;
}
