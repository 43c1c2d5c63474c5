/** Webhooks that never came: what the daily comparison with the payment provider finds and repairs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseCreatedAt } from '#db/database-age.ts';
import { query as typedQuery } from '#db/query.ts';
import { deleteOldReceipts } from '#services/subscription/reconcile.ts';
import { compareKnown, findUnknown } from '#services/subscription/reconcile-daily.ts';
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

// why: the test writes a provider that sends no events and cannot be reached at times.
const payer = (books = new Books()) => createPayer(stage, books);
const aDayGoesBy = async () => {
  await query(`update subscriptions set checked_at = checked_at - interval '1 day'`);
  await query(`update webhook_receipts set received_at = received_at - interval '1 day'`);
};

describe('the daily comparison', () => {
  it('compares each plan once a day, and counts only changed ones as repaired', async () => {
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

  it('ends plans that have ended at the provider', async () => {
    const helena = await payer();
    helena.change(await helena.subscribed(), { status: 'ended' });
    await aDayGoesBy();
    expect(await compareKnown(helena.follower)).toMatchObject({ repaired: 1 });
    expect(await helena.plan()).toBeNull();
  });

  it('sends the receipt of a payment whose event did not come, once', async () => {
    const helena = await payer();
    const id = await helena.subscribed();
    helena.change(id, { periodEndsAt: Date.now() + 60 * 86_400_000 });
    const [renewed, old] = [helena.billed(id, 'paid'), helena.billed(id, 'paid')];
    const known = helena.books.invoices.get(old);
    if (known) helena.books.invoices.set(old, { ...known, at: '2026-01-01T00:00:00.000Z' });
    await aDayGoesBy();
    await compareKnown(helena.follower);
    await helena.receive({ kind: 'invoice', id: renewed, subscriptionId: id });
    expect(await helena.mails()).toMatchObject([{ kind: 'receipt', reference: renewed, plan_type: 'plus_monthly' }]);
  });

  it('leaves plans that the provider does not know, for another day', async () => {
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

  it('tries again after ten minutes while the provider cannot be reached', async () => {
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

  it('is shared by several workers', async () => {
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
    // Once, and once more to check the saved answer.
    expect(books.questions).toHaveLength(2);
  });
});

describe('the daily listing', () => {
  it('saves an unknown subscription as the plan of its payer, with its receipt', async () => {
    const helena = await payer();
    const id = helena.running({ planType: 'premium_yearly' });
    const invoice = helena.billed(id, 'paid', 10_000);
    expect(await findUnknown(helena.follower)).toEqual({ repaired: 1, ownerless: 0 });
    expect(await helena.plan()).toMatchObject({ plan: 'premium', stripe_subscription_id: id });
    expect(await helena.mails()).toMatchObject([{ reference: invoice, amount: 10_000, plan_type: 'premium_yearly' }]);
  });

  it('has one of two subscriptions of an account cancelled', async () => {
    const helena = await payer();
    const [older, newer] = [helena.running(), helena.running({ planType: 'premium_monthly' })];
    await findUnknown(helena.follower);
    expect(await helena.plan()).toMatchObject({ stripe_subscription_id: newer });
    expect(await helena.toCancel()).toContain(older);
    expect(await helena.toCancel()).not.toContain(newer);
  });

  it('has the subscription of a deleted account cancelled, and leaves an unpaid one', async () => {
    const helena = await payer();
    const gone = helena.running({ accountId: '01980000-0000-7000-8000-000000000000' });
    const begun = helena.running({ status: 'incomplete' });
    expect(await findUnknown(helena.follower)).toEqual({ repaired: 1, ownerless: 0 });
    expect(await helena.toCancel()).toContain(gone);
    expect(await helena.toCancel()).not.toContain(begun);
    expect(await helena.plan()).toBeNull();
  });

  it('only reports subscriptions of unknown accounts that are older than this database', async () => {
    const helena = await payer();
    const createdAt = Date.parse('2026-01-01T00:00:00Z');
    const older = helena.running({ accountId: '01980000-0000-7000-8000-000000000000', createdAt });
    expect(await findUnknown(helena.follower)).toEqual({ repaired: 0, ownerless: 1 });
    await helena.receive({ kind: 'subscription', id: older });
    expect(await helena.toCancel()).not.toContain(older);
  });

  it('runs once a day in one of several workers, also after old receipts were deleted', async () => {
    const helena = await payer();
    const all = await Promise.all([1, 2, 3].map(() => findUnknown(helena.follower)));
    expect(all.filter((found) => found !== null)).toHaveLength(1);
    await deleteOldReceipts(stage.orm.em.fork());
    expect(await findUnknown(helena.follower)).toBeNull();
    await aDayGoesBy();
    expect(await findUnknown(helena.follower)).not.toBeNull();
  });

  it('runs again ten minutes after the provider could not be reached', async () => {
    const helena = await payer();
    helena.running();
    helena.books.isAway = true;
    await expect(findUnknown(helena.follower)).rejects.toMatchObject({ code: 'unavailable' });
    helena.books.isAway = false;
    expect(await findUnknown(helena.follower)).toBeNull();
    await query(`update webhook_receipts set received_at = received_at - interval '10 minutes'`);
    expect(await findUnknown(helena.follower)).toEqual({ repaired: 1, ownerless: 0 });
  });

  it('saves the others when one subscription fails', async () => {
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

it('reads when the database was created from its first migration, to the second', async () => {
  const em = stage.orm.em.fork();
  const { at } = await typedQuery(em).selectNoFrom(databaseCreatedAt.as('at')).executeTakeFirstOrThrow();
  const [first] = await query<{ at: Date }>('select min(executed_at) as at from mikro_orm_migrations');
  expect(at.getTime()).toBe(Math.floor((first?.at.getTime() ?? 0) / 1000) * 1000);
});
