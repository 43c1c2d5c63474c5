import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CheckedFiles, checkedFile } from '#app/http/checked-files.ts';
import { type WebDeps, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { ReadableFile } from '#services/contents/open-file.ts';

// why: only the time decides.
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Asks {
  range?: string;
  method?: string;
  reader?: string | null;
  fileId?: string;
}

/** Somebody who asks for files. @returns asks once, and says whether Postgres was asked */
function somebody() {
  const context = new RouterContextProvider();
  context.set(webDeps, { checkedFiles: new CheckedFiles() } as unknown as WebDeps);
  let mayRead = true;
  const ask = async ({ range, method = 'GET', reader = 'cookie', fileId = 'film' }: Asks): Promise<boolean> => {
    const request = new Request('http://localhost/', { method, headers: range ? { range } : {} });
    let isChecked = false;
    await checkedFile(context, request, reader, fileId, async () => {
      isChecked = true;
      if (!mayRead) throw new AppError('not-found', 'Gone.');
      return { id: fileId } as ReadableFile;
    });
    return isChecked;
  };
  return { ask, loseAccess: () => (mayRead = false) };
}

it('does not check a range further on for two seconds after a check, and then it does', async () => {
  const { ask } = somebody();
  expect(await ask({ range: 'bytes=0-9' })).toBe(true);
  vi.advanceTimersByTime(2 * SECOND - 1);
  expect(await ask({ range: 'bytes=10-19' })).toBe(false);
  // What was not checked prolongs nothing.
  vi.advanceTimersByTime(1);
  expect(await ask({ range: 'bytes=20-29' })).toBe(true);
  expect(await ask({ range: 'bytes=30-' })).toBe(false);
});

it('refuses a reader who lost access: a beginning at once, the rest two seconds after the last check', async () => {
  const { ask, loseAccess } = somebody();
  await ask({ range: 'bytes=0-9' });
  loseAccess();
  await expect(ask({ range: 'bytes=0-9' })).rejects.toThrow(AppError);
  expect(await ask({ range: 'bytes=10-19' })).toBe(false);
  vi.advanceTimersByTime(2 * SECOND);
  await expect(ask({ range: 'bytes=10-19' })).rejects.toThrow(AppError);
});

it.each<[string, Asks]>([
  ['the whole file', {}],
  ['a range from its first byte', { range: 'bytes=0-9' }],
  ['its end', { range: 'bytes=-9' }],
  ['a head', { range: 'bytes=10-19', method: 'HEAD' }],
  ['another reader', { range: 'bytes=10-19', reader: 'another' }],
  ['another file', { range: 'bytes=10-19', fileId: 'letter' }],
  ['a program', { range: 'bytes=10-19', reader: null }],
])('checks %s each time', async (_, asks) => {
  const { ask } = somebody();
  await ask({ range: 'bytes=0-9' });
  expect(await ask(asks)).toBe(true);
});

it('forgets a file, and the key that opens it, after two seconds', async () => {
  const { ask } = somebody();
  await ask({ range: 'bytes=0-9' });
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2 * SECOND);
  expect(vi.getTimerCount()).toBe(0);
});
