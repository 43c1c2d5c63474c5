import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlanType } from '#domain/subscription/plan.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { beginSubscription, completeSubscription } from '#services/subscription/checkout.ts';
import { Books, remote } from '#tests/harness/books.ts';
import { cancelDueSubscription } from '#tests/harness/jobs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { givePlan } from '#tests/harness/plan.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const query = <T>(sql: string, params: unknown[]) => stage.orm.em.fork().execute(sql, params) as Promise<T[]>;
const unique = (prefix: string) => `${prefix}_${randomBytes(6).toString('hex')}`;

async function subscriber() {
  const { id, email } = await createPerson(stage.context(), 'Helena Duarte', 'free');
  const books = new Books();
  const customerId = unique('cus');
  let clock = Date.now();
  const billing = () => ({ ...stage.context(), payments: books });
  return {
    id,
    email,
    books,
    customerId,
    begin: (planType: PlanType) =>
      beginSubscription(billing(), { accountId: id, email, planType, appOrigin: 'https://stillhere.example' }),
    complete: (token: string, who = id) => completeSubscription(billing(), who, token),
    /** @returns the token, and the subscription at the provider */
    paid(planType: PlanType) {
      const [token, subscriptionId] = [unique('cs'), unique('sub')];
      const subscription = remote({ id: subscriptionId, customerId, accountId: id, planType, createdAt: ++clock });
      books.subscriptions.set(subscriptionId, subscription);
      books.checkouts.set(token, { accountId: id, state: { kind: 'paid', subscription } });
      return { token, subscriptionId };
    },
    current: async () => (await query<object>('select * from subscriptions where owner_id = ?', [id]))[0] ?? null,
    toCancel: async () =>
      (await query<{ id: string }>("select subject as id from jobs where kind = 'cancel-subscription'", [])).map(
        (row) => row.id,
      ),
  };
}

describe('a checkout', () => {
  it("opens the provider's page, and changes nothing here", async () => {
    const helena = await subscriber();
    expect(await helena.begin('plus_monthly')).toBe('https://pay.example/cs');
    expect(helena.books.checkoutRequests).toMatchObject([
      { accountId: helena.id, email: helena.email, customerId: null, planType: 'plus_monthly' },
    ]);
    expect(await helena.current()).toBeNull();
  });

  it('refuses the current offer, and opens another one for the same customer', async () => {
    const helena = await subscriber();
    await helena.complete(helena.paid('plus_monthly').token);
    await expect(helena.begin('plus_monthly')).rejects.toMatchObject({ code: 'conflict' });
    await helena.begin('plus_yearly');
    await helena.begin('premium_monthly');
    expect(helena.books.checkoutRequests.map(({ customerId }) => customerId)).toEqual([
      helena.customerId,
      helena.customerId,
    ]);
  });

  it('refuses both intervals of a plan that was given', async () => {
    const helena = await subscriber();
    await givePlan(query, helena.id, 'plus');
    await expect(helena.begin('plus_monthly')).rejects.toMatchObject({ code: 'conflict' });
    await expect(helena.begin('plus_yearly')).rejects.toMatchObject({ code: 'conflict' });
    await helena.begin('premium_yearly');
  });
});

describe('a payment', () => {
  it('becomes a plan once, also from several requests at once', async () => {
    const helena = await subscriber();
    const { token, subscriptionId } = helena.paid('premium_yearly');
    await Promise.all(Array.from({ length: 12 }, () => helena.complete(token)));
    expect(await helena.current()).toMatchObject({
      plan: 'premium',
      paid_each: 'year',
      stripe_customer_id: helena.customerId,
      stripe_subscription_id: subscriptionId,
    });
    const granted = await query('select id from granted_checkouts where owner_id = ?', [helena.id]);
    expect(granted).toEqual([{ id: token }]);
    expect(await helena.toCancel()).not.toContain(subscriptionId);
  });

  it('is not looked up again once it is a plan, so that the page works without the provider', async () => {
    const helena = await subscriber();
    const { token } = helena.paid('plus_monthly');
    await helena.complete(token);
    helena.books.isAway = true;
    await helena.complete(token);
    await expect(helena.complete('cs_other')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is not found for another account, whether it was granted or not', async () => {
    const helena = await subscriber();
    const { id } = await createPerson(stage.context(), 'Helena Duarte', 'free');
    const { token } = helena.paid('plus_monthly');
    await expect(helena.complete(token, id)).rejects.toMatchObject({ code: 'not-found' });
    await helena.complete(token);
    await expect(helena.complete(token, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(helena.complete('cs_none')).rejects.toMatchObject({ code: 'not-found' });
    expect(await query('select 1 from subscriptions where owner_id = ?', [id])).toEqual([]);
  });

  it.each(['open', 'expired', 'unpaid', 'ended'] as const)('gives nothing when it is %s', async (kind) => {
    const helena = await subscriber();
    helena.books.checkouts.set('cs_not', { accountId: helena.id, state: { kind } });
    await expect(helena.complete('cs_not')).rejects.toMatchObject({ code: 'conflict' });
    expect(await helena.current()).toBeNull();
  });

  it('is cancelled for an account that is deleted at the same moment', async () => {
    const helena = await subscriber();
    const { token, subscriptionId } = helena.paid('plus_monthly');
    await query('delete from users where id = ?', [helena.id]);
    await expect(helena.complete(token)).rejects.toMatchObject({ code: 'not-found' });
    expect(await helena.toCancel()).toContain(subscriptionId);
  });
});

describe('a subscription without an account', () => {
  beforeEach(() => query("delete from jobs where kind = 'cancel-subscription'", []));

  it('is cancelled when another replaces it, and a reload of the first payment changes nothing', async () => {
    const helena = await subscriber();
    const [first, second] = [helena.paid('plus_monthly'), helena.paid('premium_monthly')];
    await helena.complete(first.token);
    await helena.complete(second.token);
    await helena.complete(first.token);
    expect(await helena.current()).toMatchObject({ plan: 'premium', stripe_subscription_id: second.subscriptionId });
    await cancelDueSubscription(stage.orm.em.fork(), helena.books);
    expect(helena.books.cancelled).toContain(first.subscriptionId);
    expect(helena.books.cancelled).not.toContain(second.subscriptionId);
    expect(await helena.toCancel()).not.toContain(first.subscriptionId);
  });

  it('waits while the provider cannot be reached', async () => {
    const helena = await subscriber();
    const first = helena.paid('plus_monthly');
    await helena.complete(first.token);
    await helena.complete(helena.paid('plus_yearly').token);
    helena.books.isAway = true;
    await expect(cancelDueSubscription(stage.orm.em.fork(), helena.books)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await helena.toCancel()).toContain(first.subscriptionId);
    helena.books.isAway = false;
    await query('update jobs set run_at = now() where subject = ?', [first.subscriptionId]);
    await cancelDueSubscription(stage.orm.em.fork(), helena.books);
    expect(helena.books.cancelled).toEqual([first.subscriptionId]);
  });

  it('does not block the others when it cannot be cancelled', async () => {
    const helena = await subscriber();
    const [first, second] = [helena.paid('plus_monthly'), helena.paid('plus_yearly')];
    for (const { token } of [first, second, helena.paid('premium_monthly')]) await helena.complete(token);
    helena.books.stuck = first.subscriptionId;
    const cancel = () => cancelDueSubscription(stage.orm.em.fork(), helena.books);
    await expect(cancel()).rejects.toMatchObject({ code: 'unavailable' });
    await cancel();
    expect(helena.books.cancelled).toEqual([second.subscriptionId]);
    expect(await helena.toCancel()).toEqual([first.subscriptionId]);
  });

  it('is cancelled with the account', async () => {
    const helena = await subscriber();
    const { token, subscriptionId } = helena.paid('plus_monthly');
    await helena.complete(token);
    await deleteAccount(stage.context(), { accountId: helena.id, sessionId: helena.id, password: 'stillhere' });
    expect(await helena.toCancel()).toContain(subscriptionId);
  });
});
