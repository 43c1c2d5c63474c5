import { ANSWERS } from '#domain/accounts/limits.ts';
import { ANSWER_MAX, normalizeAnswer } from '#domain/delivery/answer.ts';
import type { Context } from '#services/context.ts';
import { tryPassword } from '#services/limits/slow-hashes.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { proofOf } from './answered.ts';
import { findByLink } from './invitations.ts';

/**
 * Answers the question of a link. Wrong answers count for this link only, so that nobody can use up the tries of another.
 * @returns the proof for the browser's cookie; null for a wrong answer
 * @throws AppError too-many-requests beyond the tries of an hour, also for the right answer; unavailable while very many wait to
 *   be checked; not-found, gone
 */
export async function answerQuestion(context: Context, secret: string, answer: string): Promise<string | null> {
  const { id, linkEpoch, row } = await findByLink(context, secret);
  const hash = row.answer_hash;
  if (hash === null) return '';
  const wrong = [{ limit: ANSWERS, of: [id, `${linkEpoch}`] }];
  const given = normalizeAnswer(answer.slice(0, 2 * ANSWER_MAX));
  const isRight = await tryPassword(context, { account: id, isKnown: false, all: [], wrong }, hash, given);
  if (!isRight) recordSecurityEvent(context, 'answer-wrong', { about: id });
  return isRight ? proofOf(context, id, linkEpoch, hash) : null;
}
