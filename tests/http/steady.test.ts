/** How slowly a file may come: as slowly as the line is, but it has to go on coming. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSteadily } from '#app/http/body.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A request whose body brings so many bytes each second, after what came at once. */
function coming(bytesPerSecond: number, seconds: number, atOnce = 0): Request {
  let second = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        if (second++ === seconds) return controller.close();
        if (second === 1 && atOnce > 0) return controller.enqueue(new Uint8Array(atOnce));
        vi.advanceTimersByTime(1_000);
        controller.enqueue(new Uint8Array(bytesPerSecond));
      },
    },
    { highWaterMark: 0 },
  );
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

async function sizeOf(request: Request): Promise<number> {
  let size = 0;
  for await (const chunk of readSteadily(request)) size += chunk.length;
  return size;
}

test('a slow but steady upload of six minutes succeeds', async () => {
  expect(await sizeOf(coming(100, 360))).toBe(36_000);
});

test('one byte a second is cut off within a minute', async () => {
  const failure = await sizeOf(coming(1, 60)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Response);
  expect((failure as Response).status).toBe(408);
});

test('an upload that is quick at first and then almost stops is cut off as well', async () => {
  await expect(sizeOf(coming(1, 90, 1_000_000))).rejects.toBeInstanceOf(Response);
});

/** A request whose body brings something at once and then nothing more. */
function falling(silentAfter: number): Request {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(silentAfter)) });
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

/** Lets so many seconds pass, once what has come was taken. */
async function pass(seconds: number): Promise<void> {
  await new Promise(setImmediate);
  vi.advanceTimersByTime(seconds * 1_000);
  await new Promise(setImmediate);
}

test.each([1, 1_000_000])('a body on which nothing moves after %i bytes is cut after half a minute', async (bytes) => {
  const onRefusal = vi.fn((refusal: Response) => refusal.status);
  const reading = sizeOf(falling(bytes)).catch(onRefusal);
  await pass(29);
  expect(onRefusal).not.toHaveBeenCalled();
  await pass(2);
  await reading;
  expect(onRefusal).toHaveReturnedWith(408);
});

test('time that we spend on received bytes does not count against the sender', async () => {
  const request = coming(10, 3);
  let size = 0;
  for await (const chunk of readSteadily(request)) {
    size += chunk.length;
    vi.advanceTimersByTime(60_000);
  }
  expect(size).toBe(30);
});

test('is not cut off because our own process was stalled while it came', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await rest.promise;
        controller.enqueue(new Uint8Array(5_000));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const reading = sizeOf(new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit));
  // The look of the first second comes a minute later, before what has come is read.
  now = 60_000;
  vi.advanceTimersByTime(1_000);
  rest.resolve();
  expect(await reading).toBe(5_000);
});
