/** The record as programs read and export it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordEntry } from '#services/record/entries.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { verify } from '#tests/record/chain.ts';
import { type Client, fieldsOf, newClient, newLetter } from './client.ts';

let web: Web;
let helena: Client;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web);
  for (let n = 0; n < 3; n += 1) await newLetter(helena);
  await helena.call('POST /user/trusted-contacts', { json: { name: 'Rui', email: 'rui@example.com' } });
});
afterAll(() => web?.stop());

const read = async (query = '') => (await helena.call<RecordEntry[]>(`GET /record${query}`)).body;

describe('GET /api/record', () => {
  test('lists what happened, newest first, with numbers without a gap', async () => {
    const entries = await read();
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => entries.length - index));
    expect(entries[0]).toMatchObject({ kind: 'contact-added', data: { contact_id: expect.any(String) } });
    expect(entries.at(-1)).toMatchObject({ seq: 1, kind: 'account-signed-up', prev: '0'.repeat(64) });
    for (const entry of entries) expect(Object.keys(entry)).toEqual(['seq', 'at', 'kind', 'data', 'prev', 'hash']);
  });

  test('goes on where a page ended', async () => {
    const all = await read();
    const paged: RecordEntry[] = [];
    let line = 'GET /record?limit=2';
    for (;;) {
      const { body, headers } = await helena.call<RecordEntry[]>(line);
      paged.push(...body);
      const [, next] = /\/api(\/record\?[^>]+)>/.exec(headers.get('link') ?? '') ?? [];
      if (!next) break;
      line = `GET ${next}`;
    }
    expect(paged).toEqual(all);
  });

  test('leaves one kind, or all of an area', async () => {
    expect((await read('?kind=content')).map(({ kind }) => kind)).toEqual(Array(3).fill('content-created'));
    expect((await read('?kind=contact-added')).length).toBe(1);
    expect(await read('?kind=delivery')).toEqual([]);
  });

  test('refuses a kind and a cursor that are not ours', async () => {
    for (const [query, field] of [
      ['kind=everything', 'kind'],
      ['cursor=abc', 'cursor'],
      ['cursor=0', 'cursor'],
    ]) {
      const reply = await helena.call(`GET /record?${query}`);
      expect([query, reply.status, fieldsOf(reply)]).toEqual([query, 422, [field]]);
    }
  });

  test('shows nobody else’s', async () => {
    const other = await newClient(web);
    const { body } = await other.call<RecordEntry[]>('GET /record?kind=contact');
    expect(body).toEqual([]);
  });
});

test('the export is the whole record as lines of JSON, which the checking program accepts', async () => {
  const response = await web.fetch('/api/record/export', { headers: { authorization: `Bearer ${helena.token}` } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/jsonl; charset=utf-8']);
  const text = await response.text();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const all = (await read()).reverse();
  expect(lines.slice(0, -1)).toEqual(all);
  expect(lines.at(-1)).toEqual({ end: true, count: all.length, head: all.at(-1)?.hash });
  expect(verify(text)).toMatchObject({ code: 0 });
});

test('nothing that a person wrote, no name, no address and no secret is in a record', async () => {
  const text = JSON.stringify(await read());
  for (const word of ['Rui', 'rui@example.com', 'Dear Ana', 'How we chose', helena.email, helena.token])
    expect(text).not.toContain(word);
});
