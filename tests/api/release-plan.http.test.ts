/** The calls about who gets what at the release. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { type Client, newClient } from './client.ts';
import { runProtocol } from './rows.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

interface Plan {
  items: { content_id: string; contact_id: string; after_days: number }[];
  sentences: { contact_id: string; text: string }[];
}

async function idsOf(owner: Client) {
  const contacts = await owner.call<{ id: string }[]>('GET /user/trusted-contacts');
  const contents = await owner.call<{ id: string }[]>('GET /content/list');
  return { contact_id: contacts.body[0]?.id ?? '', content_id: contents.body[0]?.id ?? '' };
}

test('a plan is replaced as a whole, and each contact has a sentence', async () => {
  const owner = await newClient(web);
  await runProtocol(owner, web);
  const { contact_id, content_id } = await idsOf(owner);
  expect((await owner.call<Plan>('GET /emergency/plan')).body).toEqual({
    items: [],
    sentences: [{ contact_id, text: expect.stringMatching(/^Rui receives 1 thing on \d+ \w+( \d{4})?\.$/) }],
  });
  const items = [{ content_id, contact_id, after_days: 14 }];
  const { status, body } = await owner.call<Plan>('PUT /emergency/plan', { json: { items } });
  expect([status, body.items]).toEqual([200, items]);
  const before = (await owner.call<Plan>('PUT /emergency/plan', { json: { items: [] } })).body;
  expect(before.items).toEqual([]);
  expect(before.sentences[0]?.text).not.toBe(body.sentences[0]?.text);
});

test('days outside of 0 to 365, and ids of others, are refused with the field', async () => {
  const [owner, other] = [await newClient(web), await newClient(web)];
  await runProtocol(owner, web);
  await runProtocol(other, web);
  const [own, theirs] = [await idsOf(owner), await idsOf(other)];
  const refused = async (items: unknown) => {
    const { status, body } = await owner.call<{ code: string }>('PUT /emergency/plan', { json: { items } });
    return [status, body.code];
  };
  const wrong = [
    [{ ...own, after_days: -1 }],
    [{ ...own, after_days: 366 }],
    [{ ...own, after_days: 1.5 }],
    [{ ...own, content_id: theirs.content_id, after_days: 0 }],
    [{ ...own, contact_id: theirs.contact_id, after_days: 0 }],
    'everything',
  ];
  for (const items of wrong) expect(await refused(items)).toEqual([422, 'validation-failed']);
  expect((await owner.call<Plan>('GET /emergency/plan')).body.items).toEqual([]);
});
