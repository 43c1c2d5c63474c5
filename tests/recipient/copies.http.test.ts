/** The JPEG copy of a phone's picture, as its recipient gets it: on the page and in the archive, also where one is damaged. */
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import { jpegCopyJob } from '#services/thumbnails/jpeg-copy-job.ts';
import { type Gateway, launchGateway } from '#tests/harness/gateway.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { checkEveryFile, keptFile, sendForm } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { release } from './release.ts';
import { unzip } from './unzip.ts';

const HEIC = readFileSync(new URL('../media/fixtures/tiles.heic', import.meta.url));
const NOTE = 'You were four.';

let folder: string;
let gateway: Gateway;
let objects: ReturnType<typeof testObjects>;
let web: Web;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillhere-copies-'));
  await chmod(folder, 0o755);
  gateway = await launchGateway(folder);
  objects = testObjects(gateway);
  await objects.prepare();
  web = await startWeb(gateway.env);
});
afterAll(async () => {
  await web?.stop();
  objects?.close();
  await gateway?.process.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** A picture with a note and its copy, released to Rui, who has opened it. */
async function opened() {
  const helena = await web.person();
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'The sea', type: 'image', caption: NOTE }))
    form.append(name, value);
  form.append('file', new Blob([HEIC]), 'IMG_4711.HEIC');
  const original = await keptFile(await sendForm(helena, '/create/upload', form));
  const deps = { fork: web.fork, keyring: web.keyring, objects, draw: drawApart(), onMade: () => {} };
  await runDueJobs(deps.fork, 'jpeg-copy', jpegCopyJob(deps));
  const [row] = await web.query<{ id: string; owner_id: string }>(
    'select id, owner_id from files where original_id = ?',
    [original],
  );
  const { id: copy, owner_id: ownerId } = row ?? { id: '', owner_id: '' };
  await web.query('update contents set is_emergency = true where owner_id = ?', [ownerId]);
  const id = (await release(web.fork(), ownerId, ['Rui'])).get('Rui') ?? '';
  await web.query(
    'update delivery_contents dc set frozen_head = c.head from contents c where c.id = dc.content_id and dc.delivery_id = ?',
    [id],
  );
  await web.query(
    `update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?`,
    [id],
  );
  const link = `/m/${linkSecret(web.keyring, 'delivery', id, 1)}`;
  const rui = web.visitor();
  return {
    original: `${link}/file/${original}`,
    copy: `${link}/file/${copy}`,
    page: async () => (await rui.post(link, { intent: 'open' })).text(),
    get: (address: string) => rui.get(address),
    async archive() {
      const response = await rui.get(`${link}/all.zip`);
      expect(response.status).toBe(200);
      return unzip(Buffer.from(await response.arrayBuffer()));
    },
    lose: async (file: 'original' | 'copy') => {
      const [one] = await web.query<{ storage_key: string }>('select storage_key from files where id = ?', [
        file === 'copy' ? copy : original,
      ]);
      await rm(gateway.pathOf(one?.storage_key ?? ''));
    },
  };
}

const namesIn = (files: { name: string }[]) => files.map(({ name }) => name);

test('is shown, and packed beside its note and its original', async () => {
  const { page, get, archive, copy, original } = await opened();
  const text = await page();
  expect(text).toContain(`<img src="${copy}"`);
  expect(text).toContain(`href="${original}?download"`);
  const response = await get(copy);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await get(`${copy}/thumbnail`)).status).toBe(404);
  const files = await archive();
  expect(namesIn(files)).toEqual(['IMG_4711.HEIC.txt', 'IMG_4711.jpg', 'IMG_4711.HEIC']);
  expect(files[0]?.bytes.toString()).toContain(NOTE);
  expect(files[2]?.bytes.equals(HEIC)).toBe(true);
});

test('that is lost cuts no archive: the original takes its place', async () => {
  const { page, archive, copy, original, lose } = await opened();
  await page();
  await lose('copy');
  checkEveryFile();
  const text = await page();
  expect([text.includes(copy), text.includes(`href="${original}?download"`)]).toEqual([false, true]);
  expect(namesIn(await archive())).toEqual(['IMG_4711.HEIC.txt', 'IMG_4711.HEIC']);
});

test('is shown and packed where the original is lost, which is said', async () => {
  const { page, archive, copy, original, lose } = await opened();
  await page();
  await lose('original');
  checkEveryFile();
  const text = await page();
  expect([text.includes(`<img src="${copy}"`), text.includes(original)]).toEqual([true, false]);
  expect(text).toContain('The original was changed or damaged in our storage.');
  const files = await archive();
  expect(namesIn(files)).toEqual(['IMG_4711.HEIC.txt', 'IMG_4711.jpg', 'Not in this archive.txt']);
  expect(files[2]?.bytes.toString()).toContain('- IMG_4711.HEIC');
});
