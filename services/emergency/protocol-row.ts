/**
 * One owner's protocol as the database has it: its row, the warnings of its episode and our availability. A transaction
 * that decides something locks it first; pages and mails only read.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, type InferResult, type Nullable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { CLOCK_NOW, inMilliseconds } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { contactZoneOf } from '#domain/emergency/contact-hours.ts';
import { afterHold, holdRunsUntil } from '#domain/emergency/duress.ts';
import { ANSWER_DAYS, INACTIVE_DAYS, SAFETY_DAYS, UNANSWERED_DAYS } from '#domain/emergency/emergency.ts';
import { countsFrom, type ProtocolState, type Stage, WARNING_KINDS, type Warning } from '#domain/emergency/protocol.ts';
import { type Running, runningOf } from '#domain/emergency/running.ts';
import { withOtherChannels } from '#domain/emergency/warning-channels.ts';
import { DAY } from '#domain/time/durations.ts';
import { presentName } from '#domain/time/zone-names.ts';
import type { Context } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { mayArmProtocol } from '#services/subscription/entitlements.ts';
import { readAvailability } from './availability.ts';
import { type ActRow, type SaySettings, sayOf, selectActs, toAct } from './say-row.ts';

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
  const { now, contacts, contents, is_active: isActive, episode } = row;
  const { last_check_in: lastCheckIn, paused_until: pausedUntil, confirmed_at: confirmedAt } = row;
  const mayArm = isActive || (await mayArmProtocol(em, ownerId));
  const isAddressConfirmed = confirmedAt !== null;
  const running = runningOf({ isActive, isAddressConfirmed, contacts: row.recipients, contents, mayArm });
  const warnings = row.warnings.map(toWarning);
  const acts = row.acts.map(toAct);
  const saySettings = {
    confirmationsNeeded: row.confirmations_needed,
    unansweredAfterDays: row.unanswered_after_days,
    contactsMayRaise: row.contacts_may_raise,
    answerWithinDays: row.answer_within_days,
  };
  // A clock that was set back can leave a warning settled before the last check-in.
  const since = Math.min(lastCheckIn, ...warnings.map(({ settledAt }) => settledAt ?? lastCheckIn));
  const timeZone = presentName(row.time_zone);
  const hold =
    row.hold_from === null || row.hold_until === null ? null : { from: row.hold_from, until: row.hold_until };
  return {
    ownerId,
    owner: { name: row.name, email: row.email, timeZone },
    now,
    revision: row.revision,
    episode,
    lastCheckIn,
    pausedUntil,
    confirmedAt,
    releasedAt: row.released_at,
    contacts,
    isTelling: row.is_telling,
    contents,
    isPlanned: row.is_planned,
    running,
    wasBlocked: row.is_blocked,
    acts,
    saySettings,
    duressUntil: holdRunsUntil(hold, now),
    state: {
      say: sayOf(acts, saySettings, contacts.length),
      isActive,
      stage: row.stage,
      inactiveDays: row.inactive_days,
      safetyDays: row.safety_days,
      countsFrom: running.isRunning ? countsFrom({ lastCheckIn, pausedUntil, confirmedAt }) : null,
      missedAt: row.missed_at,
      notifiedAt: row.notified_at,
      contactZone: contactZoneOf(timeZone, day),
      warnings,
      availability: afterHold(await readAvailability(em, since, now, day), hold, now),
    },
  };
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
    .select(({ exists, or, selectFrom }) => [
      // A contact who was added later delays no release.
      inMilliseconds(
        selectFrom('emergency_mails as m')
          .select(({ fn }) => fn.max('m.settled_at').as('notified_at'))
          .whereRef('m.owner_id', '=', 'u.id')
          .whereRef('m.episode', '=', 'p.episode')
          .whereRef('m.created_at', '<=', 'p.missed_at')
          .where('m.kind', '=', 'contact-told')
          .$asScalar(),
      ).as('notified_at'),
      exists(
        selectFrom('emergency_mails as m')
          .select('m.id')
          .whereRef('m.owner_id', '=', 'u.id')
          .whereRef('m.episode', '=', 'p.episode')
          .where('m.kind', '=', 'contact-told')
          .where('m.state', '=', 'waiting'),
      )
        .$castTo<boolean>()
        .as('is_telling'),
      or([
        exists(selectFrom('emergency_plan_items as i').select('i.content_id').whereRef('i.owner_id', '=', 'u.id')),
        exists(witnessesOf().select('t.id')),
      ])
        .$castTo<boolean>()
        .as('is_planned'),
      recipientCount().as('recipients'),
      sql<string[]>`array${selectFrom('trusted_contacts as t')
        .select('t.name')
        .whereRef('t.owner_id', '=', 'u.id')
        .where('t.stopped_at', 'is', null)
        .orderBy('t.created_at')
        .orderBy('t.id')}`.as('contacts'),
      selectFrom('contents as c')
        .select(COUNT.as('count'))
        .whereRef('c.owner_id', '=', 'u.id')
        .where('c.is_emergency', '=', true)
        .$asScalar()
        .$notNull()
        .as('contents'),
      jsonArrayFrom(selectWarnings()).as('warnings'),
      jsonArrayFrom(selectActs()).as('acts'),
    ])
    .where('u.id', '=', ownerId),
);

/** How many trusted contacts of `u` would receive something, and may be written to. */
export function recipientCount() {
  return contactsOf()
    .select(COUNT.as('count'))
    .where('t.role', '=', 'recipient')
    .where('t.stopped_at', 'is', null)
    .$asScalar()
    .$notNull();
}

function witnessesOf() {
  return contactsOf().where('t.role', '=', 'witness');
}

function contactsOf() {
  const eb = expressionBuilder<Tables & { u: Tables['users'] }, 'u'>();
  return eb.selectFrom('trusted_contacts as t').whereRef('t.owner_id', '=', 'u.id');
}

type WarningRow = InferResult<ReturnType<typeof selectWarnings>>[number];

/** Of the present episode of the protocol `p` of `u`. */
function selectWarnings() {
  const eb = expressionBuilder<
    Tables & { u: Tables['users']; p: Nullable<Tables['emergency_protocols']> },
    'u' | 'p'
  >();
  return eb
    .selectFrom('emergency_mails as m')
    .select(['m.kind', 'm.index', 'm.state'])
    .select(({ ref }) => [
      inMilliseconds(ref('m.settled_at')).as('settled_at'),
      inMilliseconds(ref('m.deferred_at')).as('deferred_at'),
      inMilliseconds(ref('m.delivered_at')).as('delivered_at'),
      inMilliseconds(ref('m.bounced_at')).as('bounced_at'),
    ])
    .select(({ selectFrom }) =>
      inMilliseconds(
        selectFrom('warning_messages as w')
          .select(({ fn }) => fn.min('w.delivered_at').as('delivered_at'))
          .whereRef('w.mail_id', '=', 'm.id')
          .$asScalar(),
      ).as('otherwise_delivered_at'),
    )
    .whereRef('m.owner_id', '=', 'u.id')
    .where(({ eb, fn, lit }) => eb('m.episode', '=', fn.coalesce('p.episode', lit(1))))
    .where('m.kind', 'in', WARNING_KINDS)
    .where('m.state', '<>', 'withdrawn')
    .orderBy('m.created_at')
    .$narrowType<{ kind: Warning['kind']; state: 'waiting' | 'accepted' | 'bounced' }>();
}

function toWarning(row: WarningRow): Warning {
  return withOtherChannels(toAccount(row), row.otherwise_delivered_at);
}

/** As the account's address got it. */
function toAccount(row: WarningRow): Warning {
  const { kind, index, state, settled_at: settledAt } = row;
  const warning = { kind, index, settledAt };
  // Rows from before migration 8 have no `bounced_at`.
  if (state === 'bounced') return { ...warning, state, reportedAt: row.bounced_at ?? settledAt };
  if (row.delivered_at !== null) return { ...warning, state: 'delivered', reportedAt: row.delivered_at };
  if (row.deferred_at !== null) return { ...warning, state: 'deferred', reportedAt: row.deferred_at };
  return { ...warning, state, reportedAt: null };
}
