/**
 * What people do about a delivery: its owner, its recipient and operators. Each is one transaction of services/deliveries or
 * services/emergency (named at each), and the judge remembers what they were answered.
 */
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import { CHANNELS, type Channel } from '#domain/delivery/delivery.ts';
import type { Happens } from './delivery-life.ts';
import type { Row } from './delivery-rows.ts';
import type { DeliveryRules } from './delivery-rules.ts';
import type { DeliveryWorld } from './delivery-world.ts';
import type { Random } from './random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AT_ONCE = Number.NEGATIVE_INFINITY;
const AS_IF_NEVER_SENT = (): Partial<Row> => ({
  ...{ status: 'pending', fellBackAt: null, sentAt: null, deliveredAt: null, isOpened: false, isLinkRevoked: false },
  ...{ isUnconfirmed: false, failureCode: null, attempts: [] },
});

export class OwnerOfDelivery {
  readonly #world: DeliveryWorld;
  readonly #rules: DeliveryRules;

  constructor(world: DeliveryWorld, rules: DeliveryRules) {
    this.#world = world;
    this.#rules = rules;
  }

  does(event: Happens, random: Random): void {
    const world = this.#world;
    const isOwners = world.row.origin === 'owner';
    world.ask(() => {
      if (event === 'reschedule' && isOwners) this.#reschedule(random);
      if (event === 'delete' && isOwners) this.#delete();
      if (event === 'try-again' && isOwners) this.#tryAgain(random);
      if (event === 'send-again' && isOwners) this.#sendAgain();
      if (event === 'revoke' && isOwners) this.#revoke();
      if (event === 'owner-is-back' && !isOwners) this.#comesBack();
      if (event === 'resend-release' && !isOwners) this.#resendRelease();
      if (event === 'stop') this.#stop();
      if (event === 'hold' || event === 'unhold') this.#hold(event === 'hold');
      if (event === 'cancel-run') this.#cancelRun();
    });
  }

  #set(change: Partial<Row>): void {
    Object.assign(this.#world.row, change);
  }

  #refuses(): boolean {
    const { row, clock } = this.#world;
    return row.isDeleted || this.#rules.refuseChange(row, row.scheduledAt, clock) !== null;
  }

  /** `rescheduleDelivery`. People choose by the calendar; the clock that is asked is the database's. */
  #reschedule(random: Random): void {
    const { row, judge, now, truth } = this.#world;
    if (this.#refuses()) return;
    const due = truth + random.int(1, random.pick([HOUR, 3 * DAY, 40 * DAY]));
    const channel: Channel = random.pick(['email', 'whatsapp', row.channel]);
    this.#set({ channel, scheduledAt: due, nextAttemptAt: due, revision: row.revision + 1, attempts: [] });
    judge.intend(now, due);
  }

  /** `deleteDelivery`. */
  #delete(): void {
    const { row, judge, now } = this.#world;
    if (this.#refuses()) return;
    this.#set({ isDeleted: true, nextAttemptAt: null, revision: row.revision + 1, attempts: [] });
    judge.promise(now, { isDeleted: true });
  }

  /** `retryDelivery`. */
  #tryAgain(random: Random): void {
    const { row, rows, judge, now, clock } = this.#world;
    if (row.isDeleted || row.status !== 'failed' || isByRecipient(row.failureCode) || rows.isStopped) return;
    const next = Math.max(clock, row.scheduledAt);
    const channel: Channel = random.pick(['email', row.channel]);
    const [revision, linkEpoch] = [row.revision + 1, row.linkEpoch + 1];
    this.#set({ ...AS_IF_NEVER_SENT(), channel, nextAttemptAt: next, revision, linkEpoch });
    judge.promise(now, { isRevoked: false, openedAt: null });
    judge.intend(now, judge.promises.due);
  }

  /** `resendDelivery`. */
  #sendAgain(): void {
    const { row, rows, judge, now, clock } = this.#world;
    const isRefused = isByRecipient(row.failureCode) || rows.isStopped;
    if (row.isDeleted || row.status !== 'sent' || isRefused) return;
    const newest = rows.attempts.filter(({ state }) => state !== 'rejected').at(-1);
    const staysWithFallback = newest !== undefined && CHANNELS[newest.channel].fallback === null;
    if (row.isLinkRevoked) this.#set({ linkEpoch: row.linkEpoch + 1, isOpened: false });
    if (!staysWithFallback) this.#set({ fellBackAt: null });
    this.#set({ status: 'pending', nextAttemptAt: clock, deliveredAt: null, isUnconfirmed: false, attempts: [] });
    this.#set({ isLinkRevoked: false, revision: row.revision + 1 });
    judge.promise(now, { isRevoked: false, openedAt: row.isOpened ? judge.promises.openedAt : null });
    judge.intend(now, AT_ONCE);
  }

  /** `revokeLink`. */
  #revoke(): void {
    const { row, rows, judge, now } = this.#world;
    const mayBeOut = row.status === 'failed' && rows.attempts.some(({ state }) => state === 'unknown');
    if (row.isDeleted || row.isLinkRevoked || (row.sentAt === null && !mayBeOut)) return;
    this.#set({ isLinkRevoked: true, linkEpoch: row.linkEpoch + 1 });
    if (row.status === 'pending' && this.#rules.callsOff) this.#set({ status: 'sent', nextAttemptAt: null });
    judge.promise(now, { isRevoked: true });
  }

  /** `withdrawDeliveries`, when the owner is back after a release. */
  #comesBack(): void {
    const { row, rows, judge, now } = this.#world;
    if (row.status === 'pending') rows.failed('revoked', true);
    if (!row.isOpened) this.#set({ linkEpoch: row.linkEpoch + 1, isLinkRevoked: true });
    judge.promise(now, { isRevoked: true });
  }

  /** `resendRelease`, to the same address. */
  #resendRelease(): void {
    const { row, rows, judge, now, clock } = this.#world;
    const isUnwanted = row.failureCode === 'refused' || row.failureCode === 'reported' || rows.isStopped;
    const newest = row.attempts.at(-1)?.state;
    const isUnderWay = row.status === 'pending' && newest !== 'rejected';
    if (isUnwanted || row.isLinkRevoked || row.isHeld || isUnderWay || judge.promises.isRevoked) return;
    this.#set({ status: 'pending', nextAttemptAt: clock, deliveredAt: null, isUnconfirmed: false, attempts: [] });
    this.#set({ failureCode: null, revision: row.revision + 1 });
    judge.promise(now, { openedAt: null });
    judge.intend(now, AT_ONCE);
  }

  /** A reader stops all messages of this owner (services/recipients/stop.ts). */
  #stop(): void {
    const { rows, judge, now } = this.#world;
    rows.isStopped = true;
    judge.promise(now, { isStopped: true });
  }

  #hold(isHeld: boolean): void {
    const { row, rows, judge, now } = this.#world;
    rows.setHeld(isHeld);
    // A message that came back by itself is held as well.
    judge.promise(now, { isHeld: isHeld ? judge.promises.isHeld || row.isHeld : false, since: now });
  }

  #cancelRun(): void {
    const { row, rows, judge, now, clock, isInDoubt } = this.#world;
    const wasHeld = row.isHeld;
    const { status } = row;
    rows.cancelRun(clock, isInDoubt);
    if (row.isHeld && !wasHeld) judge.promise(now, { isHeld: true });
    if (row.status !== status) judge.promise(now, { isCancelled: true });
  }
}
