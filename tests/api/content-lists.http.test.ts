/** The calls that list contents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { type Client, call, fieldsOf, fileForm, type Item, newClient, newLetter } from './client.ts';

const MEGABYTE = 1_048_576;

let web: Web;
let helena: Client;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web, 'free');
});
afterAll(() => web?.stop());

const madeUp = (year: string) =>
  Buffer.from(`${year}-09-13T00:00:00.000Z 019200d4-7b5b-7000-8000-000000000000`).toString('base64url');

describe('lists', () => {
  test('continue at their link, newest first, to the end', async () => {
    const ana = await newClient(web);
    const ids = [];
    for (let n = 0; n < 5; n++) ids.unshift(await newLetter(ana, `Letter ${n}`));
    await ana.call('POST /content/upload-file', { form: fileForm({ type: 'file' }, Buffer.from('x')) });
    const seen: string[] = [];
    let line = 'GET /content/list?type=text&limit=2';
    for (let pages = 0; pages < 3; pages++) {
      const reply = await ana.call<Item[]>(line);
      seen.push(...reply.body.map(({ id }) => id));
      const [, next = ''] = /^<(.*)>; rel="next"$/.exec(reply.headers.get('link') ?? '') ?? [];
      expect(next === '').toBe(pages === 2);
      line = `GET ${next.slice(`${web.origin}/api`.length)}`;
    }
    expect(seen).toEqual(ids);
    expect((await ana.call<Item[]>('GET /content/list')).body).toHaveLength(6);
  });

  test('with long letters have shorter pages, so that memory is not filled', async () => {
    const ana = await newClient(web);
    for (let n = 0; n < 10; n++) await newLetter(ana, 'x'.repeat(MEGABYTE - 200));
    const { body, headers } = await ana.call<Item[]>('GET /content/list');
    expect(body).toHaveLength(8);
    expect(headers.get('link')).toContain('rel="next"');
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'limit=1.5',
    'limit=',
    'cursor=x',
    `cursor=${madeUp('+275760')}`,
    `cursor=${madeUp('0000')}`,
    'type=letter',
    'limit=1&limit=2',
  ])('?%s is refused', async (query) => {
    for (const path of ['/content/list', '/public/contents']) {
      const reply = await helena.call(`GET ${path}?${query}`);
      expect([path, reply.status, fieldsOf(reply)]).toEqual([path, 422, [query.split('=')[0]]]);
    }
  });

  test('of public contents show text and file to everyone, and nothing about the owner', async () => {
    holds('S7-5');
    const ana = await newClient(web, 'premium');
    const json = { title: 'For all', type: 'text', content: 'Hello, everyone.', is_public: true };
    const letter = await ana.call('POST /content/upload', { json });
    const file = await ana.call('POST /content/upload-file', {
      form: fileForm({ type: 'file', is_public: 'true' }, Buffer.from('For all')),
    });
    const { body } = await call<Item[]>(web, 'GET /public/contents?limit=2');
    expect(body.map(({ id }) => id)).toEqual([file.body.id, letter.body.id]);
    expect(body[1]).toMatchObject({ title: 'For all', content: 'Hello, everyone.' });
    for (const word of ['owner', 'is_public', 'is_emergency', ana.id, ana.email])
      expect(JSON.stringify(body)).not.toContain(word);
    expect((await web.fetch(`/api/content/file/${file.body.file_id}`)).status).toBe(200);
    await ana.call(`PUT /content/${letter.body.id}`, { json: { is_public: false } });
    const after = await call<Item[]>(web, 'GET /public/contents?type=text');
    expect(after.body.map(({ id }) => id)).not.toContain(letter.body.id);
  });
});
