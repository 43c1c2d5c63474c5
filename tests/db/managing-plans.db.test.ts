/** Changes to a paid plan. The provider is a fake: these tests decide what it answers, and when. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import type { PlanType } from '#domain/subscription/plan.ts';
import type { RemoteSubscription } from '#domain/subscription/reconcile.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import type { Invoice } from '#services/ports/payments.ts';
import { applyRemote } from '#services/subscription/apply-remote.ts';
import { cancelPlan, previewSwitch, resumePlan, switchPlan } from '#services/subscription/change-plan.ts';
import {
  cancelAndRefund,
  findRefundable,
  leftToRefund,
  openPortal,
  paymentsOf,
} from '#services/subscription/payments.ts';
import { reconcileSubscription } from '#services/subscription/reconcile.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
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
const conflict = { code: 'conflict' };

/** A person who pays for a plan. */
async function subscriber(over: Partial<RemoteSubscription> = {}) {
  const { id } = await createPerson(stage.context());
  await givePlan(query, id, 'free');
  const books = new Books();
  const customerId = unique('cus');
  const subscription = remote({ id: unique('sub'), customerId, accountId: id, ...over });
  books.subscriptions.set(subscription.id, subscription);
  await applyRemote(stage.orm.em.fork(), subscription);
  const pay = (amount: number, daysAgo: number, more: Partial<Invoice> = {}) => {
    const invoiceId = unique('in');
    const planType: PlanType = 'plus_monthly';
    books.invoices.set(invoiceId, {
      ...{ id: invoiceId, subscriptionId: subscription.id, amount, status: 'paid' as const, url: null },
      ...{ refunded: 0, credited: 0 },
      ...{ at: new Date(Date.now() - daysAgo * DAY).toISOString(), planType, customerId, ...more },
    });
    return invoiceId;
  };
  return {
    id,
    books,
    customerId,
    subscriptionId: subscription.id,
    pay,
    billing: () => ({ ...stage.context(), payments: books }),
    plan: () => subscriptionState(stage.context(), id),
    mails: () =>
      query('select kind, reference, amount, plan_type from billing_mails where owner_id = ? order by created_at', [
        id,
      ]),
    toCancel: () => query("select 1 from jobs where kind = 'cancel-subscription' and subject = ?", [subscription.id]),
  };
}

describe('a plan that is paid for', () => {
  it('ends with the paid period when cancelled, and renews again when resumed', async () => {
    const { id, books, billing, plan, subscriptionId } = await subscriber();
    await cancelPlan(billing(), id);
    expect(await plan()).toMatchObject({
      plan: 'plus',
      interval: 'month',
      isEnding: true,
      customerId: expect.any(String),
    });
    await resumePlan(billing(), id);
    expect(await plan()).toMatchObject({ isEnding: false });
    expect(books.subscriptions.get(subscriptionId)?.isEnding).toBe(false);
  });

  it('is removed here when a change shows that it has ended at the provider', async () => {
    const { id, books, billing, plan, subscriptionId } = await subscriber();
    const known = books.subscriptions.get(subscriptionId);
    if (known) books.subscriptions.set(subscriptionId, { ...known, status: 'ended' });
    // why: the real one refuses to change what has ended; this one must.
    books.setEnding = () => Promise.reject(new AppError('conflict', 'It has ended.'));
    await expect(cancelPlan(billing(), id)).rejects.toMatchObject(conflict);
    expect((await plan()).plan).toBe('free');
  });

  it("opens the provider's page for the owner's cards", async () => {
    const { id, billing, customerId } = await subscriber();
    expect(await openPortal(billing(), id, 'https://stillhere.example/profile/plan')).toContain(customerId);
  });
});

describe('changing the plan', () => {
  it('charges the previewed price, once', async () => {
    const { id, billing, plan } = await subscriber();
    const { preview, paid } = await previewSwitch(billing(), id, 'premium_yearly');
    expect(paid.planType).toBe('plus_monthly');
    await switchPlan(billing(), id, 'premium_yearly', preview.at);
    expect(await plan()).toMatchObject({ plan: 'premium', interval: 'year' });
    await switchPlan(billing(), id, 'premium_yearly', preview.at);
    await expect(previewSwitch(billing(), id, 'premium_yearly')).rejects.toThrow('already on the Premium plan');
  });

  it.each([-16 * MINUTE, 2 * MINUTE])('refuses a preview that is %i ms from now', async (off) => {
    const { id, billing, plan } = await subscriber();
    await expect(switchPlan(billing(), id, 'plus_yearly', Date.now() + off)).rejects.toMatchObject(conflict);
    expect(await plan()).toMatchObject({ interval: 'month' });
  });

  it('is refused while the plan is held', async () => {
    const { id, billing, plan } = await subscriber();
    await query('update subscriptions set held_at = now() where owner_id = ?', [id]);
    await expect(previewSwitch(billing(), id, 'premium_yearly')).rejects.toThrow('Check in first');
    await expect(switchPlan(billing(), id, 'premium_yearly', Date.now())).rejects.toMatchObject(conflict);
    expect(await plan()).toMatchObject({ plan: 'plus', isHeld: true });
  });

  it('refuses an old form, to which the provider repeats its old answer', async () => {
    const { id, books, billing, plan } = await subscriber();
    const { preview } = await previewSwitch(billing(), id, 'premium_monthly');
    await switchPlan(billing(), id, 'premium_monthly', preview.at);
    const then = await books.findSubscription((await subscriptionState(billing(), id)).subscriptionId ?? '');
    await switchPlan(billing(), id, 'plus_monthly', preview.at);
    // why: the provider repeats its earlier answer to a call with the same key, and does nothing.
    if (then) books.switchPlan = async () => then;
    await expect(switchPlan(billing(), id, 'premium_monthly', preview.at)).rejects.toThrow('no longer valid');
    expect(await plan()).toMatchObject({ plan: 'plus' });
  });

  it('is saved although the provider cannot be asked again afterwards', async () => {
    const { id, books, billing, plan } = await subscriber();
    books.findSubscription = () => Promise.reject(new AppError('unavailable', 'away'));
    await switchPlan(billing(), id, 'premium_monthly', Date.now());
    expect(await plan()).toMatchObject({ plan: 'premium' });
  });

  it('is refused when the card is declined, and while the plan is ending', async () => {
    const { id, books, billing, plan } = await subscriber();
    books.isDeclining = true;
    await expect(switchPlan(billing(), id, 'plus_yearly', Date.now())).rejects.toMatchObject(conflict);
    books.isDeclining = false;
    await cancelPlan(billing(), id);
    await expect(previewSwitch(billing(), id, 'plus_yearly')).rejects.toThrow('Choose to keep it first');
    expect(await plan()).toMatchObject({ plan: 'plus', interval: 'month' });
  });
});

describe('cancelling with a refund', () => {
  it('refunds the newest payment, ends the plan at once, and sends one mail', async () => {
    const { id, books, billing, plan, pay, mails, toCancel, subscriptionId } = await subscriber();
    pay(500, 29);
    const newest = pay(4_750, 2);
    pay(900, 1, { status: 'open' });
    pay(300, 0, { subscriptionId: unique('sub') });
    expect(await cancelAndRefund(billing(), id)).toBe(4_750);
    expect(books.refunded).toEqual([newest]);
    expect(await plan()).toMatchObject({ plan: 'free', interval: null, customerId: expect.any(String) });
    expect(await mails()).toEqual([
      { kind: 'refund', reference: `re_${newest}`, amount: 4_750, plan_type: 'plus_monthly' },
    ]);
    expect(await toCancel()).toHaveLength(1);
    while (await cancelDueSubscription(stage.orm.em.fork(), books));
    expect(books.cancelled).toContain(subscriptionId);
  });

  it('refunds only what did not become credit by a cheaper plan', async () => {
    const { id, books, billing, pay } = await subscriber();
    pay(10_000, 2, { credited: 10_000 });
    await expect(cancelAndRefund(billing(), id)).rejects.toThrow('became credit');
    expect(await paymentsOf(billing(), id)).toMatchObject({ isRefundable: false });
    pay(9_000, 1, { credited: 4_000 });
    expect(leftToRefund((await findRefundable(billing(), id)).invoice)).toBe(5_000);
    expect(await cancelAndRefund(billing(), id)).toBe(5_000);
    expect(books.refunded).toHaveLength(1);
  });

  it('makes one refund and one mail from two tabs', async () => {
    const { id, books, billing, pay, mails, plan } = await subscriber();
    pay(500, 1);
    const both = await Promise.allSettled([cancelAndRefund(billing(), id), cancelAndRefund(billing(), id)]);
    expect(both.map(({ status }) => status)).toContain('fulfilled');
    expect([books.refunded.length, (await mails()).length]).toEqual([1, 1]);
    expect((await plan()).plan).toBe('free');
  });

  it('finishes after a crash behind the refund, however late the owner returns', async () => {
    const { id, books, billing, pay, mails, plan } = await subscriber();
    const newest = pay(500, 40);
    await books.refund(newest);
    expect((await paymentsOf(billing(), id)).isRefundable).toBe(true);
    expect(await cancelAndRefund(billing(), id)).toBe(500);
    expect(books.refunded).toEqual([newest]);
    expect([(await plan()).plan, (await mails()).length]).toEqual(['free', 1]);
  });

  it('leaves a plan that does not renew when the process dies after the refund', async () => {
    const { id, books, billing, pay, subscriptionId } = await subscriber();
    pay(500, 1);
    const { refund } = books;
    books.refund = async (invoice) => {
      await refund.call(books, invoice);
      throw new AppError('unavailable', 'Nobody knows.');
    };
    await expect(cancelAndRefund(billing(), id)).rejects.toMatchObject({ code: 'unavailable' });
    expect(books.subscriptions.get(subscriptionId)).toMatchObject({ isEnding: true });
    books.refund = refund;
    expect(await cancelAndRefund(billing(), id)).toBe(500);
  });

  it('refunds a subscription that has just ended at the provider', async () => {
    const { id, books, billing, pay, plan } = await subscriber();
    pay(500, 1);
    // why: the real one refuses to change what has ended.
    books.setEnding = () => Promise.reject(new AppError('conflict', 'It has ended.'));
    expect(await cancelAndRefund(billing(), id)).toBe(500);
    expect((await plan()).plan).toBe('free');
  });

  it('changes nothing while the provider cannot be reached', async () => {
    const { id, books, billing, pay, plan, mails } = await subscriber();
    pay(500, 1);
    books.isAway = true;
    await expect(cancelAndRefund(billing(), id)).rejects.toMatchObject({ code: 'unavailable' });
    expect([(await plan()).plan, await mails()]).toEqual(['plus', []]);
  });

  it('is not undone by an earlier answer while the provider has not ended the plan', async () => {
    const { id, books, billing, pay, plan, subscriptionId } = await subscriber();
    pay(500, 1);
    await cancelAndRefund(billing(), id);
    await reconcileSubscription({ fork: () => stage.orm.em.fork(), payments: books }, subscriptionId);
    expect((await plan()).plan).toBe('free');
  });

  it('is refused on the 31st day, where nothing was paid, and for a given plan', async () => {
    const { id, billing, pay, books, plan } = await subscriber();
    await expect(findRefundable(billing(), id)).rejects.toThrow('There’s no payment for this plan');
    pay(500, 30.01);
    expect((await paymentsOf(billing(), id)).isRefundable).toBe(false);
    await expect(cancelAndRefund(billing(), id)).rejects.toThrow('more than 30 days ago');
    expect([books.refunded, (await plan()).plan]).toEqual([[], 'plus']);
    const given = await createPerson(stage.context());
    await givePlan(query, given.id, 'premium');
    await expect(cancelAndRefund({ ...stage.context(), payments: books }, given.id)).rejects.toMatchObject(conflict);
    await expect(openPortal({ ...stage.context(), payments: books }, given.id, 'x')).rejects.toMatchObject(conflict);
    expect(await subscriptionState(stage.context(), given.id)).toMatchObject({
      plan: 'premium',
      interval: null,
      customerId: null,
    });
  });
});
