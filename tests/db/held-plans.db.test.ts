/** Plans of silent owners: while their protocol is past its deadline nothing is charged, and no plan ends. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { endAfterRelease, holdBilling } from '#services/subscription/hold-billing.ts';
import { reconcileSubscription } from '#services/subscription/reconcile.ts';
import { Books } from '#tests/harness/books.ts';
import { cancelDueSubscription } from '#tests/harness/jobs.ts';
import { createPayer, type Payer } from '#tests/harness/payer.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

// why: the test chooses the provider's answers and their time; its simulator holds and charges in tests/http.
/** An owner with a plan, and with a protocol in this stage. */
async function silent(stage: 'missed' | 'last-call' | 'released', books = new Books()) {
  const person = await years.armed();
  const payer = await createPayer(years.stage, books, person);
  const subscriptionId = await payer.subscribed();
  await years.silentOn(person.id, stage);
  return { ...payer, subscriptionId, stage: async () => (await years.row(person.id)).stage };
}

/** The work of a worker, until none is left; for all owners of this database. */
async function look({ follower }: Payer): Promise<void> {
  await endAfterRelease(follower);
  while (await holdBilling(follower));
}

const back = (ownerId: string) => checkIn(years.context(), ownerId);

it('holds a plan once when its owner is past the deadline, and resumes it when they check in', async () => {
  const helena = await silent('missed');
  await look(helena);
  await look(helena);
  expect(helena.books.held).toEqual([{ id: helena.subscriptionId, isHeld: true }]);
  const heldAt = (await helena.plan())?.held_at;
  expect(heldAt).not.toBeNull();
  // Held since then, also when the provider is asked again.
  await reconcileSubscription(helena.follower, helena.subscriptionId);
  expect((await helena.plan())?.held_at).toEqual(heldAt);

  await back(helena.id);
  await look(helena);
  await look(helena);
  expect(helena.books.held.slice(1)).toEqual([{ id: helena.subscriptionId, isHeld: false }]);
  expect(await helena.plan()).toMatchObject({ plan: 'plus', held_at: null });
});

it('does not hold the plan of an owner who is warned but not past the deadline', async () => {
  const helena = await createPayer(years.stage, new Books(), await years.armed());
  await helena.subscribed();
  await years.silentOn(helena.id, 'reminding');
  await look(helena);
  expect(helena.books.held).toEqual([]);
});

it('resumes the plan when the protocol is switched off', async () => {
  const helena = await silent('last-call');
  await look(helena);
  await changeSettings(years.context(), helena.id, { is_active: false });
  await look(helena);
  expect(await helena.plan()).toMatchObject({ held_at: null });
  expect(helena.books.held.at(-1)).toEqual({ id: helena.subscriptionId, isHeld: false });
});

it('keeps a plan that ended at the provider until its owner checks in', async () => {
  const helena = await silent('missed');
  await look(helena);
  helena.change(helena.subscriptionId, { status: 'ended' });
  await helena.receive({ kind: 'subscription', id: helena.subscriptionId });
  await look(helena);
  expect(await helena.plan()).toMatchObject({ plan: 'plus', has_lapsed: true });
  expect(await helena.mails()).toEqual([]);

  await back(helena.id);
  await look(helena);
  expect(await helena.plan()).toBeNull();
  expect(await helena.mails()).toMatchObject([{ kind: 'plan-ended' }]);
});

it('resumes a plan although the worker died between the call and its record', async () => {
  const helena = await silent('missed');
  await helena.books.setHeld(helena.subscriptionId, true);
  await back(helena.id);
  await look(helena);
  expect(helena.books.subscriptions.get(helena.subscriptionId)?.isHeld).toBe(true);
  // The provider's own event reports it, or the daily comparison.
  await helena.receive({ kind: 'subscription', id: helena.subscriptionId });
  await look(helena);
  expect(helena.books.subscriptions.get(helena.subscriptionId)?.isHeld).toBe(false);
});

it('tries again while the provider fails, and one failing plan does not block the others', async () => {
  class Stuck extends Books {
    stuckOn = '';
    override async setHeld(id: string, isHeld: boolean): Promise<void> {
      if (id === this.stuckOn) throw new AppError('unavailable', 'stuck');
      return super.setHeld(id, isHeld);
    }
  }
  const books = new Stuck();
  const [helena, rui] = [await silent('missed', books), await silent('missed', books)];
  books.stuckOn = helena.subscriptionId;
  await expect(holdBilling(helena.follower)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await helena.plan()).toMatchObject({ held_at: null });
  expect((await rui.plan())?.held_at).not.toBeNull();
  books.stuckOn = '';
  await look(helena);
  expect((await helena.plan())?.held_at).not.toBeNull();
});

it('ends the plan at a release, without a mail, here and at the provider, for good', async () => {
  const helena = await silent('released');
  await look(helena);
  expect(await helena.plan()).toBeNull();
  await helena.receive({ kind: 'subscription', id: helena.subscriptionId });
  expect(await helena.plan()).toBeNull();
  while (await cancelDueSubscription(helena.follower.fork(), helena.books));
  expect(helena.books.cancelled).toContain(helena.subscriptionId);
  await helena.receive({ kind: 'subscription', id: helena.subscriptionId });
  expect(await helena.mails()).toEqual([]);
});

it('does not end a plan that was chosen after the release', async () => {
  const helena = await silent('released');
  await look(helena);
  const id = await helena.subscribed({ planType: 'premium_yearly', createdAt: Date.now() + 1_000 });
  await look(helena);
  expect(await helena.plan()).toMatchObject({ stripe_subscription_id: id, held_at: null });
  await returnToLife(years.context(), helena.id);
  await look(helena);
  expect(await helena.plan()).toMatchObject({ stripe_subscription_id: id });
});

it('ends a plan without a date at a release only after the comparison has dated it', async () => {
  const helena = await silent('released');
  const since = (await helena.plan())?.subscribed_at;
  await years.query('update subscriptions set subscribed_at = null where owner_id = ?', [helena.id]);
  await look(helena);
  expect(await helena.plan()).not.toBeNull();
  await reconcileSubscription(helena.follower, helena.subscriptionId);
  expect((await helena.plan())?.subscribed_at).toEqual(since);
  await look(helena);
  expect(await helena.plan()).toBeNull();
});

it('neither holds nor ends a given plan', async () => {
  const given = await years.silent('released');
  const helena = await createPayer(years.stage, new Books(), given);
  await look(helena);
  expect(await helena.plan()).toMatchObject({ plan: 'plus', stripe_subscription_id: null });
  expect(helena.books.held).toEqual([]);
});
