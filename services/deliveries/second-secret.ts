/** A question that a recipient answers before they can open what was sent: its sealed text, and the hash of its answer. */
import { query } from '#db/query.ts';
import { normalizeAnswer } from '#domain/delivery/answer.ts';
import type { Reschedule } from '#domain/delivery/delivery.schema.ts';
import type { Context } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { seal, unseal } from '#services/crypto/seal.ts';
import { hashPassword } from '#services/limits/slow-hashes.ts';

/** What the row of a delivery has of it; both null for no question. */
interface SecretRow {
  question: Buffer | null;
  answer_hash: string | null;
}

/**
 * Hashes the answer, so call it before the transaction.
 * @returns what changes in the row; nothing where no question was given
 * @throws AppError unavailable while very many passwords and answers wait to be hashed
 */
export async function secretRow(
  context: Context,
  ownerId: string,
  { question, answer }: Pick<Reschedule, 'question' | 'answer'>,
): Promise<Partial<SecretRow>> {
  if (question === undefined) return {};
  if (question === null || !answer) return { question: null, answer_hash: null };
  const answer_hash = await hashPassword(context, { account: ownerId, isKnown: true }, normalizeAnswer(answer));
  const { wrapped_key } = await query(context.em)
    .selectFrom('users')
    .select('wrapped_key')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  const key = context.keyring.openPersonKey(wrapped_key, ownerId);
  return { question: seal(key, identityOf(ownerId), Buffer.from(question)), answer_hash };
}

/** @throws SealBroken */
export function openQuestion(key: PersonKey, ownerId: string, question: Buffer | null): string | null {
  return question && unseal(key, identityOf(ownerId), question).toString();
}

/** One for all deliveries of an owner: the next one of a yearly delivery has the same. */
function identityOf(ownerId: string) {
  return { kind: 'question', id: ownerId } as const;
}
