/** Mails about money: once, true, and not to somebody who is silent. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { whatWaits } from '#services/operations/gauges.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { queueBillingMail } from '#services/subscription/reconcile.ts';
import { Books } from '#tests/harness/books.ts';
import { sendDueBillingMails } from '#tests/harness/jobs.ts';
import { createPayer } from '#tests/harness/payer.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: null };

/** why: what the mail provider answers is the test's to choose. */
function post(answer = ACCEPTED) {
  const sent: EmailMessage[] = [];
  const postman = {
    fork: () => years.stage.orm.em.fork(),
    email: {
      async send(message: EmailMessage) {
        sent.push(message);
        return answer;
      },
    },
    policy: { claimLease: 20_000, unknownWait: 180_000, minute: MINUTE },
    appOrigin: 'https://stillhere.example',
  };
  return {
    sent,
    async send() {
      while ((await sendDueBillingMails(postman)) > 0);
      return sent.map(({ subject }) => subject);
    },
  };
}

const payer = async () => {
  const helena = await createPayer(years.stage, new Books());
  return { ...helena, subscriptionId: await helena.subscribed() };
};
const invoice = (subscriptionId: string, id: string) => ({ kind: 'invoice' as const, id, subscriptionId });

it('a receipt goes out once, to whoever paid, with what was paid and until when', async () => {
  const helena = await payer();
  await helena.hear(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'paid')));
  const first = post();
  expect(await first.send()).toEqual(['Your receipt: $5 to Stillhere']);
  expect(first.sent[0]?.to.email).toBe(helena.email);
  expect(first.sent[0]?.text.replace(/\s+/g, ' ')).toMatch(
    /^Your payment has arrived\. Thank you\. You paid \$5 on .* for Stillhere Plus by the month\. That is good until /,
  );
  expect(await post().send()).toEqual([]);
  expect(await helena.mails()).toMatchObject([{ run_at: null, sent_at: expect.anything() }]);
});

it('two workers at once send one copy', async () => {
  const helena = await payer();
  await helena.hear(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'paid')));
  const all = await Promise.all([post().send(), post().send(), post().send()]);
  expect(all.flat()).toHaveLength(1);
});

it('a mail that nobody takes is tried again, and one that is refused for good is not', async () => {
  const helena = await payer();
  await helena.hear(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'paid')));
  await post({ kind: 'transient', reason: 'busy', retryAfter: null }).send();
  const [waiting] = await helena.mails();
  expect(waiting).toMatchObject({ tries: 1, sent_at: null, run_at: expect.anything() });
  await years.query(`update jobs set created_at = created_at - interval '2 hours'`);
  expect((await whatWaits(years.stage.orm.em.fork())).mailSeconds.billing).toBeGreaterThan(7_000);
  await years.query("update jobs set run_at = now() where kind = 'billing-mail' and tries > 0");
  await post({ kind: 'permanent', reason: 'refused', failure: 'refused' }).send();
  expect(await helena.mails()).toMatchObject([{ sent_at: null, run_at: null }]);
  expect((await whatWaits(years.stage.orm.em.fork())).mailSeconds.billing).toBe(0);
});

it('a refund says what is given back and what stays', async () => {
  const helena = await payer();
  const refund = { ownerId: helena.id, kind: 'refund', reference: 're_1', amount: 10_000 } as const;
  await queueBillingMail(years.stage.orm.em.fork(), { ...refund, planType: 'premium_yearly' });
  await queueBillingMail(years.stage.orm.em.fork(), { ...refund, planType: 'premium_yearly' });
  expect(await post().send()).toEqual(['Your refund: $100 from Stillhere']);
});

it('of a payment that failed nothing is said once it has been made, and nothing of an end that was none', async () => {
  const helena = await payer();
  helena.change(helena.subscriptionId, { status: 'past-due' });
  await helena.hear(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'open')));
  helena.change(helena.subscriptionId, { status: 'active' });
  await helena.hear({ kind: 'subscription', id: helena.subscriptionId });
  helena.change(helena.subscriptionId, { status: 'ended' });
  await helena.hear({ kind: 'subscription', id: helena.subscriptionId });
  await helena.subscribed({ createdAt: Date.now() + 1_000 });
  expect(await post().send()).toEqual([]);
  expect((await helena.mails()).map(({ run_at }) => run_at)).toEqual([null, null]);
});

it('a payment that failed is told, and the end of a plan', async () => {
  const helena = await payer();
  helena.change(helena.subscriptionId, { status: 'past-due' });
  await helena.hear(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'open')));
  expect(await post().send()).toEqual(['Your payment to Stillhere did not go through']);
  helena.change(helena.subscriptionId, { status: 'ended' });
  await helena.hear({ kind: 'subscription', id: helena.subscriptionId });
  expect(await post().send()).toEqual(['Your plan at Stillhere has ended']);
});

it('whoever is past the deadline hears nothing of a failed payment until they are heard; a receipt reaches them', async () => {
  const person = await years.armed();
  const helena = await createPayer(years.stage, new Books(), person);
  const id = await helena.subscribed();
  await years.silentOn(helena.id, 'missed');
  helena.change(id, { status: 'past-due' });
  await helena.hear(invoice(id, helena.billed(id, 'open')));
  expect(await post().send()).toEqual([]);
  await helena.hear(invoice(id, helena.billed(id, 'paid')));
  expect(await post().send()).toEqual(['Your receipt: $5 to Stillhere']);
  // What waits for its owner is not what no provider takes.
  expect((await whatWaits(years.stage.orm.em.fork())).mailSeconds.billing).toBe(0);
  await checkIn(years.context(), helena.id);
  // It was put off, so that nobody looks at it twice a second.
  expect(await post().send()).toEqual([]);
  await years.query(`update jobs set run_at = run_at - interval '1 hour' where kind = 'billing-mail'`);
  expect(await post().send()).toEqual(['Your payment to Stillhere did not go through']);
});
