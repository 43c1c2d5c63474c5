/** The record as its owner sees it, and the daily roots as everyone does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '#tests/record/chain.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const written = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');

async function owner() {
  const helena = await web.person();
  await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  await helena.post('/profile/contacts', { name: 'Rui', email: 'rui@example.com' });
  return helena;
}

describe('/profile/record', () => {
  test('says in sentences what happened, and that nothing was changed', async () => {
    const helena = await owner();
    const page = await written(await helena.get('/profile/record'));
    expect(page).toMatch(/Checked just now: \d+ entries, none changed/);
    for (const sentence of [
      'You opened your account.',
      'You signed in.',
      'You saved an item.',
      'You added a trusted contact.',
    ])
      expect(page).toContain(sentence);
    // What it is about is named on the page, as it is called now, and not in the record.
    expect(page).toMatch(/You saved an item\. <a[^>]*>For Ana<\/a>/);
    expect(page).toMatch(/You added a trusted contact\. <a[^>]*>Rui<\/a>/);
    expect(page).toContain('href="/profile/record/export.jsonl"');
    expect(await written(await helena.get('/profile'))).toContain('href="/profile/record"');
  });

  test('leaves what a filter asks for, and says when nothing fits', async () => {
    const helena = await owner();
    const contacts = await written(await helena.get('/profile/record?kind=contact'));
    expect([contacts.includes('You added a trusted contact.'), contacts.includes('You saved an item.')]).toEqual([
      true,
      false,
    ]);
    const words = await written(await helena.get('/profile/record?words=SAVED'));
    expect([words.includes('You saved an item.'), words.includes('You signed in.')]).toEqual([true, false]);
    expect(await written(await helena.get('/profile/record?until=2020-01-01'))).toContain(
      'Nothing in the record fits.',
    );
    expect(await written(await helena.get('/profile/record?from=2020-01-01'))).toContain('You saved an item.');
    expect((await helena.get('/profile/record?from=tomorrow&kind=x')).status).toBe(200);
  });

  test('says which entry is not as it was written', async () => {
    const helena = await owner();
    await web.query(
      `update record_entries set at = at - interval '1 hour' where seq = 2 and account_id = (select id from users where email = ?)`,
      [helena.email],
    );
    expect(await written(await helena.get('/profile/record'))).toContain('Entry 2 is not as it was written');
  });

  test('is exported as lines of JSON and as a table', async () => {
    const helena = await owner();
    const lines = await helena.get('/profile/record/export.jsonl');
    expect(lines.headers.get('content-disposition')).toBe('attachment; filename=record.jsonl');
    expect(verify(await lines.text())).toMatchObject({ code: 0 });
    const table = await helena.get('/profile/record/export.csv');
    const [head, first] = (await table.text()).split('\r\n');
    expect([table.headers.get('content-type'), head]).toEqual([
      'text/csv; charset=utf-8',
      '"seq","at","kind","text","data","prev","hash"',
    ]);
    expect(first).toMatch(
      /^"1","20[^"]+Z","account-signed-up","You opened your account\.","\{""by"":""password""\}","0{64}","[0-9a-f]{64}"$/,
    );
  });
});

describe('/record/roots', () => {
  test('says that there is none yet, and then shows each, for programs too', async () => {
    const visitor = web.visitor();
    expect(await written(await visitor.get('/record/roots'))).toContain('There is none yet.');
    const root = 'ab'.repeat(32);
    await web.query(
      `insert into record_roots (day, made_at, root, chains, buckets) values ('2026-11-28', now(), decode(?, 'hex'), 3, '')`,
      [root],
    );
    const page = await written(await visitor.get('/record/roots'));
    expect([page.includes('28 November 2026, 3 records'), page.includes(root)]).toEqual([true, true]);
    const list = await visitor.get('/record/roots.json');
    expect(await list.json()).toEqual([{ day: '2026-11-28', root, chains: 3, made_at: expect.any(String) }]);
  });

  test('has the checking program', async () => {
    const program = await web.visitor().get('/record/verify-record.mjs');
    expect([program.status, (await program.text()).startsWith('#!/usr/bin/env node')]).toEqual([200, true]);
  });
});
