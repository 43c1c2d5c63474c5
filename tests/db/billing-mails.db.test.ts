/** Mails about money: once, correct, and not to an owner who is silent. */

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

/** why: the test chooses what the mail provider answers. */
function post(answer = ACCEPTED) {
  const sent: EmailMessage[] = [];
  const deps = {
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
      while ((await sendDueBillingMails(deps)) > 0);
      return sent.map(({ subject }) => subject);
    },
  };
}

const payer = async () => {
  const helena = await createPayer(years.stage, new Books());
  return { ...helena, subscriptionId: await helena.subscribed() };
};
const invoice = (subscriptionId: string, id: string) => ({ kind: 'invoice' as const, id, subscriptionId });

it('sends one receipt to the payer, with the amount and the end of the period', async () => {
  const helena = await payer();
  await helena.receive(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'paid')));
  const first = post();
  expect(await first.send()).toEqual(['Your receipt: $5 to Stillhere']);
  expect(first.sent[0]?.to.email).toBe(helena.email);
  expect(first.sent[0]?.text.replace(/\s+/g, ' ')).toMatch(
    /^Thank you\. Your payment has arrived\. You paid \$5 on .* for one month of Stillhere Plus\. Your plan renews on /,
  );
  expect(await post().send()).toEqual([]);
  expect(await helena.mails()).toMatchObject([{ run_at: null, sent_at: expect.anything() }]);
});

it('sends one copy from two workers at once', async () => {
  const helena = await payer();
  await helena.receive(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'paid')));
  const all = await Promise.all([post().send(), post().send(), post().send()]);
  expect(all.flat()).toHaveLength(1);
});

it('tries a mail again that no provider accepts, and not one that is refused permanently', async () => {
  const helena = await payer();
  await helena.receive(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'paid')));
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

it('says in the mail of a refund what is refunded and what continues', async () => {
  const helena = await payer();
  const refund = { ownerId: helena.id, kind: 'refund', reference: 're_1', amount: 10_000 } as const;
  await queueBillingMail(years.stage.orm.em.fork(), { ...refund, planType: 'premium_yearly' });
  await queueBillingMail(years.stage.orm.em.fork(), { ...refund, planType: 'premium_yearly' });
  expect(await post().send()).toEqual(['Your refund: $100 from Stillhere']);
});

it('sends no mail about a failed payment that was made since, or about an end that did not happen', async () => {
  const helena = await payer();
  helena.change(helena.subscriptionId, { status: 'past-due' });
  await helena.receive(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'open')));
  helena.change(helena.subscriptionId, { status: 'active' });
  await helena.receive({ kind: 'subscription', id: helena.subscriptionId });
  helena.change(helena.subscriptionId, { status: 'ended' });
  await helena.receive({ kind: 'subscription', id: helena.subscriptionId });
  await helena.subscribed({ createdAt: Date.now() + 1_000 });
  expect(await post().send()).toEqual([]);
  expect((await helena.mails()).map(({ run_at }) => run_at)).toEqual([null, null]);
});

it('mails the owner about a failed payment and about the end of a plan', async () => {
  const helena = await payer();
  helena.change(helena.subscriptionId, { status: 'past-due' });
  await helena.receive(invoice(helena.subscriptionId, helena.billed(helena.subscriptionId, 'open')));
  expect(await post().send()).toEqual(['Your payment to Stillhere didn’t go through']);
  helena.change(helena.subscriptionId, { status: 'ended' });
  await helena.receive({ kind: 'subscription', id: helena.subscriptionId });
  expect(await post().send()).toEqual(['Your Stillhere plan has ended']);
});

it('waits with the mail of a failed payment while the owner is past the deadline; a receipt is sent', async () => {
  const person = await years.armed();
  const helena = await createPayer(years.stage, new Books(), person);
  const id = await helena.subscribed();
  await years.silentOn(helena.id, 'missed');
  helena.change(id, { status: 'past-due' });
  await helena.receive(invoice(id, helena.billed(id, 'open')));
  expect(await post().send()).toEqual([]);
  await helena.receive(invoice(id, helena.billed(id, 'paid')));
  expect(await post().send()).toEqual(['Your receipt: $5 to Stillhere']);
  // A mail that waits for its owner is not counted as refused by the provider.
  expect((await whatWaits(years.stage.orm.em.fork())).mailSeconds.billing).toBe(0);
  await checkIn(years.context(), helena.id);
  // It was postponed, so that workers do not read it twice a second.
  expect(await post().send()).toEqual([]);
  await years.query(`update jobs set run_at = run_at - interval '1 hour' where kind = 'billing-mail'`);
  expect(await post().send()).toEqual(['Your payment to Stillhere didn’t go through']);
});
