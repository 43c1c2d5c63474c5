/** Webhooks with real rows: which events reach them, what becomes of a message, and when a webhook is switched off. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MINUTE } from '#domain/time/durations.ts';
import type { WebhookAnswer, WebhookEvent } from '#domain/webhooks/webhooks.ts';
import { endAccess } from '#services/accounts/end-access.ts';
import { CallSlots, webhookJob } from '#services/accounts/webhook-job.ts';
import { deleteOldWebhookMessages } from '#services/accounts/webhook-log.ts';
import { createWebhook, deleteWebhook, listWebhooks, testWebhook } from '#services/accounts/webhooks.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { rotateKeys } from '#services/crypto/person-key.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { newId } from '#services/ids.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { WebhookCall } from '#services/ports/webhooks.ts';
import { notifyWebhooks } from '#services/webhooks/notify-webhooks.ts';
import { signWebhook } from '#services/webhooks/sign.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const answered = (status: number): WebhookAnswer => ({ kind: 'answered', status, retryAfter: null });
let answer: WebhookAnswer;
let calls: WebhookCall[];
beforeEach(async () => {
  [answer, calls] = [answered(204), []];
  // What the test before left waiting is not of this one.
  await years.query('delete from webhook_messages');
});

/** why: the programs of owners are elsewhere, and the test chooses what they answer. */
function jobOf(fork = years.fork, keyring = years.stage.keyring) {
  const webhooks = {
    async post(call: WebhookCall) {
      calls.push(call);
      return answer;
    },
  };
  return webhookJob({ fork, keyring, policy: { minute: MINUTE }, webhooks });
}
/** Sends what is due. */
const round = () => runDueJobs(years.fork, 'webhook', jobOf());
const makeDue = () => years.query("update jobs set run_at = now() where kind = 'webhook'");
const waiting = async (id: string) =>
  (
    await years.query<{ wait: number }>(
      `select extract(epoch from j.run_at - now())::float8 as wait from jobs j join webhook_messages m on m.id::text = j.subject
       where j.kind = 'webhook' and webhook_id = ?`,
      [id],
    )
  ).map(({ wait }) => Math.round(wait));

/** An owner with a running protocol and a webhook. */
async function owner(events: WebhookEvent[] = ['released', 'delivered', 'check-in-missed']) {
  const person = await years.armed();
  const url = `https://hooks.example.com/${randomUUID()}`;
  const { id, secret } = await createWebhook(years.context(), person, { url, events });
  const view = async () => (await listWebhooks(years.context(), person.id))[0];
  return { ...person, webhookId: id, url, secret, view };
}
const bodies = () => calls.map(({ body }) => JSON.parse(body));
const happen = (ownerId: string, event: WebhookEvent = 'delivered') =>
  years.fork().transactional((tx) => notifyWebhooks(tx, event, [{ ownerId, data: { delivery_id: newId() } }]));
const kindsOf = async (id: string) =>
  (
    await years.query<{ kind: string }>(
      "select kind from record_entries where account_id = ? and kind like 'account-webhook-%' order by seq",
      [id],
    )
  ).map(({ kind }) => kind.replace('account-webhook-', ''));
const mailsOf = async (id: string) =>
  (
    await years.query<{ kind: string }>(
      "select kind from account_mails where user_id = ? and kind like 'webhook-%' order by created_at, id",
      [id],
    )
  ).map(({ kind }) => kind);

describe('an event', () => {
  test('of a missed check-in and of the release reaches the webhooks that hear of it', async () => {
    const all = await owner();
    const some = await owner(['released']);
    for (const { id } of [all, some]) await years.silentOn(id, 'missed');
    await round();
    expect(bodies()).toEqual([
      {
        type: 'check-in-missed',
        timestamp: expect.stringMatching(/Z$/),
        data: { account_id: all.id, episode: expect.any(Number) },
      },
    ]);
    for (const { id } of [all, some]) await years.silentOn(id, 'released');
    calls = [];
    await round();
    expect(bodies().map(({ type, data }) => [type, data.account_id])).toEqual(
      expect.arrayContaining([
        ['released', all.id],
        ['released', some.id],
      ]),
    );
    expect(calls).toHaveLength(2);
  });

  test('of a delivery that arrived is sent once, with its id and no text', async () => {
    const helena = await owner(['delivered']);
    const { id } = await scheduleDelivery(years.context(), helena.id, scheduleOf(helena.letter.id));
    const attemptId = newId();
    await years.query(
      "insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, 'started', now())",
      [attemptId, id],
    );
    const event = {
      ...{ eventId: randomUUID(), attemptId, mailId: null, messageId: 'm1', name: 'delivered' },
      ...{ event: { kind: 'delivered' as const }, occurredAt: new Date() },
    };
    for (let times = 0; times < 2; times++) await recordProviderEvents({ em: years.fork() }, 'sendgrid', [event]);
    await round();
    expect(bodies().map(({ type, data }) => [type, data])).toEqual([
      ['delivered', { account_id: helena.id, delivery_id: id }],
    ]);
    expect(JSON.stringify(calls)).not.toMatch(/Ana|ana@|name/);
  });

  test('that fails leaves no message', async () => {
    const helena = await owner();
    const failed = years.fork().transactional(async (tx) => {
      await notifyWebhooks(tx, 'released', [{ ownerId: helena.id, data: { episode: 1 } }]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect([await waiting(helena.webhookId), (await helena.view())?.log]).toEqual([[], []]);
  });
});

describe('a message', () => {
  test('is signed with the secret of its webhook, anew in each try, under one id', async () => {
    const helena = await owner();
    await happen(helena.id);
    answer = answered(500);
    await round();
    await makeDue();
    answer = answered(200);
    await round();
    const [first, second] = calls;
    expect(calls).toHaveLength(2);
    expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);
    for (const { url, headers, body } of calls) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      expect(url).toBe(helena.url);
      expect(headers).toMatchObject(signWebhook(helena.secret, { id: headers['webhook-id'] ?? '', at, body }));
    }
    await round();
    expect(calls).toHaveLength(2);
    expect(await helena.view()).toMatchObject({
      last_delivered_at: expect.any(String),
      log: [{ event: 'delivered', tries: 2, last_status: 200, arrived_at: expect.any(String), next_try_at: null }],
    });
  });

  test('waits longer after each try, and its owner sees when the next one is', async () => {
    const helena = await owner();
    await happen(helena.id);
    answer = { kind: 'failed', failure: 'time-out' };
    const waits: number[][] = [];
    for (let tries = 0; tries < 3; tries++) {
      await round();
      waits.push(await waiting(helena.webhookId));
      await makeDue();
    }
    expect(waits).toEqual([[5], [300], [1800]]);
    expect((await helena.view())?.log).toMatchObject([
      { tries: 3, last_failure: 'time-out', last_status: null, next_try_at: expect.any(String) },
    ]);
  });

  test('is sent after the master key was rotated, by the new ring alone', async () => {
    const [old, fresh] = ['old', 'new'].map((name) => `${name}:${randomBytes(32).toString('base64')}`);
    const stage = await createStage(new Keyring(`${old}`));
    onTestFinished(() => stage.close());
    const fork = () => stage.orm.em.fork();
    const helena = await createPerson(stage.context());
    const url = 'https://hooks.example.com/rotated';
    await createWebhook(stage.context(), helena, { url, events: ['delivered'] });
    await fork().transactional((tx) => notifyWebhooks(tx, 'delivered', [{ ownerId: helena.id, data: {} }]));
    await rotateKeys(fork(), new Keyring(`${fresh},${old}`));
    await runDueJobs(fork, 'webhook', jobOf(fork, new Keyring(`${fresh}`)));
    expect(calls.map((call) => call.url)).toEqual([url]);
  });

  test('of a webhook that was deleted is not sent', async () => {
    const helena = await owner();
    await happen(helena.id);
    await deleteWebhook(years.context(), helena.id, helena.webhookId);
    await makeDue();
    await round();
    expect([calls, await helena.view()]).toEqual([[], undefined]);
    expect(await years.query("select subject from jobs where kind = 'webhook'")).toEqual([]);
  });

  test('is deleted after a month', async () => {
    const helena = await owner();
    await happen(helena.id);
    await round();
    await years.query(`update webhook_messages set created_at = now() - interval '29 days'`);
    await deleteOldWebhookMessages(years.fork());
    expect((await helena.view())?.log).toHaveLength(1);
    await years.query(`update webhook_messages set created_at = now() - interval '31 days'`);
    await deleteOldWebhookMessages(years.fork());
    expect((await helena.view())?.log).toEqual([]);
  });
});

describe('a webhook', () => {
  /** Tries a message to its end. */
  async function exhaust(): Promise<void> {
    for (let tries = 0; tries < 10; tries++) {
      await makeDue();
      await round();
    }
  }

  test('is switched off when a message failed for three days and nothing arrived; its owner is mailed once', async () => {
    const helena = await owner();
    await happen(helena.id);
    await happen(helena.id);
    answer = answered(500);
    await exhaust();
    expect(await helena.view()).toMatchObject({ off_at: expect.any(String), off_because: 'failing' });
    expect((await helena.view())?.log.map(({ given_up_at }) => given_up_at)).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    expect(await mailsOf(helena.id)).toEqual(['webhook-created', 'webhook-off']);
    calls = [];
    await happen(helena.id);
    await makeDue();
    await round();
    expect([calls, await kindsOf(helena.id)]).toEqual([[], ['created', 'switched-off']]);
  });

  test('stays on when another message arrived meanwhile', async () => {
    const helena = await owner();
    await happen(helena.id);
    answer = answered(500);
    await round();
    const [first] = calls;
    await happen(helena.id);
    answer = answered(200);
    await round();
    answer = answered(500);
    await exhaust();
    expect(calls.filter(({ headers }) => headers['webhook-id'] === first?.headers['webhook-id'])).toHaveLength(10);
    expect(await helena.view()).toMatchObject({ off_at: null });
    expect(await mailsOf(helena.id)).toEqual(['webhook-created']);
  });

  test('is switched off at once when its program answers 410', async () => {
    const helena = await owner();
    await happen(helena.id);
    answer = answered(410);
    await round();
    expect(await helena.view()).toMatchObject({ off_because: 'gone', log: [{ tries: 1, last_status: 410 }] });
    expect(await mailsOf(helena.id)).toEqual(['webhook-created', 'webhook-off']);
  });

  test('is on again when a test arrives, and a test that fails changes nothing', async () => {
    const helena = await owner();
    await happen(helena.id);
    answer = answered(410);
    await round();
    await testWebhook(years.context(), helena.id, helena.webhookId);
    await round();
    expect(await helena.view()).toMatchObject({ off_because: 'gone', log: [{ event: 'test', tries: 1 }, {}] });
    answer = answered(200);
    await testWebhook(years.context(), helena.id, helena.webhookId);
    await round();
    expect(await helena.view()).toMatchObject({ off_at: null, off_because: null });
    expect(bodies().at(-1)).toMatchObject({ type: 'test', data: { account_id: helena.id } });
    expect(await kindsOf(helena.id)).toEqual(['created', 'switched-off', 'tested', 'tested', 'switched-on']);
  });

  test('can be tested five times an hour, and says when again', async () => {
    const helena = await owner();
    const send = () => testWebhook(years.context(), helena.id, helena.webhookId);
    for (let times = 0; times < 5; times++) await send();
    await expect(send()).rejects.toMatchObject({ code: 'too-many-requests' });
    await years.query("update webhook_messages set created_at = created_at - interval '61 minutes'");
    expect(await send()).toEqual({ id: expect.any(String) });
    await makeDue();
    await round();
  });

  test('saves neither its address nor its secret in the clear', async () => {
    const helena = await owner();
    const rows = await years.query<{ text: string }>(
      `select encode(url || secret, 'escape') as text from webhooks
       join webhook_secrets on webhook_id = id where id = ?`,
      [helena.webhookId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toMatch(/hooks\.example|whsec_/);
  });

  test('ends with the other ways into an account, when its owner proves the address anew', async () => {
    const helena = await owner();
    await happen(helena.id);
    await years.fork().transactional(async (tx) => endAccess({ ...years.context(), em: tx }, helena.id));
    expect(await helena.view()).toBeUndefined();
    await round();
    expect(calls).toEqual([]);
  });
});

describe('a slow program', () => {
  test('takes four places of a process at most, and so does one account', () => {
    const slots = new CallSlots();
    const taken = ['1', '2', '3', '4'].map((account) => slots.take(['slow.example', account]));
    expect(taken.every(Boolean)).toBe(true);
    expect(slots.take(['slow.example', '5'])).toBeNull();
    expect(slots.take(['other.example', '5'])).not.toBeNull();
    taken[0]?.();
    expect(slots.take(['slow.example', '5'])).not.toBeNull();
  });

  test('keeps the calls that have no place, without counting a try', async () => {
    const helena = await owner();
    for (let times = 0; times < 6; times++) await happen(helena.id);
    const gate = Promise.withResolvers<void>();
    const four = Promise.withResolvers<void>();
    const webhooks = {
      async post(call: WebhookCall) {
        calls.push(call);
        if (calls.length === 4) four.resolve();
        await gate.promise;
        return answer;
      },
    };
    const job = webhookJob({ fork: years.fork, keyring: years.stage.keyring, policy: { minute: MINUTE }, webhooks });
    const running = runDueJobs(years.fork, 'webhook', job);
    await four.promise;
    gate.resolve();
    await running;
    expect(calls.length).toBeGreaterThanOrEqual(4);
    const tries = await years.query<{ tries: number }>("select tries from jobs where kind = 'webhook'");
    expect([tries.length, tries.every(({ tries: count }) => count === 0)]).toEqual([6 - calls.length, true]);
    await makeDue();
    await round();
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  });
});
