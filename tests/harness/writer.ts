/** A person in a world, their deliveries, and time that passes for these. */
import { HOUR } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { newId } from '#services/ids.ts';
import { OVERDUE_BY } from '#services/jobs/what-is-due.ts';
import { createText } from '#services/vault/change-content.ts';
import { openTestAccount } from './account.ts';
import { eventually } from './process.ts';
import type { Message, World } from './world.ts';

/** Longer than the lease of a call. */
const LONG = "interval '30 seconds'";

/** @returns the ids as a Postgres array; they are ids of ours, so they need no quoting */
export function idArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

/** A person on Plus with one letter. Their address was confirmed long ago, so no mail about that is in an inbox. */
export async function createWriter(world: Pick<World, 'context' | 'query' | 'messages'>) {
  const context = world.context();
  const user = await context.em.transactional(async (em) => {
    const account = await openTestAccount({ ...context, em }, 'cookie');
    await em.execute('delete from account_mails where user_id = ?', [account.id]);
    return account;
  });
  const { email } = user;
  const letter = await createText(world.context(), user.id, {
    is_public: false,
    title: 'How we chose your name',
    content: 'Dear Ana,\n\nStill here.',
  });
  function scheduleIn(context: Context, to: string, due: Date, phone: string | null): Promise<DeliveryView> {
    return scheduleDelivery(context, user.id, {
      content_id: letter.id,
      delivery_type: phone ? 'whatsapp' : 'email',
      recipient_email: to,
      recipient_name: 'Ana',
      recipient_phone: phone,
      local_time: due.toISOString().slice(0, -1),
      time_zone: 'UTC',
    });
  }
  return {
    id: user.id,
    email,
    letter,
    /** Schedules the letter for an instant, to the millisecond: by WhatsApp if there is a number, else by email. */
    schedule: (to: string, due: Date, phone: string | null = null) => scheduleIn(world.context(), to, due, phone),
    /** Schedules it an hour ahead: nothing happens to it until a test makes it due. */
    scheduleFar: (to: string, phone: string | null = null) =>
      scheduleIn(world.context(), to, new Date(Date.now() + HOUR), phone),
    /** Schedules it for the next millisecond: it goes out at once. */
    scheduleNow(to: string, phone: string | null = null): Promise<DeliveryView> {
      const context = world.context();
      return scheduleIn(context, to, new Date(context.now.getTime() + 1), phone);
    },
    /**
     * Writes deliveries of the letter straight into Postgres, since scheduling is not under test. The engine does not know
     * them.
     * @returns their ids, in order
     */
    async plant(recipients: readonly { to: string; phone?: string | null }[], due: Date): Promise<string[]> {
      const rows = recipients.map(({ to, phone = null }) => ({ id: newId(), part: newId(), to, phone }));
      await world.query(
        `with planted as (
           insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, recipient_phone, scheduled_time, time_zone,
             status, origin, revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
           select id, ?, case when phone is null then 'email' else 'whatsapp' end, "to", 'Ana', phone, ?, 'UTC',
             'pending', 'owner', 1, 0, ?, false, 0, now()
           from jsonb_to_recordset(?::jsonb) as r(id uuid, "to" text, phone text))
         insert into delivery_contents (id, delivery_id, content_id, sealed_as, position)
         select part, id, ?, ?, 0 from jsonb_to_recordset(?::jsonb) as r(id uuid, part uuid)`,
        [user.id, due, due, JSON.stringify(rows), letter.id, letter.id, JSON.stringify(rows)],
      );
      return rows.map(({ id }) => id);
    },
    /** @returns the mails to the owner about a delivery, once all of them were sent */
    async noticesAbout(deliveryId: string, recipient: string): Promise<Message[]> {
      await eventually(
        () =>
          world.query(
            "select 1 from notices n join jobs j on j.kind = 'notice' and j.subject = n.id::text where delivery_id = ?",
            [deliveryId],
          ),
        (waiting) => waiting.length === 0,
      );
      return (await world.messages(email)).filter(({ text }) => text.includes(recipient));
    },
  };
}

/** Waits until the engine is synced with all deliveries. */
export async function engineSynced(world: World): Promise<void> {
  await eventually(
    () =>
      world.query<{ open: number }>('select count(*)::int as open from deliveries where revision > synced_revision'),
    ([row]) => row?.open === 0,
  );
}

/** Changes deliveries, which are locked in the order of their ids, as everywhere: workers lock the same ones. */
async function change(world: World, changes: string, which: string, params: unknown[]): Promise<void> {
  await world.query(
    `with locked as (select id from deliveries where ${which} order by id for update)
     update deliveries d set ${changes} from locked where d.id = locked.id`,
    params,
  );
}

/**
 * Makes deliveries overdue, as if their time had passed. Only the rows change: the engine is not synced.
 * @param which a condition on their rows
 */
export async function makeDue(world: World, which: string, params: unknown[] = []): Promise<void> {
  const passed = `now() - interval '${OVERDUE_BY} milliseconds'`;
  await change(world, `scheduled_time = ${passed}, next_attempt_at = ${passed}, local_time = null`, which, params);
}

/** Makes deliveries due now, as if their owner had chosen so: with a new revision, which is synced with the engine. */
export async function bringForward(world: World, which: string, params: unknown[] = []): Promise<void> {
  const changes = 'scheduled_time = now(), next_attempt_at = now(), local_time = null, revision = revision + 1';
  await change(world, changes, which, params);
}

/** What is pending, with the newest attempt of its revision. */
interface Pending {
  id: string;
  attempt: string | null;
  state: string | null;
  /** It is not due for longer than any call takes. */
  waits: boolean;
}

/** @returns all that is pending */
export function pendingAttempts(world: World): Promise<Pending[]> {
  return world.query<Pending>(
    `select d.id, a.id as attempt, a.state, next_attempt_at > now() + ${LONG} as waits from deliveries d left join lateral (
       select id, state from delivery_attempts where delivery_id = d.id and revision = d.revision order by n desc limit 1) as a on true
     where d.status = 'pending' and d.deleted_at is null`,
  );
}

/** @returns the attempts that the provider accepted and reports on */
export async function reportedAttempts(world: World): Promise<Set<string | null>> {
  const accepted = (await world.outlines()).filter(({ silent }) => !silent);
  return new Set(accepted.map(({ custom_args }) => custom_args.attempt_id ?? custom_args.attempt ?? null));
}

/**
 * Makes due what only waits for its time: the next try after a refusal, and an unknown outcome of which no event will
 * come.
 * @returns how many are pending
 */
export async function endWaits(world: World): Promise<number> {
  const pending = await pendingAttempts(world);
  const waiting = pending.filter(({ attempt, state, waits }) => waits && attempt && state !== 'started');
  if (waiting.length > 0) {
    // Read after the rows: the provider has a message before our side records its outcome as unknown.
    const reported = await reportedAttempts(world);
    const ids = waiting.filter(({ attempt }) => !reported.has(attempt)).map(({ id }) => id);
    // Leaves what a worker has claimed meanwhile.
    await makeDue(world, `id = any(?::uuid[]) and next_attempt_at > now() + ${LONG}`, [idArray(ids)]);
  }
  return pending.length;
}

/** Everything on record about one delivery. */
export async function recordOf(world: World, id: string) {
  const [row] = await world.query<{
    status: string;
    failure_code: string | null;
    is_unconfirmed: boolean;
    next_attempt_at: string | null;
    scheduled_time: Date;
    sent_at: Date | null;
    delivered_at: Date | null;
    deleted_at: Date | null;
  }>('select * from deliveries where id = ?', [id]);
  const attempts = await world.query<{ channel: string; state: string; rejection: string | null }>(
    'select channel, state, rejection from delivery_attempts where delivery_id = ? order by revision, n',
    [id],
  );
  const timeline = await world.query<{ kind: string }>(
    'select kind from timeline where delivery_id = ? order by at, id',
    [id],
  );
  return {
    row,
    attempts: attempts.map(({ state, rejection }) => (rejection ? `${state}:${rejection}` : state)),
    /** The channel of each attempt. */
    channels: attempts.map(({ channel }) => channel),
    timeline: timeline.map(({ kind }) => kind),
  };
}
