/** Plans of people who are silent: while their protocol is past its deadline nothing is charged, and nothing taken away. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { cancelDoomed } from '#services/subscription/cancel-doomed.ts';
import { followSubscription } from '#services/subscription/follow-subscription.ts';
import { endAfterRelease, holdBilling } from '#services/subscription/hold-billing.ts';
import { Books } from '#tests/harness/books.ts';
import { createPayer, type Payer } from '#tests/harness/payer.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

// why: the words and the moments of the provider are the test's to choose; its simulator holds and charges in tests/http.
/** Somebody with a plan, and with a protocol that has come this far. */
async function silent(stage: 'missed' | 'last-call' | 'released', books = new Books()) {
  const person = await years.armed();
  const payer = await createPayer(years.stage, books, person);
  const subscriptionId = await payer.subscribed();
  await years.silentOn(person.id, stage);
  return { ...payer, subscriptionId, stage: async () => (await years.row(person.id)).stage };
}

/** What a worker does, until nothing is left; of everybody in this database. */
async function look({ follower }: Payer): Promise<void> {
  await endAfterRelease(follower);
  while (await holdBilling(follower));
}

const back = (ownerId: string) => checkIn(years.context(), ownerId);

it('a plan is held once its owner is past the deadline, once, and goes on when they are heard', async () => {
  const helena = await silent('missed');
  await look(helena);
  await look(helena);
  expect(helena.books.held).toEqual([{ id: helena.subscriptionId, isHeld: true }]);
  const heldAt = (await helena.plan())?.held_at;
  expect(heldAt).not.toBeNull();
  // Held since then, also when the provider is asked again.
  await followSubscription(helena.follower, helena.subscriptionId);
  expect((await helena.plan())?.held_at).toEqual(heldAt);

  await back(helena.id);
  await look(helena);
  await look(helena);
  expect(helena.books.held.slice(1)).toEqual([{ id: helena.subscriptionId, isHeld: false }]);
  expect(await helena.plan()).toMatchObject({ plan: 'plus', held_at: null });
});

it('a plan of somebody who is warned, and not past the deadline, is paid for as ever', async () => {
  const helena = await createPayer(years.stage, new Books(), await years.armed());
  await helena.subscribed();
  await years.silentOn(helena.id, 'reminding');
  await look(helena);
  expect(helena.books.held).toEqual([]);
});

it('switching the protocol off lets the plan go on', async () => {
  const helena = await silent('last-call');
  await look(helena);
  await changeSettings(years.context(), helena.id, { is_active: false });
  await look(helena);
  expect(await helena.plan()).toMatchObject({ held_at: null });
  expect(helena.books.held.at(-1)).toEqual({ id: helena.subscriptionId, isHeld: false });
});

it('what ends at the provider meanwhile stays here, and ends once its owner is heard again', async () => {
  const helena = await silent('missed');
  await look(helena);
  helena.change(helena.subscriptionId, { status: 'ended' });
  await helena.hear({ kind: 'subscription', id: helena.subscriptionId });
  await look(helena);
  expect(await helena.plan()).toMatchObject({ plan: 'plus', has_lapsed: true });
  expect(await helena.mails()).toEqual([]);

  await back(helena.id);
  await look(helena);
  expect(await helena.plan()).toBeNull();
  expect(await helena.mails()).toMatchObject([{ kind: 'plan-ended' }]);
});

it('whoever dies after the call and before its record leaves nothing held for ever', async () => {
  const helena = await silent('missed');
  await helena.books.setHeld(helena.subscriptionId, true);
  await back(helena.id);
  await look(helena);
  expect(helena.books.subscriptions.get(helena.subscriptionId)?.isHeld).toBe(true);
  // Its own event says so, or the daily comparison.
  await helena.hear({ kind: 'subscription', id: helena.subscriptionId });
  await look(helena);
  expect(helena.books.subscriptions.get(helena.subscriptionId)?.isHeld).toBe(false);
});

it('a provider that is away is asked again, and one plan that fails holds up none of the others', async () => {
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

it('a release ends the plan without a word, at the provider too, and nothing brings it back', async () => {
  const helena = await silent('released');
  await look(helena);
  expect(await helena.plan()).toBeNull();
  await helena.hear({ kind: 'subscription', id: helena.subscriptionId });
  expect(await helena.plan()).toBeNull();
  while (await cancelDoomed(helena.follower.fork(), helena.books));
  expect(helena.books.cancelled).toContain(helena.subscriptionId);
  await helena.hear({ kind: 'subscription', id: helena.subscriptionId });
  expect(await helena.mails()).toEqual([]);
});

it('what somebody chooses after a release is theirs, before and after they say that they are back', async () => {
  const helena = await silent('released');
  await look(helena);
  const id = await helena.subscribed({ planType: 'premium_yearly', createdAt: Date.now() + 1_000 });
  await look(helena);
  expect(await helena.plan()).toMatchObject({ stripe_subscription_id: id, held_at: null });
  await returnToLife(years.context(), helena.id);
  await look(helena);
  expect(await helena.plan()).toMatchObject({ stripe_subscription_id: id });
});

it('a plan of which nobody has noted when it was made is compared first, and not ended by a release before it', async () => {
  const helena = await silent('released');
  const since = (await helena.plan())?.subscribed_at;
  await years.query('update subscriptions set subscribed_at = null where owner_id = ?', [helena.id]);
  await look(helena);
  expect(await helena.plan()).not.toBeNull();
  await followSubscription(helena.follower, helena.subscriptionId);
  expect((await helena.plan())?.subscribed_at).toEqual(since);
  await look(helena);
  expect(await helena.plan()).toBeNull();
});

it('a plan that was given is neither held nor ended', async () => {
  const given = await years.silent('released');
  const helena = await createPayer(years.stage, new Books(), given);
  await look(helena);
  expect(await helena.plan()).toMatchObject({ plan: 'plus', stripe_subscription_id: null });
  expect(helena.books.held).toEqual([]);
});
