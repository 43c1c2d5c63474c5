/** Pages and API refuse alike what a plan does not allow, and save nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '#app/api/examples.ts';
import { givePlan } from '#tests/harness/plan.ts';
import type { Visitor } from '#tests/http/visitor.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { type Client, newClient, newLetter, type Reply } from './client.ts';

let web: Web;
let helena: Client;
let visitor: Visitor;
let letter: string;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web, 'free');
  visitor = web.visitor();
  await visitor.post('/auth', { email: helena.email, password: 'stillhere' });
  letter = await newLetter(helena);
});
afterAll(() => web?.stop());

const WISH = {
  delivery_type: 'email',
  recipient_name: 'Ana Quintanilha',
  recipient_email: 'ana@example.com',
  phone_country: 'PT',
  recipient_phone: '',
  date: '2031-05-04',
  time: '09:00',
  time_zone: 'Europe/Lisbon',
};
const TEXT = { title: 'For all', content: 'Hello, everyone.' };

interface Asking {
  plans: string[];
  byPage(): Promise<Response>;
  byProgram(): Promise<Reply>;
}

/** The same request by page and by API. */
const ASKED: Record<string, Asking> = {
  'a new delivery': {
    plans: ['Plus', 'Premium'],
    byPage: () => visitor.post('/schedule?new', { ...WISH, content_id: letter }),
    byProgram: () =>
      helena.call('POST /delivery/schedule', { json: { ...EXAMPLES.scheduleDelivery?.body, content_id: letter } }),
  },
  'one by WhatsApp': {
    plans: ['Plus', 'Premium'],
    byPage: () =>
      visitor.post('/schedule?new', {
        ...WISH,
        content_id: letter,
        delivery_type: 'whatsapp',
        recipient_phone: '912345678',
      }),
    byProgram: () => {
      const byWhatsApp = { delivery_type: 'whatsapp', recipient_phone: '+351912345678' };
      return helena.call('POST /delivery/schedule', {
        json: { ...EXAMPLES.scheduleDelivery?.body, ...byWhatsApp, content_id: letter },
      });
    },
  },
  'arming the protocol': {
    plans: ['Plus', 'Premium'],
    byPage: () => visitor.post('/emergency/arm', { inactive_days: '30', safety_days: '3' }),
    byProgram: () => helena.call('PUT /emergency/settings?is_active=true'),
  },
  'publishing a content': {
    plans: ['Premium'],
    byPage: () => visitor.post(`/content/${letter}/publish`),
    byProgram: () => helena.call(`PUT /content/${letter}`, { json: { is_public: true } }),
  },
  'saving a public content': {
    plans: ['Premium'],
    byPage: () => visitor.post('/create', { ...TEXT, type: 'text', is_public: 'on' }),
    byProgram: () =>
      helena.call('POST /content/upload', { json: { ...TEXT, type: 'text', is_public: true, metadata: {} } }),
  },
};

const rows = () =>
  web.query(
    `select (select count(*) from deliveries) as deliveries, (select count(*) from contents) as contents,
       (select count(*) from contents where is_public) as shown,
       (select count(*) from emergency_protocols where is_active) as armed`,
  );

describe.each(Object.entries(ASKED))('%s', (_what, { plans, byPage, byProgram }) => {
  test('is refused by page and API, with the plans that would allow it', async () => {
    holds('S6-4');
    const before = await rows();
    const { status, body } = await byProgram();
    expect([status, body]).toMatchObject([402, { code: 'plan-required', plans }]);
    const answer = await byPage();
    expect(answer.status).toBe(402);
    const page = (await answer.text()).replaceAll('<!-- -->', '');
    expect(page).toContain(String(body.detail));
    expect(await rows()).toEqual(before);
  });
});

test('a plan that ends before the form is sent: what was typed stays, and the same form works with a plan', async () => {
  const form = { ...WISH, content_id: letter };
  const answer = await visitor.post('/schedule?new', form);
  const page = await answer.text();
  for (const typed of [WISH.recipient_name, WISH.recipient_email, WISH.date])
    expect(page).toContain(`value="${typed}"`);
  await givePlan(web.query, helena.id, 'plus');
  expect((await visitor.post('/schedule?new', form)).status).toBe(302);
  await givePlan(web.query, helena.id, 'free');
  const { body } = await helena.call<{ id: string }[]>('GET /delivery/list');
  const moved = { json: { scheduled_time: '2032-01-01T08:00:00.000Z' } };
  expect((await helena.call(`PUT /delivery/${body[0]?.id}`, moved)).status).toBe(200);
});

test('storage beyond the plan: nothing is added, and both say why and which plans would allow it', async () => {
  await web.query('update storage_use set bytes = 60 * 1024 * 1024 where owner_id = ?', [helena.id]);
  const { status, body } = await helena.call('POST /content/upload', {
    json: { ...TEXT, type: 'text', is_public: false, metadata: {} },
  });
  expect([status, body]).toMatchObject([413, { code: 'quota-exceeded', plans: ['Plus', 'Premium'], needed: 16 }]);
  const answer = await visitor.post('/create', { ...TEXT, type: 'text' });
  expect([answer.status, (await answer.text()).includes(String(body.detail))]).toEqual([413, true]);
  expect((await helena.call(`GET /content/${letter}`)).status).toBe(200);
});
