import { expect, test } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { hashPassword } from '#services/limits/slow-hashes.ts';
import { inLanguage } from '#services/reader-language.ts';

const OWNER = { account: 'a', isKnown: false };
const FROM = { address: '192.0.2.1' };
const sentence = (work: Promise<unknown>) =>
  work.then(
    () => 'hashed',
    (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : Promise.reject(error)),
  );

test('a refused reader is told so in their own language, no matter who filled the queue', async () => {
  const context = { limits: FROM } as Parameters<typeof hashPassword>[0];
  const running = Array.from({ length: 3 }, () => hashPassword(context, OWNER, 'x'));
  const leaving = new AbortController();
  const german = inLanguage('de', () => sentence(hashPassword({ ...context, hungUp: leaving.signal }, OWNER, 'x')));
  const english = sentence(hashPassword({ ...context, hungUp: leaving.signal }, OWNER, 'x'));
  leaving.abort();
  expect(await german).toBe(
    'unavailable: Im Moment nutzen sehr viele Menschen Stillhere. Bitte versuchen Sie es in einer Minute noch einmal.',
  );
  expect(await english).toBe(
    'unavailable: Very many people are using Stillhere right now. Please try again in a minute.',
  );
  await Promise.all(running);
});
