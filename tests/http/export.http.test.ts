/** Everything that an owner saved as one archive, before the account is deleted or at any time. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, open, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORTS } from '#domain/accounts/limits.ts';
import { HEADER_BYTES, SEGMENT_BYTES, STRIDE_BYTES } from '#services/crypto/seal.ts';
import { freezeRecord } from '#services/record/export.ts';
import { type Gateway, launchGateway } from '#tests/harness/gateway.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { unzip } from '#tests/recipient/unzip.ts';
import { keptFile, PNG, shapelessBytes, upload } from './files.ts';
import { startWeb, type Web } from './web.ts';

type Person = Awaited<ReturnType<Web['person']>>;

let folder: string;
let gateway: Gateway;
let web: Web;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillhere-export-'));
  await chmod(folder, 0o755);
  gateway = await launchGateway(folder);
  const objects = testObjects(gateway);
  await objects.prepare();
  objects.close();
  web = await startWeb(gateway.env);
});
afterAll(async () => {
  await web?.stop();
  await gateway?.process.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const ADDRESS = '/profile/export';
const VERIFIER = resolve(import.meta.dirname, '../../tools/verify-record.mjs');
/** At the end of each archive. */
const ABOUT = ['record.jsonl', 'verify-record.mjs', 'account.json'];
const download = (person: Person, password = 'stillhere') => person.post(ADDRESS, { password });

async function unzipped(response: Response) {
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(`${bytes.length}`);
  const files = unzip(bytes).map(({ name, bytes }) => [name, bytes] as const);
  return {
    names: files.map(([name]) => name),
    text: (name: string) => `${new Map(files).get(name)}`,
    files: new Map(files),
  };
}

const pageOf = async (person: Person) => (await (await person.get(ADDRESS)).text()).replaceAll('<!-- -->', '');

/** Runs the program that checks a record. */
async function verify(program: string, record: string): Promise<{ status: number | null; printed: string }> {
  const inside = await mkdtemp(join(tmpdir(), 'stillhere-verify-'));
  await writeFile(join(inside, 'verify-record.mjs'), program);
  await writeFile(join(inside, 'record.jsonl'), record);
  const { status, stdout } = spawnSync(process.execPath, ['verify-record.mjs', 'record.jsonl'], { cwd: inside });
  await rm(inside, { recursive: true });
  return { status, printed: `${stdout}` };
}

/** A person with a letter and a picture with a note; the picture's file id. */
async function owner() {
  const helena = await web.person();
  await helena.post('/create', { title: 'For Ana: 1/2', content: 'Dear Ana,\r\n\r\nthe keys 🗝 are in the box.' });
  const picture = await keptFile(await upload(helena, PNG, { type: 'image', name: 'sea.png', title: 'The sea' }));
  const [content] = await web.query<{ id: string }>('select id from contents where file_id = ?', [picture]);
  const edit = await helena.post(`/content/${content?.id}/edit`, {
    title: 'The sea',
    caption: 'You were four.',
    version: '1',
  });
  expect(edit.status).toBe(302);
  return { helena, picture };
}

async function storedAt(fileId: string): Promise<string> {
  const [row] = await web.query<{ storage_key: string }>('select storage_key from files where id = ?', [fileId]);
  return gateway.pathOf(row?.storage_key ?? '');
}

describe('the archive of everything', () => {
  test('has letters as text, files byte for byte, notes beside them and a list, under names of its own', async () => {
    const { helena } = await owner();
    const other = shapelessBytes(300_000);
    await upload(helena, other, { type: 'file', name: 'sea.png', title: 'Not a picture' });
    expect(await pageOf(helena)).toContain(
      'One ZIP with your letters as text, and your files as you saved them: about 0.',
    );
    const response = await download(helena);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="Stillhere, \d+ \w+ \d{4}\.zip"$/),
      'cache-control': 'no-store',
    });
    const { names, text, files } = await unzipped(response);
    expect(names).toEqual(['Contents.txt', 'sea.png', 'sea.png.txt', 'sea (2).png', 'For Ana- 1-2.txt', ...ABOUT]);
    expect(files.get('sea.png')?.equals(other)).toBe(true);
    expect(files.get('sea (2).png')?.equals(PNG)).toBe(true);
    expect(text('For Ana- 1-2.txt')).toMatch(
      /^For Ana: 1\/2\nWritten on \d+ \w+ \d{4}\n\n\nDear Ana,\r?\n\r?\nthe keys 🗝 are in the box\.\n$/,
    );
    expect(text('sea.png.txt')).toMatch(/^The sea\nAdded on \d+ \w+ \d{4}\n\n\nYou were four\.\n$/);
    for (const name of names.slice(1).filter((one) => one !== 'verify-record.mjs'))
      expect(text('Contents.txt')).toContain(`- ${name}: `);
    expect(text('Contents.txt')).not.toContain('Not in this archive');
  });

  test('has the record, which its own program accepts, and notices when a line was changed', async () => {
    const { helena } = await owner();
    await helena.post('/profile/security', { name: 'Kitchen button', scope: 'check-in', ends: 'year' });
    const { text } = await unzipped(await download(helena));
    const lines = text('record.jsonl').trimEnd().split('\n');
    const entries = lines.slice(0, -1).map((line) => JSON.parse(line));
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['account-token-created', 'content-created']),
    );
    // The download is in it, too.
    expect(entries.at(-1)).toMatchObject({ kind: 'account-exported' });
    const sound = await verify(text('verify-record.mjs'), text('record.jsonl'));
    expect(sound).toMatchObject({
      status: 0,
      printed: expect.stringContaining(`${entries.length} entries, none changed`),
    });
    const changed = text('record.jsonl').replace('content-created', 'content-deleted');
    expect(await verify(text('verify-record.mjs'), changed)).toMatchObject({ status: 1 });
  });

  test('has the record of the moment in which it began, whatever happens while it is read', async () => {
    const { helena } = await owner();
    const [{ id } = { id: '' }] = await web.query<{ id: string }>('select id from users where email = ?', [
      helena.email,
    ]);
    const em = web.fork();
    const frozen = await freezeRecord(em, id);
    await helena.post('/create', { title: 'Later', content: 'A line.' });
    let text = '';
    for await (const lines of frozen.lines()) text += lines;
    const bytes = Buffer.from(text);
    expect(bytes.length).toBe(frozen.size);
    expect(await verify(readFileSync(VERIFIER, 'utf8'), `${bytes}`)).toMatchObject({ status: 0 });
    expect(`${bytes}`.split('content-created').length).toBe(3);
  });

  test('has the channels of warnings, tokens and webhooks, without a secret', async () => {
    const { helena } = await owner();
    await helena.post('/profile/warnings', { second_email: 'helena.d@example.org', phone: '' });
    await helena.post('/profile/security', { name: 'Kitchen button', scope: 'check-in', ends: 'year' });
    await helena.post('/profile/security/webhooks', { url: 'https://hooks.example.com/x', delivered: 'on' });
    const { text } = await unzipped(await download(helena));
    expect(JSON.parse(text('account.json'))).toMatchObject({
      account: { email: helena.email },
      warning_channels: { second_email: { address: 'helena.d@example.org' } },
      tokens: [{ name: 'Kitchen button' }],
      webhooks: [{ url: 'https://hooks.example.com/x', events: ['delivered'] }],
    });
    expect(text('account.json')).not.toMatch(/whsec_|sh_|hash/);
  });

  test('has no earlier versions, and nothing of anyone else', async () => {
    const { helena } = await owner();
    const [letter] = await web.query<{ id: string }>(
      `select id from contents where type = 'text' and owner_id = (select id from users where email = ?)`,
      [helena.email],
    );
    const change = { title: 'For Ana', content: 'Another text.', version: '1' };
    expect((await helena.post(`/content/${letter?.id}/edit`, change)).status).toBe(302);
    const { helena: other } = await owner();
    await other.post('/create', { title: 'Secret', content: 'Of another account.' });
    const { names, text } = await unzipped(await download(helena));
    expect(names).toEqual(['Contents.txt', 'sea.png.txt', 'sea.png', 'For Ana.txt', ...ABOUT]);
    expect(text('For Ana.txt')).toMatch(/\n\nAnother text\.\n$/);
  });

  test('is offered where the account is deleted, but not for an empty one', async () => {
    const { helena } = await owner();
    expect(await (await helena.get('/profile/delete')).text()).toContain('href="/profile/export"');
    const empty = await web.person();
    expect(await (await empty.get('/profile/delete')).text()).not.toContain('href="/profile/export"');
    expect(await pageOf(empty)).toContain('There is nothing in your account yet.');
  });
});

describe('what is damaged or out of reach', () => {
  test('is named on the page and in the list, and the rest is there', async () => {
    const { helena, picture } = await owner();
    const gone = await keptFile(await upload(helena, PNG, { type: 'image', name: 'gone.png', title: 'Gone' }));
    await unlink(await storedAt(gone));
    const stored = await open(await storedAt(picture), 'r+');
    await stored.write(randomBytes(32), 0, 32, HEADER_BYTES + 4);
    await stored.close();
    await web.query(
      `update contents set body = '\\x00' where type = 'text' and owner_id = (select id from users where email = ?)`,
      [helena.email],
    );
    const page = await pageOf(helena);
    expect(page).toContain('These can’t be in it, and the list will say so:');
    for (const title of ['The sea', 'Gone', 'For Ana: 1/2'])
      expect(page).toContain(`${title}: it was changed or damaged`);
    await helena.post('/create', { title: 'Still here', content: 'A line.' });
    const { names, text } = await unzipped(await download(helena));
    expect(names).toEqual(['Contents.txt', 'Still here.txt', ...ABOUT]);
    expect(text('Contents.txt')).toMatch(/Not in this archive:\n\n(- .*: it was changed or damaged .*\n){3}\nIn this/);
  });

  test('and is only the note with a file: the list says so, and the file is there', async () => {
    const { helena, picture } = await owner();
    await web.query(`update contents set caption = '\\x00' where file_id = ?`, [picture]);
    const { names, text } = await unzipped(await download(helena));
    expect(names).toEqual(['Contents.txt', 'sea.png', 'For Ana- 1-2.txt', ...ABOUT]);
    expect(text('Contents.txt')).toContain('- The sea: the file is here, but a note with it may be missing.');
  });

  test('later in a file breaks the download off, and the next one names it', async () => {
    const helena = await web.person();
    const film = await keptFile(
      await upload(helena, shapelessBytes(SEGMENT_BYTES * 3), { type: 'file', name: 'film.bin', title: 'Our film' }),
    );
    const stored = await open(await storedAt(film), 'r+');
    await stored.write(randomBytes(32), 0, 32, HEADER_BYTES + STRIDE_BYTES * 2 + 100);
    await stored.close();
    const broken = await download(helena);
    expect(broken.status).toBe(200);
    await expect(broken.arrayBuffer()).rejects.toThrow();
    const { names, text } = await unzipped(await download(helena));
    expect(names).toEqual(['Contents.txt', ...ABOUT]);
    expect(text('Contents.txt')).toContain('- Our film: it was changed or damaged in our storage.');
  });

  test('with the whole store is said, and nothing is downloaded', async () => {
    const { helena } = await owner();
    await gateway.process.kill('SIGTERM');
    try {
      const response = await download(helena);
      expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('Failed to download everything');
    } finally {
      await gateway.process.start();
    }
  });
});

describe('who may have it', () => {
  test('an owner with their password', async () => {
    const { helena } = await owner();
    const wrong = await download(helena, 'not-this-one');
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(await wrong.text()).toContain('That isn’t your password');
    expect((await web.visitor().get(ADDRESS)).headers.get('location')).toBe('/');
  });

  test('an owner without a password who has just signed in', async () => {
    const { helena } = await owner();
    await web.query('update users set password_hash = null where email = ?', [helena.email]);
    expect(await pageOf(helena)).not.toContain('type="password"');
    expect((await unzipped(await download(helena, ''))).names).toContain('sea.png');
    await web.query(
      `update sessions set proved_at = now() - interval '11 minutes'
       where user_id = (select id from users where email = ?)`,
      [helena.email],
    );
    const late = await download(helena, '');
    expect([late.status, await late.text()]).toMatchObject([
      403,
      expect.stringContaining('Please sign out and in again first'),
    ]);
  });

  test('so often in an hour', async () => {
    const helena = await web.person();
    await helena.post('/create', { title: 'One', content: 'One line.' });
    for (let n = 0; n < EXPORTS.tries; n++) await unzipped(await download(helena));
    const refused = await download(helena);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  });
});
