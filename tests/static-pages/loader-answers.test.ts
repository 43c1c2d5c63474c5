import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { retryAfterContext, type WebDeps, webDeps } from '#app/middleware/context.ts';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { AppError } from '#domain/errors.ts';

function requestContext() {
  const error = vi.fn();
  const context = new RouterContextProvider();
  // Only the log is used.
  context.set(webDeps, { log: { error } as unknown } as WebDeps);
  return { context, error };
}
const refuse = (thrown: Error) => () => Promise.reject(thrown);

test('a refusal is thrown with its status, for the error boundary', async () => {
  const { context, error } = requestContext();
  const gone = new AppError('gone', 'This is over.');
  await expect(showPage(context, refuse(gone))).rejects.toMatchObject({
    data: { code: 'gone', explanation: 'This is over.' },
    init: { status: 410 },
  });
  expect([context.get(retryAfterContext), error.mock.calls]).toEqual([null, []]);
});

test('a fault of ours is logged, says nothing of itself, and asks for another try in two minutes', async () => {
  const { context, error } = requestContext();
  await expect(answerForm(context, refuse(new Error('connect ECONNREFUSED')))).rejects.toMatchObject({
    data: { code: null, explanation: null },
    init: { status: 503 },
  });
  expect(context.get(retryAfterContext)).toBe(120);
  expect(error).toHaveBeenCalledOnce();
});

test('after too many tries the answer says how many seconds to wait', async () => {
  const { context } = requestContext();
  const often = new AppError('too-many-requests', 'That was too often.', [], { retry_after: 90 });
  await expect(showPage(context, refuse(often))).rejects.toMatchObject({ init: { status: 429 } });
  expect(context.get(retryAfterContext)).toBe(90);
});

test('a response goes on as it is, such as a redirect or a body that is too long', async () => {
  const { context } = requestContext();
  const response = new Response('This is too long.\n', { status: 413 });
  await expect(answerForm(context, () => Promise.reject(response))).rejects.toBe(response);
});

test('the loader does nothing once the action has answered', async () => {
  const { context } = requestContext();
  expect(await showPage(context, async () => 'shown')).toBe('shown');
  expect(await answerForm(context, async () => 'answered')).toBe('answered');
  const load = vi.fn(async () => 'shown again');
  expect(await showPage(context, load)).toBeNull();
  expect(load).not.toHaveBeenCalled();
});
