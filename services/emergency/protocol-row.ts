/**
 * Somebody's protocol as it stands: the row, the warnings of its episode and the door, read together. What decides does
 * so on a row that it holds; pages only look.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { countsFrom, nextStep, type ProtocolState, type Stage, type Warning } from '#domain/emergency/protocol.ts';
import { type Needs, type Running, runningOf } from '#domain/emergency/running.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { mayArmProtocol } from '#services/subscription/entitlements.ts';
import { readDoor } from './door.ts';
import { followNeeds } from './follow-needs.ts';

/** A protocol as its row stands. Instants are milliseconds since the epoch. */
export interface Protocol {
  ownerId: string;
  /** The database's clock. */
  now: number;
  revision: number;
  episode: number;
  lastCheckIn: number;
  pausedUntil: number | null;
  confirmedAt: number | null;
  releasedAt: number | null;
  /** What it needs, and whether it therefore runs. */
  needs: Needs;
  running: Running;
  /** Whether it was blocked when it was last followed. See `followNeeds`. */
  wasBlocked: boolean;
  /** What `nextStep` decides on. */
  state: ProtocolState;
}

/** The length of a protocol day: a real one, unless somebody wants to watch a whole life. */
export function dayOf({ protocolDay = DAY }: Pick<Context, 'protocolDay'>): number {
  return protocolDay;
}

interface Row {
  is_active: boolean;
  inactive_days: number;
  safety_days: number;
  stage: Stage;
  episode: number;
  revision: number;
  last_check_in: string;
  paused_until: string | null;
  is_blocked: boolean;
  contacts: number;
  contents: number;
  confirmed_at: string | null;
  missed_at: string | null;
  released_at: string | null;
  now: string;
}

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

async function readRow(em: EntityManager, ownerId: string): Promise<Row> {
  const [row] = await em.execute<Row[]>(
    `select coalesce(p.is_active, false) as is_active, coalesce(p.inactive_days, ?) as inactive_days,
       coalesce(p.safety_days, ?) as safety_days, coalesce(p.stage, 'armed') as stage, coalesce(p.episode, 1) as episode,
       coalesce(p.revision, 0) as revision, ${MS('coalesce(p.last_check_in, u.created_at)')} as last_check_in,
       coalesce(p.is_blocked, false) as is_blocked,
       (select count(*)::int from trusted_contacts where owner_id = u.id) as contacts,
       (select count(*)::int from contents where owner_id = u.id and is_emergency) as contents,
       ${MS('p.paused_until')} as paused_until, ${MS('u.email_confirmed_at')} as confirmed_at,
       ${MS('p.missed_at')} as missed_at, ${MS('p.released_at')} as released_at, ${MS('clock_timestamp()')} as now
     from users u left join emergency_protocols p on p.owner_id = u.id where u.id = ?`,
    [INACTIVE_DAYS.usual, SAFETY_DAYS.usual, ownerId],
  );
  if (!row) throw new Error('A protocol was asked for without its owner.');
  return row;
}

/** @returns the protocol as it is, or as it is for an owner who never touched it */
export async function readProtocol(em: EntityManager, ownerId: string, day: number): Promise<Protocol> {
  const row = await readRow(em, ownerId);
  const instant = (value: string | null) => (value === null ? null : Number(value));
  const lastCheckIn = Number(row.last_check_in);
  const pausedUntil = instant(row.paused_until);
  const confirmedAt = instant(row.confirmed_at);
  const now = Number(row.now);
  const { is_active: isActive, contacts, contents } = row;
  const mayArm = isActive || (await mayArmProtocol(em, ownerId));
  const needs = { isActive, isAddressConfirmed: confirmedAt !== null, contacts, contents, mayArm };
  const running = runningOf(needs);
  const warnings = await readWarnings(em, ownerId, row.episode);
  // By a clock that was set back, a warning may have been settled before the last check-in.
  const since = Math.min(lastCheckIn, ...warnings.map(({ settledAt }) => settledAt ?? lastCheckIn));
  return {
    ownerId,
    now,
    revision: row.revision,
    episode: row.episode,
    lastCheckIn,
    pausedUntil,
    confirmedAt,
    releasedAt: instant(row.released_at),
    needs,
    running,
    wasBlocked: row.is_blocked,
    state: {
      isActive,
      stage: row.stage,
      inactiveDays: row.inactive_days,
      safetyDays: row.safety_days,
      countsFrom: running.isRunning ? countsFrom({ lastCheckIn, pausedUntil, confirmedAt }) : null,
      missedAt: instant(row.missed_at),
      warnings,
      door: await readDoor(em, since, now, day),
    },
  };
}

/**
 * Holds somebody's protocol until the transaction ends: a check-in and a release cannot both be first. The account's row
 * is held before it, as everywhere.
 * @returns null when the account is gone
 */
export async function lockProtocol(tx: EntityManager, ownerId: string, day: number): Promise<Protocol | null> {
  const owner = await tx.execute<object[]>('select 1 from users where id = ? for no key update', [ownerId]);
  if (owner.length === 0) return null;
  await tx.execute(
    `insert into emergency_protocols
       (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode, revision, synced_revision)
     select id, false, ?, ?, created_at, 'armed', 1, 0, 0 from users where id = ? on conflict (owner_id) do nothing`,
    [INACTIVE_DAYS.usual, SAFETY_DAYS.usual, ownerId],
  );
  await tx.execute('select 1 from emergency_protocols where owner_id = ? for update', [ownerId]);
  return readProtocol(tx, ownerId, day);
}

interface WarningRow {
  kind: Warning['kind'];
  index: number;
  state: 'waiting' | 'accepted' | 'bounced';
  settled_at: string | null;
  deferred_at: string | null;
  delivered_at: string | null;
  bounced_at: string | null;
}

async function readWarnings(em: EntityManager, ownerId: string, episode: number): Promise<Warning[]> {
  const rows = await em.execute<WarningRow[]>(
    `select kind, index, state, ${MS('settled_at')} as settled_at, ${MS('deferred_at')} as deferred_at,
       ${MS('delivered_at')} as delivered_at, ${MS('bounced_at')} as bounced_at from emergency_mails
     where owner_id = ? and episode = ? and kind in ('reminder', 'missed', 'last-call', 'again') and state <> 'withdrawn'
     order by created_at`,
    [ownerId, episode],
  );
  return rows.map(toWarning);
}

function toWarning({ kind, index, state, ...row }: WarningRow): Warning {
  const instant = (value: string | null) => (value === null ? null : Number(value));
  const warning = { kind, index, settledAt: instant(row.settled_at) };
  // The code before this column left it empty.
  if (state === 'bounced') return { ...warning, state, reportedAt: instant(row.bounced_at ?? row.settled_at) };
  if (row.delivered_at !== null) return { ...warning, state: 'delivered', reportedAt: instant(row.delivered_at) };
  if (row.deferred_at !== null) return { ...warning, state: 'deferred', reportedAt: instant(row.deferred_at) };
  return { ...warning, state, reportedAt: null };
}

/**
 * Plans after a change, in its transaction: starts or stops it as `followNeeds` does, and says when to look at it again, at
 * once where something is due. The engine is told by the dispatcher.
 */
export async function planAgain(tx: EntityManager, ownerId: string, day: number): Promise<void> {
  const changed = await readProtocol(tx, ownerId, day);
  const { now, state } = (await followNeeds(tx, changed)) ? await readProtocol(tx, ownerId, day) : changed;
  const step = nextStep({ day }, state, now);
  await tx.execute(
    `update emergency_protocols set revision = revision + 1, engine_checked_at = null,
       next_step_at = to_timestamp(?::float8 / 1000) where owner_id = ?`,
    [step.kind === 'rest' ? null : step.kind === 'wait' ? step.until : now, ownerId],
  );
}
