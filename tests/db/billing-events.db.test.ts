/** What the payment provider's events change, in any order and repeated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldReceipts, recordBillingEvent } from '#services/subscription/reconcile.ts';
import { Books } from '#tests/harness/books.ts';
import { createPayer, type Payer, unique } from '#tests/harness/payer.ts';
import { createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

// why: the test chooses what the provider answers, and when; tests/http and tests/adapters have its real answers.
const payer = () => createPayer(stage);
const subscription = (id: string) => ({ kind: 'subscription' as const, id });
const invoiceOf = (subscriptionId: string, id: string) => ({ kind: 'invoice' as const, id, subscriptionId });

const isKnown = async (eventId: string) =>
  (await stage.orm.em.fork().execute<object[]>('select 1 from webhook_receipts where event_id = ?', [eventId])).length;

describe('an event', () => {
  it('gives the plan to a payer who never came back to our page', async () => {
    const helena = await payer();
    const id = helena.running({ planType: 'premium_yearly' });
    const paid = helena.books.subscriptions.get(id);
    if (paid) helena.books.checkouts.set('cs_1', { accountId: helena.id, state: { kind: 'paid', subscription: paid } });
    await helena.receive({ kind: 'checkout', id: 'cs_1' });
    expect(await helena.plan()).toMatchObject({ plan: 'premium', paid_each: 'year', stripe_subscription_id: id });
  });

  it('changes nothing for a checkout that is unpaid or not ours, and is handled once', async () => {
    const helena = await payer();
    helena.books.checkouts.set('cs_1', { accountId: helena.id, state: { kind: 'unpaid' } });
    const event = unique('evt');
    await helena.receive({ kind: 'checkout', id: 'cs_1' }, event);
    await helena.receive({ kind: 'checkout', id: 'cs_none' });
    expect(await helena.plan()).toBeNull();
    expect(await isKnown(event)).toBe(1);
  });

  it('has a subscription cancelled that was paid after its account was deleted', async () => {
    const helena = await payer();
    const id = helena.running();
    const paid = helena.books.subscriptions.get(id);
    if (paid) helena.books.checkouts.set('cs_1', { accountId: helena.id, state: { kind: 'paid', subscription: paid } });
    await stage.orm.em.fork().execute('delete from users where id = ?', [helena.id]);
    await helena.receive({ kind: 'checkout', id: 'cs_1' });
    expect(await helena.toCancel()).toContain(id);
  });

  it('may come in any order: the state at the provider counts', async () => {
    const helena = await payer();
    const id = await helena.subscribed();
    helena.change(id, { planType: 'premium_yearly', isEnding: true });
    helena.change(id, { status: 'ended' });
    // The event of the end comes first.
    for (let times = 0; times < 3; times++) await helena.receive(subscription(id));
    expect(await helena.plan()).toBeNull();
    expect(await helena.toCancel()).not.toContain(id);
    expect(await helena.mails()).toMatchObject([{ kind: 'plan-ended', reference: id }]);
  });

  it('is not handled again, and the provider is not asked', async () => {
    const helena = await payer();
    const id = await helena.subscribed();
    await helena.receive(subscription(id), 'evt_again');
    helena.books.isAway = true;
    await helena.receive(subscription(id), 'evt_again');
  });

  it('sends one mail when it comes twelve times at once', async () => {
    const helena = await payer();
    const id = helena.running();
    const invoice = helena.billed(id, 'paid');
    await Promise.all(Array.from({ length: 12 }, () => helena.receive(invoiceOf(id, invoice), 'evt_twelve')));
    expect(await helena.plan()).toMatchObject({ plan: 'plus' });
    expect(await helena.mails()).toMatchObject([
      { kind: 'receipt', reference: invoice, amount: 500, plan_type: 'plus_monthly' },
    ]);
  });

  it('is not recorded as handled while the provider cannot be asked', async () => {
    const helena = await payer();
    const id = helena.running();
    helena.books.isAway = true;
    await expect(helena.receive(subscription(id), 'evt_later')).rejects.toMatchObject({ code: 'unavailable' });
    helena.books.isAway = false;
    await helena.receive(subscription(id), 'evt_later');
    expect(await helena.plan()).not.toBeNull();
  });

  it('changes nothing for a product that is not ours', async () => {
    const helena = await payer();
    const others = [helena.running({ accountId: null }), helena.running({ accountId: 'customer 17' })];
    for (const id of others) {
      await helena.receive(subscription(id));
      await helena.receive(invoiceOf(id, helena.billed(id, 'paid')));
    }
    await helena.receive(null);
    expect(await helena.plan()).toBeNull();
    expect(await helena.toCancel()).not.toEqual(expect.arrayContaining(others));
  });

  it('finds the account of an old subscription that does not name it', async () => {
    const helena = await payer();
    const id = await helena.subscribed({ planType: 'premium_yearly' });
    helena.change(id, { accountId: null, planType: null, status: 'past-due', isHeld: true });
    await helena.receive(invoiceOf(id, helena.billed(id, 'open')));
    expect(await helena.plan()).toMatchObject({ plan: 'premium', paid_each: 'year', status: 'past-due' });
    expect((await helena.plan())?.held_at).not.toBeNull();
    expect(await helena.mails()).toMatchObject([{ kind: 'payment-failed' }]);
    helena.change(id, { status: 'ended' });
    await helena.receive(subscription(id));
    expect(await helena.plan()).toBeNull();
  });

  it('of a checkout restores no plan that has ended meanwhile', async () => {
    const helena = await payer();
    const id = helena.running();
    const paid = helena.books.subscriptions.get(id);
    if (paid) helena.books.checkouts.set('cs_1', { accountId: helena.id, state: { kind: 'paid', subscription: paid } });
    helena.change(id, { status: 'ended' });
    await helena.receive({ kind: 'checkout', id: 'cs_1' });
    expect(await helena.plan()).toBeNull();
  });

  it('has the subscription of a deleted account cancelled, once', async () => {
    const helena = await payer();
    const id = helena.running({ accountId: '01980000-0000-7000-8000-000000000000' });
    await helena.receive(subscription(id));
    await helena.receive(invoiceOf(id, helena.billed(id, 'paid')));
    expect((await helena.toCancel()).filter((one) => one === id)).toEqual([id]);
    helena.change(id, { status: 'ended' });
    await helena.receive(subscription(id));
  });

  it('restores no plan that waits to be cancelled', async () => {
    const helena = await payer();
    const id = await helena.subscribed();
    await stage.orm.em.fork().execute('delete from subscriptions where owner_id = ?', [helena.id]);
    await helena.receive(subscription(id));
    expect(await helena.plan()).toBeNull();
    expect(await helena.toCancel()).toContain(id);
  });
});

/** Gives an outdated first answer: meanwhile something happened, and its event was recorded. */
class SlowBooks extends Books {
  meanwhile: (() => Promise<void>) | null = null;

  override async findSubscription(id: string) {
    const answer = await super.findSubscription(id);
    const meanwhile = this.meanwhile;
    this.meanwhile = null;
    await meanwhile?.();
    return answer;
  }
}

describe('an outdated answer', () => {
  async function overtaken(change: Parameters<Payer['change']>[1]) {
    const books = new SlowBooks();
    const helena = await createPayer(stage, books);
    const id = await helena.subscribed();
    books.meanwhile = async () => {
      helena.change(id, change);
      await helena.receive(subscription(id));
    };
    await helena.receive(subscription(id));
    return helena.plan();
  }

  it('restores no plan that has ended', async () => {
    expect(await overtaken({ status: 'ended' })).toBeNull();
  });

  it('reverts no change', async () => {
    expect(await overtaken({ planType: 'premium_monthly' })).toMatchObject({ plan: 'premium' });
  });
});

describe('an invoice', () => {
  it('sends one mail when a payment fails, and the plan continues', async () => {
    const helena = await payer();
    const id = await helena.subscribed();
    helena.change(id, { status: 'past-due' });
    const invoice = helena.billed(id, 'open', 1_250);
    for (let tries = 0; tries < 4; tries++) await helena.receive(invoiceOf(id, invoice));
    expect(await helena.plan()).toMatchObject({ plan: 'plus', status: 'past-due' });
    expect(await helena.mails()).toMatchObject([{ kind: 'payment-failed', amount: 1_250 }]);
  });

  it('sends a receipt also after an earlier failure', async () => {
    const helena = await payer();
    const id = await helena.subscribed({ status: 'past-due' });
    const invoice = helena.billed(id, 'open');
    await helena.receive(invoiceOf(id, invoice));
    helena.change(id, { status: 'active' });
    const known = helena.books.invoices.get(invoice);
    if (known) helena.books.invoices.set(invoice, { ...known, status: 'paid' });
    await helena.receive(invoiceOf(id, invoice));
    expect((await helena.mails()).map(({ kind }) => kind)).toEqual(['payment-failed', 'receipt']);
    expect(await helena.plan()).toMatchObject({ status: 'active' });
  });

  it('sends no receipt for nothing, for a refunded invoice, or for an unknown one', async () => {
    const helena = await payer();
    const id = await helena.subscribed();
    await helena.receive(invoiceOf(id, helena.billed(id, 'paid', 0)));
    const given = helena.billed(id, 'paid');
    await helena.books.refund(given);
    await helena.receive(invoiceOf(id, given));
    await helena.receive(invoiceOf(id, 'in_none'));
    expect(await helena.mails()).toEqual([]);
  });
});

it('remembers handled events for as long as the provider may repeat them', async () => {
  const [young, old] = [unique('evt'), unique('evt')];
  const follower = { fork: () => stage.orm.em.fork(), payments: new Books() };
  for (const id of [young, old]) await recordBillingEvent(follower, { id, type: 'other', about: null });
  const em = stage.orm.em.fork();
  await em.execute(`update webhook_receipts set received_at = now() - interval '91 days' where event_id = ?`, [old]);
  await deleteOldReceipts(em);
  expect([await isKnown(young), await isKnown(old)]).toEqual([1, 0]);
});
