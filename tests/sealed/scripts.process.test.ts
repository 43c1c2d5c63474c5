/** The scripts that seal items and open them, as they are built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildSealedScripts } from '#app/sealed/build-scripts.ts';
import { ROOT } from '#dev/build.ts';

const BUDGET = 90 * 1024;

let scripts: Awaited<ReturnType<typeof buildSealedScripts>>;
beforeAll(async () => {
  scripts = await buildSealedScripts();
}, 120_000);

test('are the same bytes each time', async () => {
  expect(await buildSealedScripts()).toEqual(scripts);
}, 120_000);

test('that open are at most 90 KB, compressed as browsers get them: all of them, the camera’s included', () => {
  const serviceWorker = readFileSync(join(ROOT, 'public/open-sealed-worker.js'));
  const { page, worker, camera } = scripts;
  const all = [...[page, worker, camera].map(({ code }) => Buffer.from(code)), serviceWorker];
  expect(all.reduce((sum, code) => sum + brotliCompressSync(code).length, 0)).toBeLessThan(BUDGET);
  // Without https browsers take gzip. The camera's script is loaded only where it is used and the browser has no detector.
  expect(gzipSync(page.code).length + gzipSync(worker.code).length + gzipSync(serviceWorker).length).toBeLessThan(
    BUDGET,
  );
});

test('have no address but our own, and never run text', () => {
  for (const { code } of Object.values(scripts)) {
    expect(code.match(/https?:\/\/[\w.]+/g) ?? []).toEqual([]);
    expect(code).not.toMatch(/\beval\(|new Function\(|\bimport\(/);
  }
});
