/** Moves protocols on by what is due: warnings, the missed check-in, the release. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ago, CLOCK_NOW, fromMilliseconds } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { nextHeldStep } from '#domain/emergency/duress.ts';
import type { ProtocolStep, Stage, Warning, WarningKind } from '#domain/emergency/protocol.ts';
import { waitsFor } from '#domain/emergency/waits-for.ts';
import { goesToEveryChannel } from '#domain/emergency/warning-channels.ts';
import { inParallel } from '#services/in-parallel.ts';
import { enqueueToOwner, notifyContacts, notifyWitnesses } from '#services/mails/enqueue-emergency-mails.ts';
import { appendTimeline } from '#services/timeline.ts';
import { notifyWebhooks } from '#services/webhooks/notify-webhooks.ts';
import { followNeeds } from './change-protocol.ts';
import { lockProtocol, type Protocol, readProtocol } from './protocol-row.ts';
import { makeReleaseDeliveries } from './release.ts';
import { warnOnEveryChannel } from './warn-owner.ts';

/** What moving protocols on needs. */
export interface ProtocolDeps {
  /** Makes a fork for one transaction. */
  fork(): EntityManager;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/** A protocol after it was moved on. Instants are ISO 8601. */
export type Advanced =
  | { kind: 'closed' }
  | {
      kind: 'waiting';
      revision: number;
      episode: number;
      stage: Stage;
      /** When to ask again; null until something changes. */
      at: string | null;
      /** What contacts make it wait for, in words for operators; left out for nothing. */
      waitsFor?: string;
    };

/** More steps than any protocol has at one instant. */
const STEPS_MAX = 8;

/**
 * Moves an owner's protocol on by all that is due, in one transaction that reads everything again under its lock: a
 * check-in of a moment ago, a warning that bounced, an outage that has just ended. Calling it too early, twice, or from
 * several processes at once changes nothing.
 */
export async function advanceProtocol({ fork, day }: ProtocolDeps, ownerId: string): Promise<Advanced> {
  return fork().transactional(async (tx) => {
    const locked = await lockProtocol(tx, ownerId, day);
    if (!locked?.state.isActive) {
      // The version before this one leaves an instant when it switches a protocol off: workers would ask again forever.
      await query(tx)
        .updateTable('emergency_protocols')
        .set({ next_step_at: null })
        .where('owner_id', '=', ownerId)
        .execute();
      return { kind: 'closed' };
    }
    const protocol = (await followNeeds(tx, locked)) ? await readProtocol(tx, ownerId, day) : locked;
    const next = () => nextHeldStep({ day }, protocol.state, protocol.duressUntil, protocol.now);
    let step = next();
    for (let steps = 0; step.kind !== 'rest' && step.kind !== 'wait' && steps < STEPS_MAX; steps += 1) {
      await carryOut(tx, protocol, step, day);
      step = next();
    }
    const { stage } = protocol.state;
    // Contacts who were added after the others had been notified are notified now.
    if (protocol.running.isRunning && (stage === 'missed' || stage === 'last-call')) await notifyContacts(tx, protocol);
    const at = step.kind === 'rest' ? null : step.kind === 'wait' ? step.until : protocol.now;
    const waits = waitsFor({ day }, protocol.state, protocol.now);
    await save(tx, protocol, at, waits);
    const { revision, episode } = protocol;
    return {
      ...{ kind: 'waiting', revision, episode, stage, at: at === null ? null : new Date(at).toISOString() },
      ...(waits !== null && { waitsFor: waits }),
    };
  });
}

async function save(
  tx: EntityManager,
  { ownerId, state, releasedAt }: Protocol,
  at: number | null,
  waits: string | null,
): Promise<void> {
  await query(tx)
    .updateTable('emergency_protocols')
    .set({
      stage: state.stage,
      missed_at: fromMilliseconds(state.missedAt),
      released_at: fromMilliseconds(releasedAt),
      next_step_at: fromMilliseconds(at),
      waits_for: waits,
    })
    .where('owner_id', '=', ownerId)
    .execute();
}

/** Carries out one step, and changes the state that the next one is decided on. */
async function carryOut(
  tx: EntityManager,
  protocol: Protocol,
  step: Exclude<ProtocolStep, { kind: 'rest' | 'wait' }>,
  day: number,
) {
  const { state, now } = protocol;
  switch (step.kind) {
    case 'warn':
      await warn(tx, protocol, step);
      protocol.state = { ...state, stage: step.stage, warnings: withWarning(state, step.warning, step.index) };
      await log(tx, protocol, 'protocol-warned', { warning: step.warning, index: step.index });
      return;
    case 'miss':
      await warnOnEveryChannel(tx, protocol, 'missed', 0);
      protocol.state = { ...state, stage: 'missed', missedAt: now, warnings: withWarning(state, 'missed', 0) };
      await log(tx, protocol, 'protocol-missed', { contacts: await notifyContacts(tx, protocol) });
      await notifyWebhooks(tx, 'check-in-missed', [toWebhooks(protocol)]);
      return;
    case 'release':
      await makeReleaseDeliveries(tx, protocol, day);
      await notifyWitnesses(tx, protocol);
      await warnOnEveryChannel(tx, protocol, 'released', 0);
      protocol.state = { ...state, stage: 'released' };
      protocol.releasedAt = now;
      await log(tx, protocol, 'protocol-released', {});
      await notifyWebhooks(tx, 'released', [toWebhooks(protocol)]);
  }
}

function toWebhooks({ ownerId, episode }: Protocol) {
  return { ownerId, data: { episode } };
}

async function warn(
  tx: EntityManager,
  protocol: Protocol,
  { warning, index, stage }: Extract<ProtocolStep, { kind: 'warn' }>,
): Promise<void> {
  if (goesToEveryChannel(warning, stage)) await warnOnEveryChannel(tx, protocol, warning, index);
  else await enqueueToOwner(tx, protocol, warning, index);
}

/** A new warning withdraws those that still wait. */
function withWarning({ warnings }: Protocol['state'], kind: WarningKind, index: number): Warning[] {
  const settled = warnings.filter(({ settledAt }) => settledAt !== null);
  return [...settled, { kind, index, state: 'waiting', settledAt: null, reportedAt: null }];
}

function log(
  tx: EntityManager,
  { ownerId, episode, now }: Protocol,
  kind: 'protocol-warned' | 'protocol-missed' | 'protocol-released',
  detail: Record<string, string | number>,
): Promise<void> {
  return appendTimeline(tx, new Date(now), [
    { ownerId, kind, actor: 'stillhere', deliveryId: null, detail: { episode, ...detail } },
  ]);
}

const BATCH = 50;
const IN_FLIGHT = 4;

/** Which overdue protocols to move on. */
export interface Overdue {
  /** By how much at least, in milliseconds. */
  overdueBy: number;
  /** Owners whose protocol is left out. */
  except: readonly string[];
  /** Is called for each protocol that could not be moved on; the others are. */
  onFailure(ownerId: string, error: unknown): void;
}

/**
 * Moves on overdue protocols that no transaction has locked, straight from Postgres: on time while the engine is down. The
 * longest overdue come first.
 * @returns whether there may be more
 */
export async function advanceOverdue(deps: ProtocolDeps, { overdueBy, except, onFailure }: Overdue): Promise<boolean> {
  const rows = await query(deps.fork())
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('next_step_at', '<=', ago(overdueBy))
    .where('owner_id', '<>', sql<string>`all(${[...except]}::uuid[])`)
    .orderBy('next_step_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  await inParallel(rows, IN_FLIGHT, async ({ owner_id: id }) => {
    await advanceProtocol(deps, id).catch((error: unknown) => onFailure(id, error));
  });
  return rows.length === BATCH;
}

const IDLE_BATCH = 500;

/**
 * Looks again at active protocols that have no next step, in case a change forgot to plan one: such a protocol would
 * never fire. A blocked protocol has a next step only if the version before this one planned it, which knows of no blocks.
 * One batch in the order of owners: a blocked protocol stays one of them, so each call goes on where the last one ended.
 * @param after the last owner of the batch before; null to begin
 * @returns the last owner of this batch; null when there are no more
 */
export async function refreshIdleProtocols(em: EntityManager, after: string | null = null): Promise<string | null> {
  const idle = query(em)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('is_active', '=', true)
    .where('stage', '<>', 'released')
    .where(({ eb, or }) => or([eb('next_step_at', 'is', null), eb('is_blocked', '=', true)]))
    .$if(after !== null, (rest) => rest.where('owner_id', '>', after))
    .orderBy('owner_id')
    .limit(IDLE_BATCH)
    .forUpdate()
    .skipLocked();
  const rows = await query(em)
    .updateTable('emergency_protocols')
    .set({ next_step_at: CLOCK_NOW })
    .where('owner_id', '=', ({ fn }) => fn.any(sql<string[]>`array(${idle})`))
    .returning('owner_id')
    .execute();
  const owners = rows.map(({ owner_id: id }) => id).sort();
  return owners.length === IDLE_BATCH ? (owners.at(-1) ?? null) : null;
}
