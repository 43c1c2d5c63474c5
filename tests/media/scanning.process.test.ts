/** The scan for locations in a thread of its own, which may fail without harm to anything but the files in it. */
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Blank } from '#db/entities/content.ts';
import { LocationScanner } from '#services/media/location.ts';
import { LocationUnclear } from '#services/media/location-budget.ts';
import { type LocationScan, type ScanLocation, scanApart } from '#services/media/scan-apart.ts';
import { fullOfExif, fullOfXmp, HOSTILE_TYPES } from './hostile.ts';

const FAILING = new URL('fixtures/thread-fails.js', import.meta.url);

function begin(scan: ScanLocation, contentType: string): LocationScan {
  const begun = scan(contentType);
  onTestFinished(() => begun.end());
  return begun;
}

async function blanksOf(scan: LocationScan, file: Buffer, chunkBytes: number): Promise<Blank[]> {
  // The same memory for each chunk, as a network reads: what is scanned is a copy.
  const chunk = Buffer.alloc(chunkBytes);
  for (let at = 0; at < file.length; at += chunkBytes)
    await scan.push(chunk.subarray(0, file.copy(chunk, 0, at, Math.min(file.length, at + chunkBytes))));
  return scan.blanks();
}

function blanksHere(contentType: string, file: Buffer): Blank[] {
  const scanner = new LocationScanner(contentType);
  scanner.push(file);
  return scanner.blanks();
}

test.each([1_000, 65_536, 700_000])(
  'finds the same as a scan in place, in chunks of %i bytes, in many files at once',
  async (size) => {
    const film = readFileSync(new URL('fixtures/teal.mov', import.meta.url));
    const files = [0, 300_000, 262_000, 1_048_000].map((before) => Buffer.concat([Buffer.alloc(before), film]));
    const scan = scanApart({ threads: 2 });
    const found = await Promise.all(files.map((file) => blanksOf(begin(scan, 'video/quicktime'), file, size)));
    expect(found).toEqual(files.map((file) => blanksHere('video/quicktime', file)));
    expect(found.every((blanks) => blanks.length > 0)).toBe(true);
  },
);

test('finishes hostile files, four of each at once', async () => {
  const scan = scanApart();
  const size = 900_000;
  const files: [string, Buffer][] = [
    ...HOSTILE_TYPES.map((type): [string, Buffer] => [type, fullOfXmp(type, size)]),
    ['image/png', fullOfExif(8, size)],
  ];
  const all = files.flatMap((file) => [file, file, file, file]);
  const found = await Promise.all(all.map(([type, file]) => blanksOf(begin(scan, type), file, 65_536)));
  expect(found.flat()).toEqual([]);
});

test('refuses a file beyond the budget', async () => {
  const scan = begin(scanApart(), 'image/jpeg');
  await expect(blanksOf(scan, Buffer.alloc(4_000_000, 'II*\0'), 65_536)).rejects.toThrow(LocationUnclear);
});

describe('a thread that', () => {
  const scan = scanApart({ threads: 1, script: FAILING });

  test.each([
    ['fails', 'image/gif', 'The thread that scans for locations failed.'],
    ['ends', 'image/png', 'The thread that scans for locations ended.'],
    ['says nothing, while this one goes on', 'image/webp', 'The thread that scans for locations said nothing'],
  ])('%s fails the files in it, at once and for good; the next file gets another thread', async (_, type, message) => {
    // Only the test lets its patience end: on a busy machine a thread that works may be silent for long.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [first, second] = [begin(scan, type), begin(scan, 'video/mp4')];
    await expect(blanksOf(second, Buffer.alloc(300_000), 65_536)).resolves.toEqual([]);
    const asked = expect(blanksOf(first, Buffer.alloc(300_000), 65_536)).rejects.toThrow(message);
    if (message.endsWith('said nothing')) {
      await vi.waitUntil(() => vi.getTimerCount() > 0);
      await vi.runAllTimersAsync();
    }
    await asked;
    await expect(second.blanks()).rejects.toThrow(message);
    await expect(blanksOf(begin(scan, 'video/mp4'), Buffer.alloc(300_000), 65_536)).resolves.toEqual([]);
  });
});
