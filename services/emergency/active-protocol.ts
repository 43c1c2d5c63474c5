import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { daysSince } from '#domain/emergency/emergency.ts';
import { type Running, runningOf } from '#domain/emergency/running.ts';
import type { Context } from '#services/context.ts';
import type { PlannedPerson } from './plan.ts';
import { dayOf, recipientCount } from './protocol-row.ts';
import { type ProtocolView, readProtocolView } from './protocol-view.ts';

/** What every page shows of a protocol that is on. */
export interface ActiveProtocol
  extends Running,
    Pick<ProtocolView, 'stage' | 'daysSince' | 'inactiveDays' | 'notifyAt' | 'releaseAt'> {
  isPaused: boolean;
  /** How many contacts would be notified, are being notified or were; 0 while the protocol is armed. */
  notified: number;
  /** Whether a message to one of them has not left us yet. */
  isTelling: boolean;
  /** The name of a contact whose address does not work: an email to it came back. Null without one. */
  unreachable: string | null;
  /** How many contacts would receive something or did; 0 while the protocol is armed. */
  receiving: number;
}

/** @returns an owner's protocol for the frame of a page, with one query while it is armed; null if it is off */
export async function readActiveProtocol(context: Context, ownerId: string): Promise<ActiveProtocol | null> {
  const [row] = await readSummary(context.em, { ownerId });
  if (!row) return null;
  const { stage, episode, contacts, contents, is_paused: isPaused, is_address_confirmed: isAddressConfirmed } = row;
  const quiet: ActiveProtocol = {
    ...runningOf({ isActive: true, isAddressConfirmed, contacts: row.recipients, contents, mayArm: true }),
    stage,
    daysSince: daysSince(row.last_check_in, context.now, dayOf(context)),
    inactiveDays: row.inactive_days,
    isPaused,
    unreachable: row.unreachable,
    ...{ notifyAt: null, releaseAt: null, notified: 0, isTelling: false, receiving: 0 },
  };
  if (stage === 'armed') return quiet;
  const view = await readProtocolView(context.em, ownerId, dayOf(context));
  const { notifyAt, isTelling, plan } = view;
  const { notified, sent } = await countPeople(context.em, ownerId, episode);
  return {
    ...quiet,
    notifyAt,
    releaseAt: view.confirmableFrom ?? view.releaseAt,
    notified: stage === 'reminding' ? contacts : notified,
    isTelling,
    receiving: stage === 'released' ? sent : contents > 0 ? (plan?.filter(receives).length ?? contacts) : 0,
  };
}

const receives = ({ shares }: PlannedPerson) => shares.length > 0;

const readSummary = prepared((db, { ownerId }: { ownerId: string }) =>
  db
    .selectFrom('emergency_protocols as p')
    .innerJoin('users as u', 'u.id', 'p.owner_id')
    .select(['p.episode', 'p.stage', 'p.last_check_in', 'p.inactive_days'])
    .select(({ eb, fn, lit, selectFrom }) => [
      fn.coalesce(eb('p.paused_until', '>', NOW).$castTo<boolean | null>(), lit(false)).as('is_paused'),
      eb('u.email_confirmed_at', 'is not', null).$castTo<boolean>().as('is_address_confirmed'),
      selectFrom('trusted_contacts as t')
        .select(COUNT.as('count'))
        .whereRef('t.owner_id', '=', 'u.id')
        .where('t.stopped_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('contacts'),
      recipientCount().as('recipients'),
      selectFrom('trusted_contacts as t')
        .select('t.name')
        .whereRef('t.owner_id', '=', 'u.id')
        .where('t.bounced_at', 'is not', null)
        .orderBy('t.bounced_at')
        .limit(1)
        .as('unreachable'),
      selectFrom('contents as c')
        .select(COUNT.as('count'))
        .whereRef('c.owner_id', '=', 'u.id')
        .where('c.is_emergency', '=', true)
        .$asScalar()
        .$notNull()
        .as('contents'),
    ])
    .where('p.owner_id', '=', ownerId)
    .where('p.is_active', '=', true),
);

/** @returns to how many people this episode's notifications and deliveries went, or are on their way */
async function countPeople(em: EntityManager, ownerId: string, episode: number) {
  const row = await query(em)
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('emergency_mails')
        .select(COUNT.as('count'))
        .where('owner_id', '=', ownerId)
        .where('episode', '=', episode)
        .where('kind', '=', 'contact-told')
        .where('state', 'in', ['waiting', 'accepted'])
        .as('notified'),
      selectFrom('deliveries')
        .select(({ fn, cast }) => cast<number>(fn.count('recipient_email').distinct(), 'integer').as('count'))
        .where('owner_id', '=', ownerId)
        .where('release_episode', '=', episode)
        .where('deleted_at', 'is', null)
        .as('sent'),
    ])
    .executeTakeFirstOrThrow();
  return { notified: row.notified ?? 0, sent: row.sent ?? 0 };
}
