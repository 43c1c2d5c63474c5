import type { Context } from '#services/context.ts';
import { type CallersKey, hashRequest, keepAnswer, requireSame, stillUnderWay, takeKey } from './keys.ts';

/** The answer to a call, the first time or again. */
export interface Once<T> {
  answer: T;
  isReplay: boolean;
}

/**
 * Does something once, however often it is asked for with the same key within a day: the key, what is made and the
 * answer become true in one transaction. Of many at once the others wait for the first, and get its answer; a refusal
 * is not kept, so whoever waited may try.
 * @param asked what is asked, as JSON can hold it; only a keyed hash of it is kept
 * @param status what the answer is sent with
 * @param work uses the context that it is given, and answers with what JSON can hold
 * @throws AppError conflict when the key was used for something else, or by an upload under way; whatever `work` throws
 */
export function answerOnce<T>(
  context: Context,
  caller: CallersKey,
  { asked, status }: { asked: unknown; status: number },
  work: (context: Context) => Promise<T>,
): Promise<Once<T>> {
  return context.em.transactional(async (em) => {
    const inside = { ...context, em };
    const requestHash = await hashRequest(inside, caller, asked);
    const taken = await takeKey<T>(inside, caller, requestHash);
    if (taken?.kind === 'under-way') throw stillUnderWay();
    if (taken) {
      requireSame(taken, requestHash);
      return { answer: taken.answer, isReplay: true };
    }
    const answer = await work(inside);
    await keepAnswer(inside, caller, { held: requestHash, requestHash, status, answer });
    return { answer, isReplay: false };
  });
}
