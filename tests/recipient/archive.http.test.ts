/** A release as its contact meets it: one page with everything, and one archive of it. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { HEADER_BYTES, SEGMENT_BYTES, STRIDE_BYTES } from '#services/crypto/seal.ts';
import { createText } from '#services/vault/change-content.ts';
import { type Gateway, launchGateway } from '#tests/harness/gateway.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { checkEveryFile, keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { release } from './release.ts';
import { unzip } from './unzip.ts';

const MEGABYTE = 1024 * 1024;
const LETTER = 'Dear Rui,\n\nthe keys are in the blue box — underneath. 🗝\n';

let folder: string;
let gateway: Gateway;
let line: Awaited<ReturnType<typeof countedLine>>;
let web: Web;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillhere-archive-'));
  await chmod(folder, 0o755);
  gateway = await launchGateway(folder);
  const objects = testObjects(gateway);
  await objects.prepare();
  objects.close();
  line = await countedLine(gateway.env.S3_ENDPOINT);
  web = await startWeb({ ...gateway.env, S3_ENDPOINT: line.url });
});
afterAll(async () => {
  await web?.stop();
  line?.close();
  await gateway?.process.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** The line to the store, with a count of what came over it by each connection, and whether that is still open. */
async function countedLine(url: string) {
  const far = new URL(url);
  const counted = new Map<Socket, { bytes: number; isOpen: boolean }>();
  const server = createServer((near) => {
    const to = connect(Number(far.port), far.hostname);
    near
      .on('error', () => {})
      .on('close', () => {
        counted.set(near, { bytes: counted.get(near)?.bytes ?? 0, isOpen: false });
        to.destroy();
      });
    to.on('error', () => {}).on('close', () => near.destroy());
    to.on('data', (chunk) => {
      counted.set(near, { bytes: (counted.get(near)?.bytes ?? 0) + chunk.length, isOpen: true });
    });
    near.pipe(to).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, counted, close: () => server.close() };
}

/** Files that an owner set aside besides a letter, released to Rui a moment ago. */
async function released(files: Record<string, Buffer<ArrayBuffer>[]>) {
  const helena = await web.person();
  const [owner] = await web.query<{ id: string }>('select id from users where email = ?', [helena.email]);
  const ownerId = owner?.id ?? '';
  const ids: string[] = [];
  for (const [name, all] of Object.entries(files)) {
    const type = name.endsWith('.png') ? 'image' : 'file';
    for (const bytes of all) ids.push(await keptFile(await upload(helena, bytes, { type, name, title: name })));
  }
  const services = { em: web.fork(), keyring: web.keyring, now: new Date() };
  await createText(services, ownerId, { title: 'Where things are: 1/2', content: LETTER, is_public: false });
  await web.query('update contents set is_emergency = true where owner_id = ?', [ownerId]);
  const id = (await release(web.fork(), ownerId, ['Rui'])).get('Rui') ?? '';
  await web.query(
    `update delivery_contents dc set frozen_head = c.head, frozen_body = c.body from contents c
     where c.id = dc.content_id and dc.delivery_id = ?`,
    [id],
  );
  await web.query(
    `update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?`,
    [id],
  );
  const link = `/m/${linkSecret(web.keyring, 'delivery', id, 1)}`;
  return { id, ids, link, archive: `${link}/all.zip` };
}

async function unzipped(response: Response) {
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(`${bytes.length}`);
  return unzip(bytes);
}

async function spoil(fileId: string | undefined, segment: number): Promise<void> {
  const [row] = await web.query<{ storage_key: string }>('select storage_key from files where id = ?', [fileId]);
  const file = await open(gateway.pathOf(row?.storage_key ?? ''), 'r+');
  await file.write(randomBytes(32), 0, 32, HEADER_BYTES + segment * STRIDE_BYTES + 1_000);
  await file.close();
}

describe('the archive of a release', () => {
  test('is closed until it is opened; then it holds everything, byte for byte, under names of its own', async () => {
    const [one, other] = [randomBytes(300_000), randomBytes(1_000)];
    const { link, archive } = await released({ 'Deed.pdf': [one, other], 'sea.png': [PNG] });
    const rui = web.visitor();
    expect((await rui.get(archive)).status).toBe(403);
    const page = await (await rui.post(link, { intent: 'open' })).text();
    expect(page).toContain(`href="${archive}"`);
    expect([...page.matchAll(/<h2 dir="auto">(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'Where things are: 1/2',
      'Deed.pdf',
      'Deed.pdf',
      'sea.png',
    ]);
    const response = await rui.get(archive);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="From Helena Duarte.zip"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    const files = await unzipped(response);
    expect(files.map(({ name }) => name)).toEqual(['Where things are- 1-2.txt', 'Deed.pdf', 'Deed (2).pdf', 'sea.png']);
    const [letter, ...rest] = files.map(({ bytes }) => bytes);
    expect(letter?.toString()).toContain(LETTER.trimEnd());
    for (const [index, bytes] of [one, other, PNG].entries()) expect(rest[index]?.equals(bytes)).toBe(true);
    const head = await rui.send(archive, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, response.headers.get('content-length')]);
  });

  test('is gone with its link', async () => {
    const { id, link, archive } = await released({ 'sea.png': [PNG] });
    const rui = web.visitor();
    await rui.post(link, { intent: 'open' });
    await web.query('update deliveries set link_epoch = 2 where id = ?', [id]);
    const response = await rui.get(archive);
    expect([response.status, await response.text()]).toMatchObject([410, expect.stringContaining('withdrawn')]);
  });

  test('breaks off where something in it is damaged, and leaves that out when it is asked for again', async () => {
    const { ids, link, archive } = await released({ 'film.mov': [randomBytes(3 * MEGABYTE)], 'sea.png': [PNG] });
    await spoil(ids[0], 9);
    const rui = web.visitor();
    await rui.post(link, { intent: 'open' });
    const broken = await rui.get(archive);
    expect(broken.status).toBe(200);
    await expect(broken.arrayBuffer()).rejects.toThrow();
    const files = await unzipped(await rui.get(archive));
    expect(files.map(({ name }) => name)).toEqual(['Where things are- 1-2.txt', 'sea.png', 'Not in this archive.txt']);
    expect(files[2]?.bytes.toString()).toContain('- film.mov');
  });

  test('stops being read when the recipient disconnects', async () => {
    const size = 24 * MEGABYTE;
    const { link, archive } = await released({ 'film.mov': [randomBytes(size)] });
    await web.visitor().post(link, { intent: 'open' });
    line.counted.clear();
    // A look at its beginning takes one segment.
    const busy = () => [...line.counted.values()].filter(({ bytes }) => bytes > SEGMENT_BYTES * 2);
    const leaving = new AbortController();
    const response = await fetch(`${web.origin}${archive}`, { signal: leaving.signal });
    await response.body?.getReader().read();
    await expect.poll(() => busy().map(({ isOpen }) => isOpen)).toEqual([true]);
    leaving.abort();
    await expect.poll(() => busy().map(({ isOpen }) => isOpen)).toEqual([false]);
    // The kernel holds up to half of it for a recipient who does not read on.
    expect(busy()[0]?.bytes).toBeLessThan(size);
  });

  test('waits for the store, and says so', async () => {
    const { link, archive } = await released({ 'sea.png': [PNG] });
    const rui = web.visitor();
    await rui.post(link, { intent: 'open' });
    await gateway.process.kill('SIGTERM');
    checkEveryFile();
    try {
      const response = await rui.get(archive);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120']);
    } finally {
      await gateway.process.start();
    }
  });
});
