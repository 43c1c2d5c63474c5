/** How owners change their protocols: in one transaction each, which plans the next step as well. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { CLOCK_NOW, fromMilliseconds, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { nextHeldStep } from '#domain/emergency/duress.ts';
import { WARNING_KINDS } from '#domain/emergency/protocol.ts';
import { waitsFor } from '#domain/emergency/waits-for.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { giveAllClear, withdrawUnsent, withdrawWaiting } from '#services/mails/enqueue-emergency-mails.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { dayOf, lockProtocol, type Protocol, readProtocol } from './protocol-row.ts';
import type { SaySettings } from './say-row.ts';

/** What changes; what is left out does not change. Instants are milliseconds. */
export interface Change {
  isActive?: boolean | undefined;
  inactiveDays?: number | undefined;
  safetyDays?: number | undefined;
  pausedUntil?: number | null;
  /** What contacts may decide; `undefined` in it does not change. */
  say?: { [Name in keyof SaySettings]: SaySettings[Name] | undefined };
  /** Whether the change counts as a check-in. */
  isCheckIn: boolean;
  /** Whether it came by the link of a warning, and not from the account. */
  isByLink?: boolean;
  /** Goes to the timeline, besides that the owner answered a warning. */
  happened?: Happening['kind'];
}

/**
 * Changes an owner's protocol; concurrent changes wait for each other. A check-in before the release begins a new episode:
 * nothing of the old one goes out, its links are not valid, and contacts who were notified are notified of the answer. So does
 * switching the protocol off.
 * @param change gets the locked protocol; if it throws, nothing changes
 * @throws AppError conflict after the release: only `returnToLife` ends that
 */
export async function changeProtocol(
  context: Context,
  ownerId: string,
  change: (before: Protocol, tx: EntityManager) => Promise<Change> | Change,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    const before = await lockProtocol(tx, ownerId, dayOf(context));
    if (!before) return;
    if (before.state.stage === 'released') throw alreadyReleased();
    await applyChange(tx, before, await change(before, tx));
    await planAgain(tx, ownerId, dayOf(context));
  });
}

/** Applies a change to a protocol that this transaction has locked and that is not released. */
export async function applyChange(tx: EntityManager, before: Protocol, change: Change): Promise<void> {
  const { ownerId, episode, state } = before;
  const isActive = change.isActive ?? state.isActive;
  const pausedUntil = change.pausedUntil === undefined ? before.pausedUntil : change.pausedUntil;
  const endsEpisode = state.stage !== 'armed' && (change.isCheckIn || !isActive);
  if (endsEpisode) await endEpisode(tx, before);
  await query(tx)
    .updateTable('emergency_protocols')
    .set({
      is_active: isActive,
      inactive_days: change.inactiveDays ?? state.inactiveDays,
      safety_days: change.safetyDays ?? state.safetyDays,
      paused_until: fromMilliseconds(isActive ? pausedUntil : null),
      confirmations_needed: change.say?.confirmationsNeeded ?? before.saySettings.confirmationsNeeded,
      unanswered_after_days: change.say?.unansweredAfterDays ?? before.saySettings.unansweredAfterDays,
      contacts_may_raise: change.say?.contactsMayRaise ?? before.saySettings.contactsMayRaise,
      answer_within_days: change.say?.answerWithinDays ?? before.saySettings.answerWithinDays,
    })
    .$if(change.isCheckIn, (update) => update.set({ last_check_in: CLOCK_NOW }))
    .$if(endsEpisode, (update) => update.set({ stage: 'armed', missed_at: null, episode: episode + 1 }))
    .$if(!isActive, (update) => update.set({ is_blocked: false }))
    .where('owner_id', '=', ownerId)
    .execute();
  const kinds: Happening['kind'][] = endsEpisode ? ['protocol-answered'] : [];
  if (change.happened) kinds.push(change.happened);
  const by = change.isByLink ? 'link' : 'account';
  if (change.pausedUntil === null && before.pausedUntil !== null) record(tx, ownerId, 'protocol-pause-ended');
  if (change.isCheckIn) record(tx, ownerId, 'protocol-checked-in', { episode, by });
  await appendTimeline(
    tx,
    new Date(before.now),
    kinds.map((kind) => ({ ownerId, kind, actor: 'owner', deliveryId: null, detail: { episode, by } })),
  );
}

/** Ends an episode: withdraws the owner's mails that wait, and mails the contacts who were notified that there was an answer. */
export async function endEpisode(tx: EntityManager, { ownerId, episode }: Protocol): Promise<void> {
  await withdrawWaiting(tx, { ownerId, episode }, [...WARNING_KINDS, 'released', 'witness-told']);
  await giveAllClear(tx, { ownerId, episode });
}

/**
 * Plans after a change, in its transaction: starts or stops the protocol as `followNeeds` does, and sets when to look at
 * it again, at once if something is due. The dispatcher syncs the engine.
 * @param day the length of a protocol day, in milliseconds
 */
export async function planAgain(tx: EntityManager, ownerId: string, day: number): Promise<void> {
  const changed = await readProtocol(tx, ownerId, day);
  const { now, state, duressUntil } = (await followNeeds(tx, changed)) ? await readProtocol(tx, ownerId, day) : changed;
  const step = nextHeldStep({ day }, state, duressUntil, now);
  await query(tx)
    .updateTable('emergency_protocols')
    .set(({ eb }) => ({
      revision: eb('revision', '+', 1),
      engine_checked_at: null,
      next_step_at: fromMilliseconds(step.kind === 'rest' ? null : step.kind === 'wait' ? step.until : now),
      waits_for: waitsFor({ day }, state, now),
    }))
    .where('owner_id', '=', ownerId)
    .execute();
}

/**
 * Starts or stops an owner's protocol after their contacts or contents changed, in the transaction of that change. The
 * caller has locked the account before the change, so the second of two changes sees the first.
 * @param day the length of a protocol day, in milliseconds
 */
export async function needsChanged(tx: EntityManager, ownerId: string, day: number): Promise<void> {
  if (!(await isSwitchedOn(tx, ownerId))) return;
  const protocol = await lockProtocol(tx, ownerId, day);
  if (protocol && isOutOfStep(protocol)) await planAgain(tx, ownerId, day);
}

/**
 * Stops a locked protocol when something has come to be missing, and starts it when nothing is. A stop keeps the stage and
 * withdraws what has not been sent. A start counts as a check-in. A released protocol does not change.
 * @returns whether it did either, so that the caller must read the protocol again
 */
export async function followNeeds(tx: EntityManager, protocol: Protocol): Promise<boolean> {
  if (!isOutOfStep(protocol)) return false;
  const { isRunning } = protocol.running;
  if (isRunning) await applyChange(tx, protocol, { isCheckIn: true });
  else await withdrawUnsent(tx, protocol);
  await query(tx)
    .updateTable('emergency_protocols')
    .set({ is_blocked: !isRunning })
    .where('owner_id', '=', protocol.ownerId)
    .execute();
  record(tx, protocol.ownerId, isRunning ? 'protocol-started' : 'protocol-stopped');
  return true;
}

/** @returns whether `followNeeds` has something to do */
function isOutOfStep({ state, running, wasBlocked }: Protocol): boolean {
  return state.isActive && state.stage !== 'released' && running.isRunning === wasBlocked;
}

function alreadyReleased(): AppError {
  return new AppError('conflict', say(emergencyRefusals.released));
}

/**
 * Plans an owner's protocol again after their time zone changed, in the transaction of that change: contacts are mailed by
 * the clocks of the new zone. This is no check-in.
 * @param day the length of a protocol day, in milliseconds
 */
export async function followTimeZone(tx: EntityManager, ownerId: string, day: number): Promise<void> {
  if (!(await isSwitchedOn(tx, ownerId))) return;
  await lockProtocol(tx, ownerId, day);
  await lookAgainAtMails(tx, ownerId);
  await planAgain(tx, ownerId, day);
}

async function isSwitchedOn(tx: EntityManager, ownerId: string): Promise<boolean> {
  const active = await query(tx)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return active !== undefined;
}

/**
 * Lets mails to contacts look again at what they wait for. Leaves a mail that a worker has, or has tried: its next try looks
 * anyway.
 */
export async function lookAgainAtMails(tx: EntityManager, ownerId: string): Promise<void> {
  await query(tx)
    .updateTable('jobs')
    .set({ run_at: NOW })
    .where('kind', '=', 'emergency-mail')
    .where('tries', '=', 0)
    .where('subject', 'in', ({ selectFrom }) =>
      selectFrom('emergency_mails')
        .select(({ cast }) => cast<string>('id', 'text').as('subject'))
        .where('owner_id', '=', ownerId)
        .where('state', '=', 'waiting')
        .where('email', 'is not', null),
    )
    .execute();
}
