/** Begins a rehearsal of the emergency protocol: a frozen copy, and one row and job for each message. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { fromMilliseconds, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { asJson, recordset } from '#db/sql.ts';
import { REHEARSALS } from '#domain/accounts/limits.ts';
import { contactZoneOf } from '#domain/emergency/contact-hours.ts';
import { type Rehearsed, rehearse, usualSpan } from '#domain/emergency/rehearsal.ts';
import { type FrozenProtocol, releaseInputOf } from '#domain/emergency/rehearsal-gaps.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { countTry } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { listContacts } from './contacts.ts';
import { readPlanItems } from './plan.ts';
import { dayOf, readProtocol } from './protocol-row.ts';
import { readChannelRows } from './read-warning-channels.ts';

/**
 * Begins a rehearsal. Each message goes to the owner alone; the protocol, its contacts and its deliveries stay as they are.
 * @param minutes how long it takes; left out, a quarter of an hour
 * @throws AppError conflict while another one goes on; too-many-requests beyond REHEARSALS
 */
export async function startRehearsal(
  context: Context,
  ownerId: string,
  { minutes }: { minutes?: number | undefined },
): Promise<{ id: string }> {
  const day = dayOf(context);
  const giveBack = await countTry(context, [{ limit: REHEARSALS, of: [ownerId] }]);
  return context.em.transactional(async (tx) => {
    if (!(await lockAccount(tx, ownerId))) throw notFound('account');
    if (await isRehearsing(tx, ownerId)) {
      await giveBack();
      throw new AppError('conflict', say(emergencyRefusals.rehearsing));
    }
    const { now, frozen } = await freeze({ ...context, em: tx }, ownerId);
    const span = minutes === undefined ? usualSpan(day) : minutes * MINUTE;
    const contactZone = contactZoneOf(frozen.timeZone, day);
    const release = releaseInputOf(frozen);
    const messages = rehearse({ day }, { ...frozen, release, contactZone }, { now, span });
    const id = await insert(tx, ownerId, { ...frozen, ...datesOf(messages) }, { now, span, messages });
    record(tx, ownerId, 'protocol-rehearsed', { rehearsal_id: id });
    return { id };
  });
}

async function isRehearsing(tx: EntityManager, ownerId: string): Promise<boolean> {
  const row = await query(tx)
    .selectFrom('rehearsals')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('ends_at', '>', NOW)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads all that the protocol depends on, and changes nothing. */
async function freeze(context: Context, ownerId: string) {
  const { em } = context;
  const { now, owner, running, state } = await readProtocol(em, ownerId, dayOf(context));
  const contacts = (await listContacts(context, ownerId)).toReversed();
  const channels = await readChannelRows(em, ownerId);
  const items = await query(em)
    .selectFrom('contents')
    .select(['id', 'type', 'is_sealed as isSealed'])
    .where('owner_id', '=', ownerId)
    .where('is_emergency', '=', true)
    .orderBy(({ eb }) => eb('type', '<>', 'text'))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const frozen = {
    ...{ ownerName: owner.name, ownerEmail: owner.email, timeZone: owner.timeZone, day: dayOf(context) },
    ...{ isActive: state.isActive, blockedBy: running.blockedBy },
    ...{ inactiveDays: state.inactiveDays, safetyDays: state.safetyDays, items },
    plan: await readPlanItems(em, ownerId),
    contacts: contacts.map(({ id, role, name, email, bounced_at, has_stopped }) => ({
      ...{ id, role, name, email, hasBounced: bounced_at !== null, hasStopped: has_stopped },
    })),
    channels: channels
      .filter(({ is_used: isUsed }) => isUsed)
      .map(({ channel, address, confirmed_at, failed_at }) => ({
        ...{ channel, address, isConfirmed: confirmed_at !== null, hasFailed: failed_at !== null },
      })),
  };
  return { now, frozen };
}

function datesOf(messages: readonly Rehearsed[]) {
  const at = (kind: Rehearsed['kind']) => messages.find((one) => one.kind === kind)?.at ?? null;
  return { notifyAt: at('missed'), lastCallAt: at('last-call'), releaseAt: at('released') };
}

async function insert(
  tx: EntityManager,
  ownerId: string,
  frozen: FrozenProtocol,
  { now, span, messages }: { now: number; span: number; messages: readonly Rehearsed[] },
): Promise<string> {
  const id = newId();
  await query(tx)
    .insertInto('rehearsals')
    .values({
      ...{ id, owner_id: ownerId, frozen: asJson(frozen) },
      ...{ created_at: fromMilliseconds(now), ends_at: fromMilliseconds(now + span) },
    })
    .execute();
  const rows = messages.map(({ kind, contact, at, dueAt }, n) => ({
    ...{ id: newId(), n, kind, contact, at: new Date(at), due_at: new Date(dueAt) },
  }));
  const given = recordset('r', rows, {
    ...({ id: 'uuid', n: 'integer', kind: 'text', contact: 'integer' } as const),
    ...({ at: 'timestamptz', due_at: 'timestamptz' } as const),
  });
  await query(tx)
    .insertInto('rehearsal_messages')
    .columns(['id', 'n', 'kind', 'contact', 'at', 'due_at', 'rehearsal_id', 'state'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom(given).select([
        ...(['r.id', 'r.n', 'r.kind', 'r.contact', 'r.at', 'r.due_at'] as const),
        cast<string>(val(id), 'uuid').as('rehearsal_id'),
        cast<'waiting'>(val('waiting'), 'text').as('state'),
      ]),
    )
    .execute();
  for (const [index, { id: message }] of rows.entries())
    await enqueue(tx, 'rehearsal-message', message, { in: Math.max(0, (messages[index]?.dueAt ?? now) - now) });
  return id;
}
