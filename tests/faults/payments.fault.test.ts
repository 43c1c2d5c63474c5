/** Plans on the real product while the payment provider is away, sends no events, or our processes are down. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#domain/time/durations.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { beginSubscription } from '#services/subscription/checkout.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { eventually } from '#tests/harness/process.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { atRest, passHours, protocolOf } from '#tests/harness/world-protocol.ts';
import { createWriter } from '#tests/harness/writer.ts';
import { press } from '#tests/http/vendors.ts';

/**
 * A day of the protocol, in milliseconds: plans are held and resumed each quarter of it. Its days pass in the database; the
 * real time until something else happens is minutes.
 */
const DAY = 24_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ EMERGENCY_DAY_SECONDS: `${DAY / 1_000}` });
  // The listing of a worker that starts would find what no event reports.
  await eventually(
    () =>
      world.query(
        "select 1 from webhook_receipts where event_id = 'listing' and received_at > now() - interval '1 hour'",
      ),
    (listed) => listed.length === 1,
  );
}, 180_000);
afterEach(() => world.noFaults());
afterAll(() => world?.stop());

/** A person on Free, and the state of their plan. */
async function helena() {
  const writer = await createWriter(world);
  await givePlan(world.query, writer.id, 'free');
  const { payments } = world.parts;
  if (!payments) throw new Error('There is no payment provider.');
  const wish = {
    accountId: writer.id,
    email: writer.email,
    planType: 'plus_monthly',
    appOrigin: world.origin,
  } as const;
  const plan = async () =>
    (
      await world.query<{ plan: string; status: string; held_at: Date | null; has_lapsed: boolean }>(
        'select plan, status, held_at, has_lapsed from subscriptions where owner_id = ?',
        [writer.id],
      )
    )[0] ?? null;
  return {
    ...writer,
    plan,
    pays: async () => press(await beginSubscription({ ...world.context(), payments }, wish), 'pay'),
    becomes: (isRight: (row: Awaited<ReturnType<typeof plan>>) => boolean) => eventually(plan, isRight),
    /** The mails to them, once all mails about money were sent. */
    async subjects(count: number) {
      const ask = async () => {
        const waiting = await world.query("select 1 from jobs where kind = 'billing-mail'");
        return { waiting, mails: (await world.messages(writer.email)).map(({ subject }) => subject).reverse() };
      };
      return (await eventually(ask, ({ waiting, mails }) => waiting.length === 0 && mails.length >= count)).mails;
    },
  };
}

/** Sends again what our webhook has not taken: the simulator itself gives up sooner than a busy machine may start a process. */
async function repeatEvents(): Promise<void> {
  const address = `${world.env.STRIPE_BASE_URL}/api/billing`;
  const { events } = (await (await fetch(address)).json()) as {
    events: { id: string; webhook_status: number | null }[];
  };
  for (const { id, webhook_status } of events)
    if ((webhook_status ?? 500) >= 300) await fetch(address, { method: 'POST', body: JSON.stringify({ repeat: id }) });
}

describe('a plan', () => {
  it('is right again after an outage and after events that never came, with one receipt', async () => {
    const [ended, unheard, paidMeanwhile] = [await helena(), await helena(), await helena()];
    await ended.pays();
    await ended.becomes((row) => row?.plan === 'plus');
    await ended.subjects(1);
    await world.fault({ vendor: 'stripe', silent: true });
    await unheard.pays();
    for (const _ of [1, 2, 3, 4]) await world.billing('payment_failed', ended.email);
    expect([(await ended.plan())?.plan, await unheard.plan()]).toEqual(['plus', null]);

    await world.noFaults();
    await Promise.all([world.web.kill('SIGKILL'), world.worker.kill('SIGKILL')]);
    await paidMeanwhile.pays();
    await world.web.start();
    // By its event: no worker compares anything yet.
    await repeatEvents();
    await paidMeanwhile.becomes((row) => row?.plan === 'plus');
    // As a day later.
    await world.query(`update subscriptions set checked_at = now() - interval '1 day' where owner_id = ? returning 1`, [
      ended.id,
    ]);
    await world.query(`delete from webhook_receipts where event_id = 'listing' returning 1`);
    await world.worker.start();
    await ended.becomes((row) => row === null);
    await unheard.becomes((row) => row?.plan === 'plus');
    expect(await ended.subjects(2)).toEqual(['Your receipt: $5 to Stillhere', 'Your Stillhere plan has ended']);
    expect(await unheard.subjects(1)).toEqual(['Your receipt: $5 to Stillhere']);
    expect(await paidMeanwhile.subjects(1)).toEqual(['Your receipt: $5 to Stillhere']);
  }, 180_000);

  it('of an owner past the deadline is not charged and does not end until they check in', async () => {
    const { id, email, letter, pays, becomes, plan, subjects } = await helena();
    await pays();
    await becomes((row) => row?.plan === 'plus');
    await addContact(world.context(), id, { name: 'Ana', email: 'ana-held@example.com' });
    await setEmergency(world.context(), id, letter.id, true);
    await changeSettings(world.context(), id, { is_active: true, inactive_days: 7, safety_days: 30 });
    for (let days = 6; (await protocolOf(world, id)).stage !== 'missed'; days = 1) {
      await passHours(world, (days * DAY) / HOUR);
      await atRest(world);
    }
    await becomes((row) => row?.held_at != null);
    await world.billing('renew', email);
    await world.billing('cancel', email);
    await becomes((row) => row?.has_lapsed === true);
    expect(await plan()).toMatchObject({ plan: 'plus' });

    await checkIn(world.context(), id);
    await becomes((row) => row === null);
    expect(await subjects(2)).toContain('Your Stillhere plan has ended');
    // Neither a second receipt nor another mail about money while they were silent.
    const kinds = await world.query('select kind from billing_mails where owner_id = ? order by created_at, id', [id]);
    expect(kinds).toEqual([{ kind: 'receipt' }, { kind: 'plan-ended' }]);
  }, 180_000);
});
