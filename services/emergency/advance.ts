import type { EntityManager } from '@mikro-orm/postgresql';
import { nextStep, type Stage, type Step, type Warning, type WarningKind } from '#domain/emergency/protocol.ts';
import { appendTimeline } from '#services/timeline.ts';
import { enqueueToOwner, tellContacts } from './enqueue-mails.ts';
import { followNeeds } from './follow-needs.ts';
import { lockProtocol, type Protocol, readProtocol } from './protocol-row.ts';
import { makeReleaseDeliveries } from './release.ts';

/** What moving protocols on needs. */
export interface Keeper {
  /** Makes a fork for one transaction. */
  fork(): EntityManager;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/** Where a protocol stands after it was moved on. Instants are ISO 8601. */
export type Advanced =
  | { kind: 'closed' }
  | {
      kind: 'waiting';
      revision: number;
      episode: number;
      stage: Stage;
      /** When to ask again; null until somebody changes something. */
      at: string | null;
    };

/** More than any protocol does at one instant: what is due is done, and then it waits. */
const STEPS_MAX = 8;

/**
 * Moves somebody's protocol on by whatever is due, in one transaction that reads the truth again under its lock: the
 * check-in that came a moment ago, the warning that bounced, the outage that has just ended. Calling it too early, twice,
 * or from several places at once changes nothing.
 */
export async function advanceProtocol({ fork, day }: Keeper, ownerId: string): Promise<Advanced> {
  return fork().transactional(async (tx) => {
    const held = await lockProtocol(tx, ownerId, day);
    if (!held?.state.isActive) {
      // One that the code before switched off still has its instant, and would be asked about for ever.
      await tx.execute('update emergency_protocols set next_step_at = null where owner_id = ?', [ownerId]);
      return { kind: 'closed' };
    }
    const protocol = (await followNeeds(tx, held)) ? await readProtocol(tx, ownerId, day) : held;
    let step: Step = nextStep({ day }, protocol.state, protocol.now);
    for (let steps = 0; step.kind !== 'rest' && step.kind !== 'wait' && steps < STEPS_MAX; steps += 1) {
      await take(tx, protocol, step);
      step = nextStep({ day }, protocol.state, protocol.now);
    }
    const { stage, missedAt } = protocol.state;
    const tells = protocol.running.isRunning && (stage === 'missed' || stage === 'last-call');
    // Whoever was named a contact since the others were told hears of it at once.
    if (tells) await tellContacts(tx, protocol);
    const at = step.kind === 'rest' ? null : step.kind === 'wait' ? step.until : protocol.now;
    await tx.execute(
      `update emergency_protocols set stage = ?, missed_at = to_timestamp(?::float8 / 1000),
         released_at = to_timestamp(?::float8 / 1000), next_step_at = to_timestamp(?::float8 / 1000) where owner_id = ?`,
      [stage, missedAt, protocol.releasedAt, at, ownerId],
    );
    const { revision, episode } = protocol;
    return { kind: 'waiting', revision, episode, stage, at: at === null ? null : new Date(at).toISOString() };
  });
}

/** Does one step, and shows it in the state that the next one is decided on. */
async function take(tx: EntityManager, protocol: Protocol, step: Exclude<Step, { kind: 'rest' | 'wait' }>) {
  const { state, now } = protocol;
  switch (step.kind) {
    case 'warn':
      await enqueueToOwner(tx, protocol, step.warning, step.index);
      protocol.state = {
        ...state,
        stage: step.stage,
        warnings: [...settled(state), waiting(step.warning, step.index)],
      };
      await tell(tx, protocol, 'protocol-warned', { warning: step.warning, index: step.index });
      return;
    case 'miss':
      await enqueueToOwner(tx, protocol, 'missed', 0);
      protocol.state = {
        ...state,
        stage: 'missed',
        missedAt: now,
        warnings: [...settled(state), waiting('missed', 0)],
      };
      await tell(tx, protocol, 'protocol-missed', { contacts: await tellContacts(tx, protocol) });
      return;
    case 'release':
      await makeReleaseDeliveries(tx, protocol);
      await enqueueToOwner(tx, protocol, 'released', 0);
      protocol.state = { ...state, stage: 'released' };
      protocol.releasedAt = now;
      await tell(tx, protocol, 'protocol-released', {});
  }
}

function waiting(kind: WarningKind, index: number): Warning {
  return { kind, index, state: 'waiting', settledAt: null, reportedAt: null };
}

/** A new warning withdraws those that still wait. */
function settled({ warnings }: Protocol['state']) {
  return warnings.filter(({ settledAt }) => settledAt !== null);
}

function tell(
  tx: EntityManager,
  { ownerId, episode, now }: Protocol,
  kind: 'protocol-warned' | 'protocol-missed' | 'protocol-released',
  detail: Record<string, string | number>,
): Promise<void> {
  return appendTimeline(tx, new Date(now), [
    { ownerId, kind, actor: 'stillhere', deliveryId: null, detail: { episode, ...detail } },
  ]);
}
