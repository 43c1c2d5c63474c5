import type { EntityManager } from '@mikro-orm/postgresql';
import { type Selectable, sql } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { AppError } from '#domain/errors.ts';
import { PLANS } from '#domain/subscription/plan.ts';
import { SECOND } from '#domain/time/durations.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { storageUse } from '#services/contents/storage.ts';
import type { Context } from '#services/context.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { lockDeliveries } from '#services/deliveries/locked.ts';
import { listDeliveries } from '#services/deliveries/queries.ts';
import { endRunsLater } from '#services/engine/end-run-job.ts';
import { dequeue } from '#services/jobs/jobs.ts';
import { correspondentOf } from '#services/limits/correspondents.ts';
import { enqueueAccountMail } from '#services/mails/enqueue-account-mail.ts';
import type { Run } from '#services/ports/engine.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { accountCredentials } from './account.ts';
import { type OwnerProof, requireOwner } from './prove-owner.ts';

/** The dispatcher may be syncing a run with a slow engine at this moment, so the run is ended after that. */
const ANNOUNCED_WITHIN = 30 * SECOND;

/** What a person should know before they delete their account. */
export interface DeletionSummary {
  items: number;
  bytes: number;
  /** How many of the items everyone can see. */
  publicItems: number;
  contacts: number;
  /** How many contacts were notified that the owner was not heard from. They receive a mail that nothing comes. */
  notified: number;
  /** Will not be sent. */
  pending: DeliveryView[];
  /** How many sent deliveries have links that will not work. */
  sent: number;
  /** The name of the paid plan, which will be cancelled; null without one. */
  paidPlan: string | null;
  hasPassword: boolean;
}

/** @returns what deleting the account removes */
export async function deletionSummary(context: Context, accountId: string): Promise<DeletionSummary> {
  const { byType } = await storageUse(context, accountId);
  const deliveries = await listDeliveries(context, accountId);
  const row = await readSummary(context.em, accountId);
  return {
    items: byType.reduce((sum, { items }) => sum + items, 0),
    bytes: byType.reduce((sum, { bytes }) => sum + bytes, 0),
    publicItems: row?.public_items ?? 0,
    contacts: row?.contacts ?? 0,
    notified: (await notifiedContacts(context.em, accountId)).length,
    pending: deliveries.filter(({ status }) => status === 'pending'),
    sent: row?.sent ?? 0,
    paidPlan: row?.paid_plan ? PLANS[row.paid_plan].name : null,
    hasPassword: row?.password_hash !== null,
  };
}

function readSummary(em: EntityManager, accountId: string) {
  return query(em)
    .selectFrom('users')
    .select((eb) => [
      'password_hash',
      eb
        .selectFrom('subscriptions')
        .select('plan')
        .where('owner_id', '=', accountId)
        .where('paid_each', 'is not', null)
        .as('paid_plan'),
      eb
        .selectFrom('contents')
        .select(COUNT.as('count'))
        .where('owner_id', '=', accountId)
        .where('is_public', '=', true)
        .as('public_items'),
      eb.selectFrom('trusted_contacts').select(COUNT.as('count')).where('owner_id', '=', accountId).as('contacts'),
      eb
        .selectFrom('deliveries')
        .select(COUNT.as('count'))
        .where('owner_id', '=', accountId)
        .where('status', '=', 'sent')
        .as('sent'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirst();
}

/**
 * Deletes an account for good, with everything in it: contents, pending and sent deliveries, contacts, sessions, and the
 * key without which no copy of the contents can be read. Objects in the store and runs in the engine are removed in the
 * background. Contacts who were notified that the owner was not heard from receive a mail that nothing comes.
 * @throws AppError as `requireOwner`; conflict while a delivery is being sent
 */
export async function deleteAccount(context: Context, proof: OwnerProof): Promise<void> {
  const { accountId } = proof;
  await requireOwner(context, proof);
  await context.em.transactional(async (tx) => {
    const user = await accountCredentials(tx, accountId).forNoKeyUpdate().executeTakeFirst();
    if (!user) return;
    // Locks deliveries first: a transaction that holds one writes to its owner's timeline, and that would wait for us.
    await refuseWhileSending(tx, accountId);
    // Everything that schedules, uploads or changes locks this row, too: from here on nothing is added.
    await accountCredentials(tx, accountId).forUpdate().execute();
    await endRunsLater(tx, await runsOf(tx, accountId), ANNOUNCED_WITHIN);
    await enqueueAccountMail(tx, { userId: null, kind: 'account-deleted', email: user.email });
    await mailNotified(context, tx, accountId);
    await dequeue(tx, 'contacts-check', [accountId]);
    await deleteProviderEvents(tx, accountId);
    // Their rows stay, as hashes: a stop outlives the account. When it wrote to them first does not matter to that.
    await query(tx)
      .updateTable('correspondents')
      .set({ scheduled_at: null })
      .where('owner_id', '=', accountId)
      .execute();
    // Deletes every row of the person by cascade. A trigger on files enqueues the deletion of their objects.
    await query(tx).deleteFrom('users').where('id', '=', accountId).execute();
  });
  recordSecurityEvent(context, 'account-deleted', { account: accountId });
}

/** Resolves each contact's stop link while the account exists: without it, every deleted account would look the same. */
async function mailNotified({ keyring }: Context, tx: EntityManager, accountId: string): Promise<void> {
  for (const { email, language } of await notifiedContacts(tx, accountId)) {
    const { id } = await correspondentOf(tx, keyring, { ownerId: accountId, address: email });
    await enqueueAccountMail(tx, { userId: null, kind: 'owner-deleted', email, language, correspondentId: id });
  }
}

/** A message that the provider is taking cannot be stopped, so the owner must not believe that it was. */
async function refuseWhileSending(tx: EntityManager, accountId: string): Promise<void> {
  const rows = await query(tx).selectFrom('deliveries').select('id').where('owner_id', '=', accountId).execute();
  const { deliveries } = await lockDeliveries(
    tx,
    rows.map(({ id }) => id),
  );
  const isBeingSent = deliveries.some(
    ({ status, isDeleted, attempts }) => status === 'pending' && !isDeleted && attempts.at(-1)?.state === 'started',
  );
  if (isBeingSent) throw new AppError('conflict', say(accountRefusals['delivery-being-sent']));
}

function runsOf(tx: EntityManager, accountId: string): Promise<Run[]> {
  const deliveries = query(tx)
    .selectFrom('deliveries')
    .select(['id', sql.lit<Run['kind']>('delivery').as('kind')])
    .where('owner_id', '=', accountId);
  const protocols = query(tx)
    .selectFrom('emergency_protocols')
    .select(['owner_id as id', sql.lit<Run['kind']>('emergency').as('kind')])
    .where('owner_id', '=', accountId);
  return deliveries.unionAll(protocols).execute();
}

/** They have no foreign key, since a provider may report what we do not know. */
async function deleteProviderEvents(tx: EntityManager, accountId: string): Promise<void> {
  await query(tx)
    .deleteFrom('provider_events')
    .where('attempt_id', 'in', (eb) =>
      eb
        .selectFrom('delivery_attempts')
        .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
        .select('delivery_attempts.id')
        .where('deliveries.owner_id', '=', accountId),
    )
    .execute();
}

/** @returns the contacts who were notified in the present episode, or are being notified right now, by address */
function notifiedContacts(
  em: EntityManager,
  ownerId: string,
): Promise<Pick<Selectable<Tables['trusted_contacts']>, 'email' | 'language'>[]> {
  return query(em)
    .selectFrom('emergency_mails as m')
    .innerJoin('emergency_protocols as p', (join) =>
      join.onRef('p.owner_id', '=', 'm.owner_id').onRef('p.episode', '=', 'm.episode'),
    )
    .leftJoin('trusted_contacts as t', (join) =>
      join.onRef('t.owner_id', '=', 'm.owner_id').onRef('t.email', '=', 'm.email'),
    )
    .select('m.email')
    .select(({ fn }) => fn.coalesce('t.language', 'm.language').as('language'))
    .where('m.owner_id', '=', ownerId)
    .where('m.kind', '=', 'contact-told')
    .where(({ eb, or, and }) =>
      or([eb('m.state', '=', 'accepted'), and([eb('m.state', '=', 'waiting'), eb('m.may_have_gone', '=', true)])]),
    )
    .orderBy('m.email')
    .$narrowType<{ email: string }>()
    .execute();
}
