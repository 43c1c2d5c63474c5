/**
 * One owner's protocol as the database has it: its row, the warnings of its episode and our availability. A transaction
 * that decides something locks it first; pages and mails only read.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, type Nullable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { CLOCK_NOW, inMilliseconds } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { contactZoneOf } from '#domain/emergency/contact-hours.ts';
import { afterHold, holdRunsUntil } from '#domain/emergency/duress.ts';
import { ANSWER_DAYS, INACTIVE_DAYS, SAFETY_DAYS, UNANSWERED_DAYS } from '#domain/emergency/emergency.ts';
import { countsFrom, type ProtocolState, type Stage, type Warning } from '#domain/emergency/protocol.ts';
import { type Running, runningOf } from '#domain/emergency/running.ts';
import { DAY } from '#domain/time/durations.ts';
import { presentName } from '#domain/time/zone-names.ts';
import type { Context } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { mayArmProtocol } from '#services/subscription/entitlements.ts';
import { readAvailability } from './availability.ts';
import { type ActRow, type SaySettings, sayOf, selectActs, toAct, toSaySettings } from './say-row.ts';
import { selectWarnings, toWarning } from './warning-row.ts';

/** A protocol, with its owner and its contacts. Instants are milliseconds since the epoch. */
export interface Protocol {
  ownerId: string;
  owner: { name: string; email: string; timeZone: string };
  /** The database's clock. */
  now: number;
  revision: number;
  episode: number;
  lastCheckIn: number;
  /** Also of a pause that is over. */
  pausedUntil: number | null;
  /** When the owner's address was confirmed. */
  confirmedAt: number | null;
  releasedAt: number | null;
  /** The names of the trusted contacts whom we may write to, the oldest contact first. */
  contacts: string[];
  /** Whether a message to a contact about the missed check-in has not left us yet. */
  isTelling: boolean;
  /** How many contents are marked as emergency contents. */
  contents: number;
  /** Whether the owner chose who gets what, or has witnesses. */
  isPlanned: boolean;
  running: Running;
  /** Whether something was missing when `followNeeds` last looked. */
  wasBlocked: boolean;
  /** What contacts said in this episode, the oldest first. */
  acts: ActRow[];
  saySettings: SaySettings;
  /** Until when a duress hold runs; null without one. Nothing that the owner sees may depend on it. */
  duressUntil: number | null;
  /** What `nextStep` decides on. */
  state: ProtocolState & Required<Pick<ProtocolState, 'say'>>;
}

/** @returns the length of a protocol day, in milliseconds: a real day, unless it was shortened to watch a whole protocol */
export function dayOf({ protocolDay = DAY }: Pick<Context, 'protocolDay'>): number {
  return protocolDay;
}

/**
 * @returns the protocol; with the usual settings for an owner who never changed it
 * @throws Error without such an account
 */
export async function readProtocol(em: EntityManager, ownerId: string, day: number): Promise<Protocol> {
  const [row] = await readRow(em, { ownerId });
  if (!row) throw new Error('A protocol was read for an account that does not exist.');
  const { now, contacts, recipients, contents, is_active: isActive, episode } = row;
  const { last_check_in: lastCheckIn, paused_until: pausedUntil, confirmed_at: confirmedAt } = row;
  const silence = { lastCheckIn, pausedUntil, confirmedAt };
  const mayArm = isActive || (await mayArmProtocol(em, ownerId));
  const isAddressConfirmed = confirmedAt !== null;
  const running = runningOf({ isActive, isAddressConfirmed, contacts: recipients, contents, mayArm });
  const warnings = row.warnings.map(toWarning);
  const acts = row.acts.map(toAct);
  const saySettings = toSaySettings(row);
  return {
    ownerId,
    owner: { name: row.name, email: row.email, timeZone: presentName(row.time_zone) },
    now,
    revision: row.revision,
    episode,
    ...silence,
    releasedAt: row.released_at,
    contacts,
    isTelling: row.is_telling,
    contents,
    isPlanned: row.is_planned,
    running,
    wasBlocked: row.is_blocked,
    acts,
    saySettings,
    duressUntil: holdRunsUntil(holdOf(row), now),
    state: {
      say: sayOf(acts, saySettings, contacts.length),
      isActive,
      stage: row.stage,
      inactiveDays: row.inactive_days,
      safetyDays: row.safety_days,
      countsFrom: running.isRunning ? countsFrom(silence) : null,
      missedAt: row.missed_at,
      notifiedAt: row.notified_at,
      contactZone: contactZoneOf(presentName(row.time_zone), day),
      warnings,
      availability: afterHold(await readAvailability(em, beginOf(lastCheckIn, warnings), now, day), holdOf(row), now),
    },
  };
}

/** A clock that was set back can leave a warning settled before the last check-in. */
function beginOf(lastCheckIn: number, warnings: readonly Warning[]): number {
  return Math.min(lastCheckIn, ...warnings.map(({ settledAt }) => settledAt ?? lastCheckIn));
}

function holdOf({ hold_from: from, hold_until: until }: { hold_from: number | null; hold_until: number | null }) {
  return from === null || until === null ? null : { from, until };
}

/**
 * Locks an owner's protocol until the transaction ends, so that a check-in and a release cannot both come first. Locks the
 * account before it, as every transaction does.
 * @returns null when the account is gone
 */
export async function lockProtocol(tx: EntityManager, ownerId: string, day: number): Promise<Protocol | null> {
  if (!(await lockAccount(tx, ownerId))) return null;
  await query(tx)
    .insertInto('emergency_protocols')
    .values(({ selectFrom }) => ({
      owner_id: ownerId,
      is_active: false,
      inactive_days: INACTIVE_DAYS.usual,
      safety_days: SAFETY_DAYS.usual,
      last_check_in: selectFrom('users').select('created_at').where('id', '=', ownerId).$asScalar().$notNull(),
      stage: 'armed',
      episode: 1,
      revision: 0,
      synced_revision: 0,
    }))
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .execute();
  await query(tx)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .execute();
  return readProtocol(tx, ownerId, day);
}

const readRow = prepared((db, { ownerId }: { ownerId: string }) =>
  db
    .selectFrom('users as u')
    .leftJoin('emergency_protocols as p', 'p.owner_id', 'u.id')
    .leftJoin('duress_holds as h', 'h.owner_id', 'u.id')
    .select(['u.name', 'u.email', 'u.time_zone'])
    .select(({ fn, val, ref, lit }) => [
      fn.coalesce('p.is_active', lit(false)).as('is_active'),
      fn.coalesce('p.is_blocked', lit(false)).as('is_blocked'),
      fn.coalesce('p.inactive_days', lit(INACTIVE_DAYS.usual)).as('inactive_days'),
      fn.coalesce('p.safety_days', lit(SAFETY_DAYS.usual)).as('safety_days'),
      fn.coalesce('p.confirmations_needed', lit(0)).as('confirmations_needed'),
      fn.coalesce('p.unanswered_after_days', lit(UNANSWERED_DAYS.usual)).as('unanswered_after_days'),
      fn.coalesce('p.contacts_may_raise', lit(false)).as('contacts_may_raise'),
      fn.coalesce('p.answer_within_days', lit(ANSWER_DAYS.usual)).as('answer_within_days'),
      fn.coalesce('p.stage', val<Stage>('armed')).as('stage'),
      fn.coalesce('p.episode', lit(1)).as('episode'),
      fn.coalesce('p.revision', lit(0)).as('revision'),
      inMilliseconds(fn.coalesce('p.last_check_in', 'u.created_at')).as('last_check_in'),
      inMilliseconds(ref('p.paused_until')).as('paused_until'),
      inMilliseconds(ref('u.email_confirmed_at')).as('confirmed_at'),
      inMilliseconds(ref('p.missed_at')).as('missed_at'),
      inMilliseconds(ref('p.released_at')).as('released_at'),
      inMilliseconds(ref('h.began_at')).as('hold_from'),
      inMilliseconds(ref('h.ends_at')).as('hold_until'),
      inMilliseconds(CLOCK_NOW).as('now'),
    ])
    .select([
      notifiedAt().as('notified_at'),
      isTelling().as('is_telling'),
      isPlanned().as('is_planned'),
      recipientCount().as('recipients'),
      contactNames().as('contacts'),
      contentCount().as('contents'),
      jsonArrayFrom(selectWarnings()).as('warnings'),
      jsonArrayFrom(selectActs()).as('acts'),
    ])
    .where('u.id', '=', ownerId),
);

type OfOwner = Tables & { u: Tables['users']; p: Nullable<Tables['emergency_protocols']> };

/** The mails of the present episode that tell contacts of the missed check-in. */
function contactMails() {
  return expressionBuilder<OfOwner, 'u' | 'p'>()
    .selectFrom('emergency_mails as m')
    .whereRef('m.owner_id', '=', 'u.id')
    .whereRef('m.episode', '=', 'p.episode')
    .where('m.kind', '=', 'contact-told');
}

/** A contact who was added later delays no release. */
function notifiedAt() {
  return inMilliseconds(
    contactMails()
      .select(({ fn }) => fn.max('m.settled_at').as('notified_at'))
      .whereRef('m.created_at', '<=', 'p.missed_at')
      .$asScalar(),
  );
}

function isTelling() {
  const { exists } = expressionBuilder<OfOwner, 'u' | 'p'>();
  return exists(contactMails().select('m.id').where('m.state', '=', 'waiting')).$castTo<boolean>();
}

function isPlanned() {
  const { exists, or, selectFrom } = expressionBuilder<OfOwner, 'u' | 'p'>();
  return or([
    exists(selectFrom('emergency_plan_items as i').select('i.content_id').whereRef('i.owner_id', '=', 'u.id')),
    exists(contactsOf().select('t.id').where('t.role', '=', 'witness')),
  ]).$castTo<boolean>();
}

function contactNames() {
  const names = contactsOf().select('t.name').where('t.stopped_at', 'is', null).orderBy('t.created_at').orderBy('t.id');
  return sql<string[]>`array${names}`;
}

function contentCount() {
  return expressionBuilder<OfOwner, 'u'>()
    .selectFrom('contents as c')
    .select(COUNT.as('count'))
    .whereRef('c.owner_id', '=', 'u.id')
    .where('c.is_emergency', '=', true)
    .$asScalar()
    .$notNull();
}

/** How many trusted contacts of `u` would receive something, and may be written to. */
export function recipientCount() {
  return contactsOf()
    .select(COUNT.as('count'))
    .where('t.role', '=', 'recipient')
    .where('t.stopped_at', 'is', null)
    .$asScalar()
    .$notNull();
}

function contactsOf() {
  return expressionBuilder<OfOwner, 'u'>().selectFrom('trusted_contacts as t').whereRef('t.owner_id', '=', 'u.id');
}
