/** "See it as Ana will" and "Send me a test": what they show and send, and that they open, record and use up nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DELIVERY_TESTS, type Limit } from '#domain/accounts/limits.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { deleteDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { deliveryTestJob, testDelivery } from '#services/recipients/delivery-test-job.ts';
import { previewDelivery, previewReschedule, previewSchedule } from '#services/recipients/preview.ts';
import { findInvitation } from '#services/recipients/recipient.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { BY_WHATSAPP, codeOf, createSentDeliveries, type SentDeliveries } from '#tests/harness/sent-deliveries.ts';

const ORIGIN = 'https://stillhere.example';

let owner: SentDeliveries;
beforeAll(async () => {
  owner = await createSentDeliveries();
});
afterAll(() => owner.post.close());

const context = () => ({ ...owner.stage.context(), appOrigin: ORIGIN });
const preview = (id: string) => previewDelivery(context(), owner.helena.id, id);

/** Everything that a recipient's visit, a message or a limit would change. */
async function recorded() {
  const tables = ['deliveries', 'delivery_contents', 'delivery_attempts', 'timeline', 'jobs', 'notices', 'rate_limits'];
  return Promise.all(tables.map((table) => owner.post.query(`select * from ${table} as t order by t::text`)));
}

let sent: EmailMessage[] = [];
let answer: ProviderAnswer = { kind: 'accepted', messageId: 'm1' };
beforeEach(async () => {
  answer = { kind: 'accepted', messageId: 'm1' };
  await owner.post.query("delete from jobs where kind = 'delivery-test'");
});

/** Sends the tests that wait. */
async function round(): Promise<EmailMessage[]> {
  sent = [];
  const fork = () => owner.stage.orm.em.fork();
  const job = deliveryTestJob({
    ...{ fork, keyring: owner.stage.keyring, appOrigin: ORIGIN },
    // why: mails reach people, and the test chooses what their provider answers.
    email: {
      async send(message) {
        sent.push(message);
        return answer;
      },
    },
    policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE },
  });
  await runDueJobs(fork, 'delivery-test', job);
  return sent;
}

test('a preview has the message and the page of a delivery that waits, and changes nothing', async () => {
  const id = await owner.scheduled({ link_years: 20 });
  const before = await recorded();
  const shown = await preview(id);
  expect(shown).toMatchObject({
    ...{ channel: 'email', recipient: 'Ana', address: 'ana@example.com' },
    message: { kind: 'email', mail: { title: 'How we chose your name', senderEmail: owner.helena.email } },
    page: { recipient_name: 'Ana', opened: false, extends_to: null, items: [{ content: 'Dear Ana,\n\nStill here.' }] },
  });
  const years = Number(shown.page.expires_at?.slice(0, 4)) - Number(shown.page.sent_on.slice(0, 4));
  expect(years).toBe(20);
  expect(await recorded()).toEqual(before);
});

test('no link in a preview is one of a recipient', async () => {
  const { message } = await preview(await owner.scheduled());
  const link = message.kind === 'email' ? message.mail.link : message.link;
  expect(link).toMatch(/^https:\/\/stillhere\.example\/auth\?to=%2Fschedule%2F[\w-]+%2Fpreview$/);
  await expect(findInvitation(owner.stage.context(), link.split('/').at(-1) ?? '')).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a preview by WhatsApp has the words of the template, and goes to the number', async () => {
  const shown = await preview(await owner.scheduled(BY_WHATSAPP));
  expect(shown).toMatchObject({
    ...{ channel: 'whatsapp', address: '+351 912 345 678' },
    message: { kind: 'phone', text: expect.stringMatching(/^Hello Ana, this is Stillhere: Helena Duarte \(/) },
  });
});

test('a form is previewed before it is scheduled, with the refusals of scheduling', async () => {
  const stranger = await createPerson(owner.stage.context());
  const before = await recorded();
  const input = scheduleOf(owner.helena.letter.id, { recipient_name: null, link_years: null });
  const shown = await previewSchedule(context(), owner.helena.id, input);
  expect(shown).toMatchObject({ recipient: 'ana@example.com', page: { expires_at: null } });
  const refused = (change: object) => codeOf(previewSchedule(context(), owner.helena.id, { ...input, ...change }));
  expect(await refused({ local_time: '2001-01-01T09:00' })).toBe('validation-failed');
  expect(await refused({ delivery_type: 'sms', recipient_phone: null })).toBe('validation-failed');
  expect(await refused({ content_id: stranger.letter.id })).toBe('validation-failed');
  expect(await recorded()).toEqual(before);
});

test('a preview is in the language of the recipient, chosen or not yet saved', async () => {
  const id = await owner.scheduled({ language: 'pt' });
  expect((await previewDelivery(context(), owner.helena.id, id)).language).toBe('pt');
  const { content_id: _, ...input } = scheduleOf('', { delivery_type: 'sms', recipient_phone: '+351912345678' });
  const { message } = await previewReschedule(context(), owner.helena.id, id, { ...input, language: 'de' });
  expect(message).toMatchObject({ kind: 'phone', text: expect.stringMatching(/^Guten Tag\./) });
});

test('changes are previewed before they are saved', async () => {
  const id = await owner.scheduled({ link_years: 5 });
  const before = await recorded();
  const { content_id: _, ...input } = scheduleOf('', { recipient_name: 'Inês' });
  const shown = await previewReschedule(context(), owner.helena.id, id, input);
  expect(shown.recipient).toBe('Inês');
  expect(Number(shown.page.expires_at?.slice(0, 4)) - Number(shown.page.sent_on.slice(0, 4))).toBe(5);
  expect(await recorded()).toEqual(before);
});

test('only its owner has a preview, and only while it waits', async () => {
  const id = await owner.scheduled();
  const stranger = await createPerson(owner.stage.context());
  expect(await codeOf(previewDelivery(context(), stranger.id, id))).toBe('not-found');
  expect(await codeOf(testDelivery(owner.stage.context(), stranger.id, id))).toBe('not-found');
  await owner.send(id);
  expect(await codeOf(preview(id))).toBe('conflict');
  expect(await codeOf(testDelivery(owner.stage.context(), owner.helena.id, id))).toBe('conflict');
});

test('a test goes to the owner’s address alone, once, is marked, and opens nothing', async () => {
  const id = await owner.scheduled();
  const [first] = await owner.post.query('select * from deliveries where id = ?', [id]);
  const messages = owner.post.sent.length;
  await testDelivery(owner.stage.context(), owner.helena.id, id);
  await testDelivery(owner.stage.context(), owner.helena.id, id);
  const mails = await round();
  expect(mails).toEqual([
    expect.objectContaining({
      to: { email: owner.helena.email, name: null },
      subject: expect.stringMatching(/^Test: From Helena Duarte, a letter for you/),
      text: expect.stringMatching(/^Test: Ana, Helena Duarte wrote to you\.\n\nThis is a test from Stillhere/),
    }),
  ]);
  expect(mails[0]?.text).toContain(`/auth?to=%2Fschedule%2F${id}%2Fpreview`);
  expect(mails[0]?.text).not.toContain('/m/');
  expect(await round(), 'once').toEqual([]);
  const [after] = await owner.post.query('select * from deliveries where id = ?', [id]);
  expect([after, owner.post.sent.length]).toEqual([first, messages]);
  expect(await owner.timelineOf(id)).toEqual([]);
});

test('of a WhatsApp message the words come by email', async () => {
  const id = await owner.scheduled(BY_WHATSAPP);
  await testDelivery(owner.stage.context(), owner.helena.id, id);
  const [mail] = await round();
  expect(mail?.subject).toBe('Test: your WhatsApp message to Ana');
  expect(mail?.text.replace(/\s+/g, ' ')).toContain('The message will say: Hello Ana, this is Stillhere');
});

test('a test waits while the provider is away, and is given up with what it was about', async () => {
  const id = await owner.scheduled();
  await testDelivery(owner.stage.context(), owner.helena.id, id);
  answer = { kind: 'transient', reason: 'busy', retryAfter: null };
  expect(await round()).toHaveLength(1);
  await owner.post.query("update jobs set run_at = now() where kind = 'delivery-test'");
  await deleteDelivery(owner.stage.context(), owner.helena.id, id);
  expect(await round()).toEqual([]);
  expect(await owner.post.query("select 1 from jobs where kind = 'delivery-test'")).toEqual([]);
});

test('a test needs a confirmed address, and there are only so many a day', async () => {
  const id = await owner.scheduled();
  const asked: Limit[] = [];
  // why: the counter of a process needs a pool of its own.
  const limiter = {
    take: async (limit: Limit) => (asked.push(limit) > 1 ? MINUTE : null),
    giveBack: async () => {},
    close: async () => {},
  };
  const limits = { limiter, address: null, perMinute: { calls: 0, writes: 0 }, onFailure: () => {} };
  const ask = () => testDelivery({ ...owner.stage.context(), limits }, owner.helena.id, id);
  expect([await codeOf(ask()), await codeOf(ask())]).toEqual(['done', 'too-many-requests']);
  expect(asked).toEqual([DELIVERY_TESTS, DELIVERY_TESTS]);

  const stage = await createStage();
  const nora = await createPerson(stage.context());
  const { id: noras } = await scheduleDelivery(stage.context(), nora.id, scheduleOf(nora.letter.id));
  await unconfirm((sql, params) => stage.orm.em.fork().execute(sql, params), nora.id);
  expect(await codeOf(testDelivery(stage.context(), nora.id, noras))).toBe('address-unconfirmed');
  await stage.close();
});
