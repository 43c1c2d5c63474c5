/** Webhooks that never came: what a day's comparison with the payment provider finds and repairs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compareKnown, findUnknown } from '#services/subscription/reconcile-subscriptions.ts';
import { sweepReceipts } from '#services/subscription/record-billing-event.ts';
import { Books } from '#tests/harness/books.ts';
import { createPayer } from '#tests/harness/payer.ts';
import { createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);
beforeEach(async () => {
  await query('delete from subscriptions');
  await query('delete from webhook_receipts');
});

// why: a provider that goes on without a word to us, and is away when it is asked, is the test's to write.
const payer = (books = new Books()) => createPayer(stage, books);
const aDayGoesBy = async () => {
  await query(`update subscriptions set checked_at = checked_at - interval '1 day'`);
  await query(`update webhook_receipts set received_at = received_at - interval '1 day'`);
};

describe('plans that we know', () => {
  it('are compared a day later, not before, and those that nothing happened to are not called repaired', async () => {
    const helena = await payer();
    const id = await helena.subscribed();
    helena.change(id, { planType: 'premium_monthly' });
    expect(await compareKnown(helena.follower)).toEqual({ repaired: 0, notKnownThere: 0, hasMore: false });
    expect(await helena.plan()).toMatchObject({ plan: 'plus' });
    await aDayGoesBy();
    expect(await compareKnown(helena.follower)).toEqual({ repaired: 1, notKnownThere: 0, hasMore: false });
    expect(await helena.plan()).toMatchObject({ plan: 'premium' });
    await aDayGoesBy();
    expect(await compareKnown(helena.follower)).toEqual({ repaired: 0, notKnownThere: 0, hasMore: false });
  });

  it('that have ended end here', async () => {
    const helena = await payer();
    helena.change(await helena.subscribed(), { status: 'ended' });
    await aDayGoesBy();
    expect(await compareKnown(helena.follower)).toMatchObject({ repaired: 1 });
    expect(await helena.plan()).toBeNull();
  });

  it('have the receipt of what was paid without our hearing of it, once', async () => {
    const helena = await payer();
    const id = await helena.subscribed();
    helena.change(id, { periodEndsAt: Date.now() + 60 * 86_400_000 });
    const [renewed, old] = [helena.billed(id, 'paid'), helena.billed(id, 'paid')];
    const known = helena.books.invoices.get(old);
    if (known) helena.books.invoices.set(old, { ...known, at: '2026-01-01T00:00:00.000Z' });
    await aDayGoesBy();
    await compareKnown(helena.follower);
    await helena.hear({ kind: 'invoice', id: renewed, subscriptionId: id });
    expect(await helena.mails()).toMatchObject([{ kind: 'receipt', reference: renewed, plan_type: 'plus_monthly' }]);
  });

  it('stay as they are where the provider does not know them, and are not asked about for another day', async () => {
    const helena = await payer();
    helena.books.subscriptions.delete(await helena.subscribed());
    await aDayGoesBy();
    expect(await compareKnown(helena.follower)).toEqual({ repaired: 0, notKnownThere: 1, hasMore: false });
    expect(await helena.plan()).toMatchObject({ plan: 'plus' });
    const [{ asked } = { asked: false }] = await query<{ asked: boolean }>(
      `select checked_at > now() - interval '1 hour' as asked from subscriptions`,
    );
    expect(asked).toBe(true);
  });

  it('wait for ten minutes while the provider is away', async () => {
    const helena = await payer();
    helena.change(await helena.subscribed(), { status: 'ended' });
    await aDayGoesBy();
    helena.books.isAway = true;
    await expect(compareKnown(helena.follower)).rejects.toMatchObject({ code: 'unavailable' });
    helena.books.isAway = false;
    expect(await compareKnown(helena.follower)).toEqual({ repaired: 0, notKnownThere: 0, hasMore: false });
    await query(`update subscriptions set checked_at = checked_at - interval '10 minutes'`);
    expect(await compareKnown(helena.follower)).toMatchObject({ repaired: 1 });
  });

  it('are shared by several workers', async () => {
    class Counting extends Books {
      readonly questions: string[] = [];
      override findSubscription(id: string) {
        this.questions.push(id);
        return super.findSubscription(id);
      }
    }
    const books = new Counting();
    const helena = await payer(books);
    await helena.subscribed();
    await aDayGoesBy();
    books.questions.length = 0;
    await Promise.all([compareKnown(helena.follower), compareKnown(helena.follower), compareKnown(helena.follower)]);
    // Once, and once more whether that was still so.
    expect(books.questions).toHaveLength(2);
  });
});

describe('what runs at the provider', () => {
  it('and is nobody’s here becomes the plan of whoever pays for it, with its receipt', async () => {
    const helena = await payer();
    const id = helena.running({ planType: 'premium_yearly' });
    const invoice = helena.billed(id, 'paid', 10_000);
    expect(await findUnknown(helena.follower)).toEqual({ repaired: 1, ownerless: 0 });
    expect(await helena.plan()).toMatchObject({ plan: 'premium', stripe_subscription_id: id });
    expect(await helena.mails()).toMatchObject([{ reference: invoice, amount: 10_000, plan_type: 'premium_yearly' }]);
  });

  it('twice for one person is paid for once from then on', async () => {
    const helena = await payer();
    const [older, newer] = [helena.running(), helena.running({ planType: 'premium_monthly' })];
    await findUnknown(helena.follower);
    expect(await helena.plan()).toMatchObject({ stripe_subscription_id: newer });
    expect(await helena.doomed()).toContain(older);
    expect(await helena.doomed()).not.toContain(newer);
  });

  it('for an account that is gone is cancelled, and what is not paid yet is left alone', async () => {
    const helena = await payer();
    const gone = helena.running({ accountId: '01980000-0000-7000-8000-000000000000' });
    const begun = helena.running({ status: 'incomplete' });
    expect(await findUnknown(helena.follower)).toEqual({ repaired: 1, ownerless: 0 });
    expect(await helena.doomed()).toContain(gone);
    expect(await helena.doomed()).not.toContain(begun);
    expect(await helena.plan()).toBeNull();
  });

  it('since before this database was, for accounts that it does not know, goes on and is said: it may be the wrong one', async () => {
    const helena = await payer();
    const createdAt = Date.parse('2026-01-01T00:00:00Z');
    const older = helena.running({ accountId: '01980000-0000-7000-8000-000000000000', createdAt });
    expect(await findUnknown(helena.follower)).toEqual({ repaired: 0, ownerless: 1 });
    await helena.hear({ kind: 'subscription', id: older });
    expect(await helena.doomed()).not.toContain(older);
  });

  it('is looked through once a day, by one of several workers, also after old receipts were swept away', async () => {
    const helena = await payer();
    const all = await Promise.all([1, 2, 3].map(() => findUnknown(helena.follower)));
    expect(all.filter((found) => found !== null)).toHaveLength(1);
    await sweepReceipts(stage.orm.em.fork());
    expect(await findUnknown(helena.follower)).toBeNull();
    await aDayGoesBy();
    expect(await findUnknown(helena.follower)).not.toBeNull();
  });

  it('is looked through anew ten minutes after the provider was away', async () => {
    const helena = await payer();
    helena.running();
    helena.books.isAway = true;
    await expect(findUnknown(helena.follower)).rejects.toMatchObject({ code: 'unavailable' });
    helena.books.isAway = false;
    expect(await findUnknown(helena.follower)).toBeNull();
    await query(`update webhook_receipts set received_at = received_at - interval '10 minutes'`);
    expect(await findUnknown(helena.follower)).toEqual({ repaired: 1, ownerless: 0 });
  });

  it('and cannot be taken in holds up none of the others', async () => {
    class Stuck extends Books {
      stuckOn = '';
      override async findSubscription(id: string) {
        if (id === this.stuckOn) throw new Error('stuck');
        return super.findSubscription(id);
      }
    }
    const books = new Stuck();
    const [helena, rui] = [await payer(books), await payer(books)];
    books.stuckOn = helena.running();
    rui.running();
    await expect(findUnknown(helena.follower)).rejects.toThrow('stuck');
    expect(await rui.plan()).toMatchObject({ plan: 'plus' });
  });
});
