import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropRest, readBody } from '#app/http/body.ts';
import { MEGABYTE } from '#domain/content/content.ts';

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

/** A limit of so many bytes, without end. */
const upTo = (bytes: number) => ({ bytes, within: null });

describe('reading a body', () => {
  it('gives the whole body, and nothing if there is none', async () => {
    const body = request([
      [3, 0],
      [4, 0],
    ]);
    expect(await readBody(body, upTo(7))).toHaveLength(7);
    expect(await readBody(new Request('http://localhost/', { method: 'POST' }), upTo(7))).toHaveLength(0);
  });

  it('stops at the limit, and reads nothing of what is announced beyond it', async () => {
    expect(await statusOf(readBody(request([[8, 0]]), upTo(7)))).toBe(413);
    const long = request([
      [4, 0],
      [4, 0],
      [1_000_000, 0],
    ]);
    expect(await statusOf(readBody(long, upTo(7)))).toBe(413);
    const announced = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-length': '8' },
      body: 'x'.repeat(8),
    });
    expect(await statusOf(readBody(announced, upTo(7)))).toBe(413);
    expect(announced.bodyUsed).toBe(false);
  });

  it('accepts a slow connection', async () => {
    expect(await statusOf(readBody(request(Array(60).fill([2_048, 1])), upTo(1_000_000)))).toBe(200);
    expect(await statusOf(readBody(request([[10, 29]]), upTo(100)))).toBe(200);
  });

  it('ends when hardly any bytes arrive', async () => {
    expect(await statusOf(readBody(request(Array(60).fill([1, 1])), upTo(1_000_000)))).toBe(408);
  });

  it('ends after the time that it may take in all, however steadily it comes', async () => {
    const steady = () => request(Array(130).fill([2_048, 1]));
    expect(await statusOf(readBody(steady(), { bytes: 1_000_000, within: 120_000 }))).toBe(408);
    expect(await statusOf(readBody(steady(), { bytes: 1_000_000, within: 140_000 }))).toBe(200);
  });
});

describe('draining the rest of a refused body', () => {
  it('reads it to its end', async () => {
    const body = request(Array(10).fill([1_000_000, 0]));
    expect(await statusOf(readBody(body, upTo(7)))).toBe(413);
    expect(await dropRest(body)).toBe(true);
  });

  it('ends if it is too long, or announced as too long', async () => {
    expect(await dropRest(request(Array(70).fill([MEGABYTE, 0])))).toBe(false);
    const announced = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-length': `${65 * MEGABYTE}` },
      body: 'x',
    });
    expect(await dropRest(announced)).toBe(false);
    expect(announced.bodyUsed).toBe(false);
  });

  it('ends after half a minute', async () => {
    expect(await dropRest(request(Array(29).fill([2_048, 1])))).toBe(true);
    expect(await dropRest(request(Array(60).fill([2_048, 1])))).toBe(false);
  });

  it('does nothing if the body was read, or there was none', async () => {
    const read = request([[7, 0]]);
    await readBody(read, upTo(7));
    expect(await dropRest(read)).toBe(true);
    expect(await dropRest(new Request('http://localhost/'))).toBe(true);
  });
});
