/** `Idempotency-Key`: a call that its caller repeats with the same key takes effect once. */
import { contextOf, withServices } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import { answerOnce, type CallersKey } from '#services/idempotency/keys.ts';
import type { Answer, Call, Operation } from './operation.ts';

const HEADER = 'Idempotency-Key';
/** Marks the repeated answer of the first call. */
export const REPLAYED = { 'idempotency-replayed': 'true' };

/**
 * @returns the key of a call; null without the header
 * @throws AppError validation-failed
 */
export function callersKey({ request, session }: Pick<Call, 'request' | 'session'>): CallersKey | null {
  const key = request.headers.get(HEADER);
  if (key === null) return null;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return { ownerId: session.user.id, key };
  throw AppError.atField('validation-failed', HEADER, say(requestRefusals['key-invalid']));
}

/** Runs a call once per key, in one transaction with the key; without a key it runs as it is. */
export async function runOnce(operation: Operation, call: Call): Promise<Answer | Response> {
  const caller = callersKey(call);
  if (!caller) return operation.run(call);
  const { context, request, body } = call;
  const wish = { request: requestOf(request, body), status: operation.status };
  const { answer, isReplay } = await answerOnce(contextOf(context), caller, wish, async (services) => {
    const answered = await operation.run({ ...call, context: withServices(context, services) });
    if (answered instanceof Response) throw new Error(`${operation.id} serves a file, which cannot be repeated.`);
    return answered;
  });
  return isReplay ? { ...answer, headers: { ...answer.headers, ...REPLAYED } } : answer;
}

/**
 * @param body as the schema gave it: the same fields in another order are the same call
 * @returns what tells this request from others with the same key, for JSON
 */
export function requestOf(request: Request, body: unknown): unknown {
  return [request.method, new URL(request.url).pathname, body];
}
