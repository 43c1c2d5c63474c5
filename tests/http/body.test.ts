import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBody } from '#app/http/body.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request whose body comes in chunks of so many bytes, each after so many seconds. */
function request(chunks: [size: number, seconds: number][]): Request {
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (!next) return controller.close();
      vi.advanceTimersByTime(next[1] * 1_000);
      controller.enqueue(new Uint8Array(next[0]));
    },
  });
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

const statusOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 200,
    (thrown: Response) => thrown.status,
  );

describe('reading a body', () => {
  it('gives all of it, and nothing for none', async () => {
    expect(
      await readBody(
        request([
          [3, 0],
          [4, 0],
        ]),
        7,
      ),
    ).toHaveLength(7);
    expect(await readBody(new Request('http://localhost/', { method: 'POST' }), 7)).toHaveLength(0);
  });

  it('stops at the limit', async () => {
    expect(await statusOf(readBody(request([[8, 0]]), 7))).toBe(413);
    expect(
      await statusOf(
        readBody(
          request([
            [4, 0],
            [4, 0],
            [1_000_000, 0],
          ]),
          7,
        ),
      ),
    ).toBe(413);
  });

  it('is patient with a slow line', async () => {
    expect(await statusOf(readBody(request(Array(60).fill([2_048, 1])), 1_000_000))).toBe(200);
    expect(await statusOf(readBody(request([[10, 9]]), 100))).toBe(200);
  });

  it('is not kept waiting by a byte now and then', async () => {
    expect(await statusOf(readBody(request(Array(60).fill([1, 1])), 1_000_000))).toBe(408);
  });
});
