/** Calls repeated with the same Idempotency-Key make one thing. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { type Client, fileForm, newClient, newLetter } from './client.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const letter = { title: 'A letter', type: 'text', content: 'Dear Ana,' };
const keyed = (key: string) => ({ 'idempotency-key': key });
const keep = (client: Client, key: string, change: object = {}) =>
  client.call('POST /content/upload', { json: { ...letter, ...change }, headers: keyed(key) });
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed');

async function countOf(table: string, client: Client): Promise<number> {
  const [row] = await web.query<{ n: number }>(`select count(*)::int as n from ${table} where owner_id = ?`, [
    client.id,
  ]);
  return row?.n ?? 0;
}

describe('a call with a key', () => {
  test('repeated, gets the first answer again and makes nothing', async () => {
    const helena = await newClient(web);
    const first = await keep(helena, 'k');
    const second = await keep(helena, 'k', { metadata: undefined });
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([second.status, replayed(second)]).toEqual([201, 'true']);
    expect(second.body).toEqual(first.body);
    expect(await countOf('contents', helena)).toBe(1);
  });

  test('twenty at once make one thing, and all get the same answer', async () => {
    const helena = await newClient(web);
    const replies = await Promise.all(Array.from({ length: 20 }, () => keep(helena, 'k')));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
    expect(await countOf('contents', helena)).toBe(1);
  });

  test('works for every call that creates', async () => {
    const helena = await newClient(web);
    const content_id = await newLetter(helena);
    const scheduled_time = new Date(Date.now() + 86_400_000).toISOString();
    const calls: [string, object, string][] = [
      [
        'POST /delivery/schedule',
        { content_id, recipient_email: 'a@example.com', scheduled_time, delivery_type: 'email' },
        'deliveries',
      ],
      ['POST /user/trusted-contacts', { name: 'Ana', email: 'ana@example.com' }, 'trusted_contacts'],
    ];
    for (const [line, json, table] of calls) {
      const [one, other] = [
        await helena.call(line, { json, headers: keyed(line.slice(5)) }),
        await helena.call(line, { json, headers: keyed(line.slice(5)) }),
      ];
      expect([line, one.status, other.body]).toEqual([line, 201, one.body]);
      expect(await countOf(table, helena)).toBe(1);
    }
  });

  test('used for a different call is refused, and keys of other callers do not count', async () => {
    const [helena, ana] = [await newClient(web), await newClient(web)];
    await keep(helena, 'k');
    expect((await keep(helena, 'k', { title: 'Another' })).body.code).toBe('conflict');
    const contact = { name: 'Ana', email: 'ana@example.com' };
    const elsewhere = await helena.call('POST /user/trusted-contacts', { json: contact, headers: keyed('k') });
    expect(elsewhere.status).toBe(409);
    const file = { form: fileForm({ type: 'file' }, Buffer.from('x')), headers: keyed('k') };
    expect((await helena.call('POST /content/upload-file', file)).status).toBe(409);
    expect(await countOf('contents', helena)).toBe(1);
    const hers = await keep(ana, 'k');
    expect([hers.status, replayed(hers)]).toEqual([201, null]);
  });

  test('can be repeated after a refusal', async () => {
    const helena = await newClient(web);
    expect((await keep(helena, 'k', { is_public: true })).status).toBe(402);
    expect((await keep(helena, 'k')).status).toBe(201);
  });

  test('is new again after a day', async () => {
    const helena = await newClient(web);
    await keep(helena, 'k');
    await web.query(`update idempotency_keys set created_at = now() - interval '25 hours' where owner_id = ?`, [
      helena.id,
    ]);
    expect(replayed(await keep(helena, 'k', { title: 'Another' }))).toBeNull();
    expect(await countOf('contents', helena)).toBe(2);
  });

  test.each([[' '], ['two words'], ['ä'], ['k'.repeat(256)]])('that is not valid (%s) is refused', async (key) => {
    const helena = await newClient(web);
    expect((await keep(helena, key)).status).toBe(422);
    expect((await keep(helena, 'k'.repeat(255))).status).toBe(201);
  });

  test('stores hashes that differ, even if two people send the same', async () => {
    const people = [await newClient(web), await newClient(web)];
    for (const one of people) await keep(one, 'k');
    const rows = await web.query<{ hash: Buffer }>(
      'select request_hash as hash from idempotency_keys where owner_id in (?, ?)',
      people.map(({ id }) => id),
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.hash).not.toEqual(rows[1]?.hash);
  });

  test('stores the answer encrypted', async () => {
    const helena = await newClient(web);
    await keep(helena, 'k', { title: 'Unmistakable' });
    const [row] = await web.query<{ answer: Buffer }>('select answer from idempotency_keys where owner_id = ?', [
      helena.id,
    ]);
    expect(row?.answer.subarray(0, 4).toString()).toBe('SHV1');
    expect(row?.answer.toString('latin1')).not.toContain('Unmistakable');
  });
});

describe('a file with a key', () => {
  const upload = (client: Client, key: string, { bytes = 'Bread', name = 'notes.txt', type = 'file' } = {}) =>
    client.call('POST /content/upload-file', {
      form: fileForm({ type }, Buffer.from(bytes), name),
      headers: keyed(key),
    });

  test('repeated, gets the first answer again, with any boundary; another file is refused', async () => {
    const helena = await newClient(web);
    const first = await upload(helena, 'k');
    const second = await upload(helena, 'k');
    expect([first.status, second.status, replayed(second)]).toEqual([201, 201, 'true']);
    expect(second.body).toEqual(first.body);
    for (const change of [{ bytes: 'Salt!' }, { name: 'other.txt' }, { type: 'image' }])
      expect((await upload(helena, 'k', change)).status).toBe(409);
    expect([await countOf('contents', helena), await countOf('files', helena)]).toEqual([1, 1]);
  });

  test('many at once save one file; the others get its answer or a conflict', async () => {
    const helena = await newClient(web);
    const replies = await Promise.all(Array.from({ length: 8 }, () => upload(helena, 'k')));
    for (const { status } of replies) expect([201, 409]).toContain(status);
    expect(replies.filter((reply) => reply.status === 201 && replayed(reply) === null)).toHaveLength(1);
    expect([await countOf('contents', helena), await countOf('files', helena)]).toEqual([1, 1]);
  });

  test('frees its key after a refusal; a key of a dead process is free after two minutes', async () => {
    const helena = await newClient(web);
    expect((await upload(helena, 'k', { bytes: '' })).status).toBe(422);
    const left = (age: string) =>
      web.query(
        `insert into idempotency_keys (owner_id, key, request_hash, created_at)
         values (?, ?, ?, now() - ?::interval)`,
        [helena.id, randomUUID(), Buffer.alloc(32), age],
      );
    expect((await upload(helena, 'k')).status).toBe(201);
    await left('1 minute');
    await left('3 minutes');
    const keys = await web.query<{ key: string }>(
      'select key from idempotency_keys where owner_id = ? and status is null order by created_at',
      [helena.id],
    );
    const [died = '', underWay = ''] = keys.map(({ key }) => key);
    expect((await upload(helena, underWay)).body.detail).toContain('still under way');
    expect((await keep(helena, underWay)).status).toBe(409);
    expect((await upload(helena, died)).status).toBe(201);
  });
});
