/** The calls about contents: section 7 of the specification, call by call. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { type Client, fieldsOf, fileForm, type Item, newClient, newLetter } from './client.ts';

const MEGABYTE = 1_048_576;

let web: Web;
let helena: Client;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web, 'free');
});
afterAll(() => web?.stop());

describe('a letter', () => {
  test('is saved, read, listed and deleted', async () => {
    holds('S3-3', 'S7-3');
    const json = { title: 'A letter', type: 'text', content: 'Dear Ana,', is_public: false, metadata: { size: 99 } };
    const saved = await helena.call('POST /content/upload', { json });
    expect(saved.status).toBe(201);
    expect(saved.body).toEqual({
      id: expect.any(String),
      type: 'text',
      title: 'A letter',
      content: 'Dear Ana,',
      excerpt: 'Dear Ana,',
      file_id: null,
      is_public: false,
      is_emergency: false,
      is_sealed: false,
      metadata: { original_filename: null, content_type: 'text/plain', size: 9 },
      preview: null,
      caption: '',
      version: 1,
      shares_location: false,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { id } = saved.body;
    expect((await helena.call(`GET /content/${id}`)).body).toEqual(saved.body);
    const [first] = (await helena.call<Item[]>('GET /content/list')).body;
    expect(first).toEqual(saved.body);
    expect((await helena.call(`DELETE /content/${id}`)).status).toBe(204);
    expect((await helena.call(`GET /content/${id}`)).status).toBe(404);
  });

  test('is not overwritten by a program that has not read its newest version', async () => {
    const id = await newLetter(helena);
    const read = await helena.call(`GET /content/${id}`);
    const etag = read.headers.get('etag') ?? '';
    const change = (content: string, match: string) =>
      helena.call(`PUT /content/${id}`, { json: { content }, headers: { 'if-match': match } });
    const first = await change('The first', etag);
    expect([first.status, first.body.version]).toEqual([200, 2]);
    const second = await change('The second', etag);
    expect([second.status, second.body.code]).toEqual([412, 'changed-meanwhile']);
    for (const match of ['"x"', 'W/"2"', '"1", "2"']) expect((await change('No', match)).status).toBe(412);
    expect((await change('The second', first.headers.get('etag') ?? '')).status).toBe(200);
    expect((await change('The third', '*')).status).toBe(200);
    const versions = await helena.call<{ version: number }[]>(`GET /content/${id}/versions`);
    expect(versions.body.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect((await helena.call(`GET /content/${id}/versions/2`)).body).toMatchObject({ content: 'The first' });
    const restored = await helena.call(`POST /content/${id}/versions/2/restore`);
    expect([restored.status, restored.body.content, restored.body.version]).toEqual([200, 'The first', 5]);
    for (const version of ['5', '99', 'x', '0', '-1'])
      expect([version, (await helena.call(`GET /content/${id}/versions/${version}`)).status]).toEqual([version, 404]);
  });

  test('is neither published nor set aside by a program that has not read its newest version', async () => {
    const id = await newLetter(helena);
    expect((await helena.call(`PUT /content/${id}`, { json: { content: 'Another text' } })).status).toBe(200);
    const change = (json: object, match: string) =>
      helena.call(`PUT /content/${id}`, { json, headers: { 'if-match': match } });
    for (const json of [{ is_emergency: true }, { is_public: true }]) {
      const refused = await change(json, '"1"');
      expect([refused.status, refused.body.code]).toEqual([412, 'changed-meanwhile']);
    }
    expect((await change({ is_emergency: true }, '"2"')).body).toMatchObject({ is_emergency: true, version: 2 });
    // As it is already: a call that is repeated.
    expect((await change({ is_emergency: true }, '"1"')).status).toBe(200);
  });

  test('has no caption, and a file has one', async () => {
    const letter = await newLetter(helena);
    expect((await helena.call(`PUT /content/${letter}`, { json: { caption: 'A note' } })).status).toBe(409);
    const form = fileForm(
      { type: 'file', title: 'The sea', caption: 'You were four.' },
      Buffer.from('a file'),
      'sea.txt',
    );
    const saved = await helena.call('POST /content/upload-file', { form });
    expect(saved.body).toMatchObject({ caption: 'You were four.', content: '', version: 1, shares_location: false });
    const change = { caption: 'You were five.', shares_location: true };
    const changed = await helena.call(`PUT /content/${saved.body.id}`, { json: change });
    expect(changed.body).toMatchObject({ ...change, version: 2 });
    const stale = { json: { shares_location: false }, headers: { 'if-match': '"1"' } };
    expect((await helena.call(`PUT /content/${saved.body.id}`, stale)).status).toBe(412);
    const [listed] = (await helena.call<Item[]>('GET /content/list?type=file')).body;
    expect(listed).toMatchObject({ caption: 'You were five.' });
    const long = await helena.call(`PUT /content/${saved.body.id}`, { json: { caption: 'x'.repeat(2_001) } });
    expect([long.status, fieldsOf(long)]).toEqual([422, ['caption']]);
  });

  test.each([
    ['no title', { title: ' ' }, ['title']],
    ['no text', { content: '' }, ['content']],
    ['a number for its text', { content: 7 }, ['content']],
    ['another type', { type: 'image' }, ['type']],
    ['a string for is_public', { is_public: 'on' }, ['is_public']],
    ['no field', { title: undefined, content: undefined, type: undefined }, ['title', 'content', 'type']],
  ])('with %s is refused at the field', async (_what, change, fields) => {
    const json = { title: 'A letter', type: 'text', content: 'Dear Ana,', ...change };
    const reply = await helena.call('POST /content/upload', { json });
    expect(reply.status).toBe(422);
    expect(fieldsOf(reply).sort()).toEqual(fields.sort());
  });

  test('to be public without the plan is not saved', async () => {
    const before = await web.query('select count(*) from contents');
    const json = { title: 'For all', type: 'text', content: 'Hello', is_public: true };
    const reply = await helena.call('POST /content/upload', { json });
    expect([reply.status, reply.body.code]).toEqual([402, 'plan-required']);
    expect(await web.query('select count(*) from contents')).toEqual(before);
  });
});

describe('changing', () => {
  test('marks for an emergency on every plan, and accepts values that are the same', async () => {
    holds('S7-3');
    const id = await newLetter(helena);
    for (const is_emergency of [true, true, false]) {
      const reply = await helena.call(`PUT /content/${id}`, { json: { is_emergency } });
      expect([reply.status, reply.body.is_emergency]).toEqual([200, is_emergency]);
    }
    expect((await helena.call(`PUT /content/${id}`, { json: { is_public: false } })).status).toBe(200);
  });

  test('changes all fields or none', async () => {
    const id = await newLetter(helena);
    const json = { title: 'New', content: 'New words', is_emergency: true, is_public: true };
    const refused = await helena.call(`PUT /content/${id}`, { json });
    expect([refused.status, refused.body.code]).toEqual([402, 'plan-required']);
    expect((await helena.call(`GET /content/${id}`)).body).toMatchObject({
      title: 'How we chose your name',
      is_emergency: false,
    });
    const changed = await helena.call(`PUT /content/${id}`, { json: { ...json, is_public: false } });
    expect(changed.body).toMatchObject({
      title: 'New',
      content: 'New words',
      excerpt: 'New words',
      is_emergency: true,
    });
  });

  test('changes the title of a letter or a file and leaves the rest', async () => {
    const id = await newLetter(helena);
    const letter = await helena.call(`PUT /content/${id}`, { json: { title: 'Only the title' } });
    expect(letter.body).toMatchObject({ title: 'Only the title', excerpt: 'Dear Ana, Still here.' });
    const again = await helena.call(`PUT /content/${id}`, { json: { content: 'Only the words' } });
    expect(again.body).toMatchObject({ title: 'Only the title', content: 'Only the words', metadata: { size: 14 } });
    const file = await helena.call('POST /content/upload-file', {
      form: fileForm({ type: 'file' }, Buffer.from('Bread'), 'recipe.txt'),
    });
    const renamed = await helena.call(`PUT /content/${file.body.id}`, { json: { title: 'Bread' } });
    expect(renamed.body).toMatchObject({ title: 'Bread', metadata: { original_filename: 'recipe.txt' } });
    expect((await helena.call(`PUT /content/${file.body.id}`, { json: { content: 'x' } })).status).toBe(409);
  });

  test.each([[{}], [{ is_public: 'true' }], [{ is_emergency: 1 }], [{ title: '' }], [[]], ['is_public'], [null]])(
    '%j is refused',
    async (json) => {
      const id = await newLetter(helena);
      expect((await helena.call(`PUT /content/${id}`, { json })).status).toBe(422);
    },
  );

  test('another person’s content answers as if it did not exist', async () => {
    const id = await newLetter(helena);
    const stranger = await newClient(web);
    for (const line of [`GET /content/${id}`, `PUT /content/${id}`, `DELETE /content/${id}`]) {
      const reply = await stranger.call(line, line.startsWith('PUT') ? { json: { title: 'Mine' } } : {});
      expect([line, reply.status, reply.body.code]).toEqual([line, 404, 'not-found']);
    }
    expect((await helena.call(`GET /content/${id}`)).status).toBe(200);
  });
});

describe('a file', () => {
  test('is saved under its own name, in any order of the form, and is served for the token', async () => {
    holds('S3-4', 'S7-4');
    const bytes = Buffer.from('Bread and salt');
    const saved = await helena.call('POST /content/upload-file', {
      form: fileForm({ type: 'file', is_public: 'false' }, bytes),
    });
    expect(saved.status).toBe(201);
    expect(saved.body).toMatchObject({
      type: 'file',
      title: 'notes.txt',
      content: '',
      is_public: false,
      metadata: { original_filename: 'notes.txt', size: bytes.length },
    });
    const address = `${web.origin}/api/content/file/${saved.body.file_id}`;
    const served = await web.fetch(address, { headers: { authorization: `Bearer ${helena.token}` } });
    expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes);
    expect((await web.fetch(address)).status).toBe(404);
    const bad = await web.fetch(address, { headers: { authorization: 'Bearer nonsense' } });
    expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test.each([
    ['no type', fileForm({}, Buffer.from('x')), 422, ['type']],
    ['text as its type', fileForm({ type: 'text' }, Buffer.from('x')), 422, ['type']],
    ['bytes of another type', fileForm({ type: 'image' }, Buffer.from('x')), 422, ['file']],
    ['nothing in it', fileForm({ type: 'file' }, Buffer.alloc(0)), 422, ['file']],
  ])('with %s is refused', async (_what, form, status, fields) => {
    const reply = await helena.call('POST /content/upload-file', { form });
    expect([reply.status, fieldsOf(reply)]).toEqual([status, fields]);
  });

  test('that is missing, too large, or to be public without the plan is refused, and nothing is saved', async () => {
    const before = await web.query('select count(*) from files');
    const empty = new FormData();
    empty.append('type', 'file');
    expect(fieldsOf(await helena.call('POST /content/upload-file', { form: empty }))).toEqual(['file']);
    expect((await helena.call('POST /content/upload-file', { json: {} })).status).toBe(415);
    const large = await helena.call('POST /content/upload-file', {
      form: fileForm({ type: 'file' }, Buffer.alloc(51 * MEGABYTE, 'x')),
    });
    expect(large.body).toMatchObject({ code: 'quota-exceeded', limit: 50 * MEGABYTE, needed: expect.any(Number) });
    const shown = fileForm({ type: 'file', is_public: 'true' }, Buffer.from('x'));
    expect((await helena.call('POST /content/upload-file', { form: shown })).status).toBe(402);
    expect(await web.query('select count(*) from files')).toEqual(before);
  });
});
