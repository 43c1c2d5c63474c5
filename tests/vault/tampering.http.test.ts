/** What was tampered with, as the person meets it who wants to see it, and as the operator does. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, open, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import { HEADER_BYTES, SEGMENT_BYTES, STRIDE_BYTES } from '#services/crypto/seal.ts';
import { type Gateway, launchGateway } from '#tests/harness/gateway.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { keptFile, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';

const SIZE = 20 * SEGMENT_BYTES;

let folder: string;
let gateway: Gateway;
let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillhere-tampering-'));
  await chmod(folder, 0o755);
  gateway = await launchGateway(folder);
  const objects = testObjects(gateway);
  await objects.prepare();
  objects.close();
  web = await startWeb(gateway.env);
  helena = await web.person();
});
afterAll(async () => {
  await web?.stop();
  await gateway?.process.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function kept() {
  const bytes = randomBytes(SIZE);
  const id = await keptFile(await upload(helena, bytes, { type: 'file' }));
  const [row] = await web.query<{ storage_key: string }>('select storage_key from files where id = ?', [id]);
  return { id, bytes, address: `/api/content/file/${id}`, path: gateway.pathOf(row?.storage_key ?? '') };
}

async function spoil(path: string, segment: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(randomBytes(32), 0, 32, HEADER_BYTES + segment * STRIDE_BYTES + 1_000);
  await file.close();
}

/** The lines that an operator is woken for. */
function alarms(id: string): { level: number | string; file: string }[] {
  const lines = web.printed().filter((line) => line.includes('ALARM'));
  return lines.map((line) => JSON.parse(line)).filter(({ file }) => file === id);
}

test('changed at its beginning: no byte is sent, a sentence says what is wrong, and an alarm names the file', async () => {
  const { id, address, path } = await kept();
  await spoil(path, 0);
  const response = await helena.get(address);
  expect(response.status).toBe(500);
  const problem = await response.json();
  expect(problem).toMatchObject({ code: 'damaged', detail: say(damageTexts.file) });
  expect(response.headers.get('content-disposition')).toBeNull();
  await expect.poll(() => alarms(id).length).toBe(1);
});

test('cut on the disk: the same for every range, also behind its end', async () => {
  const { id, address, path } = await kept();
  await truncate(path, HEADER_BYTES + 3 * STRIDE_BYTES);
  for (const range of ['bytes=0-9', `bytes=${SIZE - 10}-`]) {
    const response = await helena.get(address, { range });
    expect([response.status, (await response.json()).detail]).toEqual([500, say(damageTexts.file)]);
  }
  await expect.poll(() => alarms(id).length).toBe(2);
});

test('changed later on: the bytes before it are sent, then the connection closes, with an alarm', async () => {
  const { id, bytes, address, path } = await kept();
  await spoil(path, 12);
  const response = await helena.get(address);
  expect([response.status, response.headers.get('content-length')]).toEqual([200, `${SIZE}`]);
  const parts: Uint8Array[] = [];
  const reading = (async () => {
    for await (const part of response.body ?? []) parts.push(part);
  })();
  await expect(reading).rejects.toThrow();
  const came = Buffer.concat(parts);
  expect(came.length).toBeLessThanOrEqual(12 * SEGMENT_BYTES);
  expect(came.equals(bytes.subarray(0, came.length))).toBe(true);
  await expect.poll(() => alarms(id).length).toBe(1);
  // A closed connection says no reason: a HEAD request does, and so does its address, opened.
  const head = await helena.send(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('problem-code')]).toEqual([500, 'damaged']);
  const page = await helena.get(`${address}?download`, { accept: 'text/html,*/*' });
  expect([page.status, page.headers.get('content-disposition')]).toEqual([500, null]);
  // Others are served as before.
  const other = await kept();
  expect(Buffer.from(await (await helena.get(other.address)).arrayBuffer()).equals(other.bytes)).toBe(true);
});

test('without scripts its address is a page that says so, and so does a HEAD request', async () => {
  const { id, address, path } = await kept();
  const asking = () => helena.send(address, { method: 'HEAD' });
  expect((await asking()).status).toBe(200);
  await spoil(path, 0);
  const head = await asking();
  expect([head.status, head.headers.get('problem-code'), await head.text()]).toEqual([500, 'damaged', '']);
  await expect.poll(() => alarms(id).length).toBe(1);
  const page = await helena.get(`${address}?download`, { accept: 'text/html' });
  expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain(say(damageTexts.file));
});

test('a store that cannot be reached is not reported as damage', async () => {
  const { address } = await kept();
  await gateway.process.kill('SIGTERM');
  try {
    const head = await helena.send(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('problem-code')]).toEqual([503, 'unavailable']);
    const page = await helena.get(address, { accept: 'text/html' });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('Nothing was lost')]);
  } finally {
    await gateway.process.start();
  }
});
