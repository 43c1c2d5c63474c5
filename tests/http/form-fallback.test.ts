import { UNSAFE_ErrorResponseImpl as Answer, redirect } from 'react-router';
import { describe, expect, test } from 'vitest';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { formFallback } from '#messages/en/form-fallback.ts';
import { say } from '#messages/say.ts';

const sentenceOf = (reply: unknown) => reply as { data: { result: { error: object } }; init: { status: number } };

describe('a form in the browser', () => {
  test('stays on its page when the session has ended, with a status after which no data is loaded again', async () => {
    const reply = sentenceOf(await fallbackToForm(Promise.reject(new Answer(401, '', 'You’re signed out.'))));
    expect([reply.init.status, reply.data.result.error]).toEqual([401, { '': [say(formFallback['signed-out'])] }]);
  });

  test('stays on its page when the connection is lost', async () => {
    const reply = sentenceOf(await fallbackToForm(Promise.reject(new TypeError('Failed to fetch'))));
    expect([reply.init.status, Object.keys(reply.data.result.error)]).toEqual([503, ['']]);
  });

  test('stays on its page after too many requests, and says how long to wait', async () => {
    const reply = sentenceOf(await fallbackToForm(Promise.reject(new Answer(429, '', 'Please wait 1 minute.\n'))));
    expect([reply.init.status, reply.data.result.error]).toEqual([429, { '': ['Please wait 1 minute.'] }]);
  });

  test('passes on every other answer and error', async () => {
    expect(await fallbackToForm(Promise.resolve('done'))).toBe('done');
    for (const thrown of [new Answer(404, '', ''), new Error('broken'), redirect('/')])
      await expect(fallbackToForm(Promise.reject(thrown))).rejects.toBe(thrown);
  });
});
