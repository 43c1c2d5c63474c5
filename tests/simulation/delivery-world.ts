/**
 * One delivery with everything around it: web process, worker, engine, Postgres, provider, the recipient's mailbox, and the
 * clock. It changes the rows by the transactions of delivery-rows.ts only, and tells the judge what truly happens.
 */
import { FALL_BACK_AFTER } from '#domain/delivery/delivery.ts';
import { canFallBack } from '#domain/delivery/fallback.ts';
import { Agenda } from './agenda.ts';
import { COMPARED_EACH, type Process } from './clocks.ts';
import { type Happening, PARTS, type Part } from './delivery-happenings.ts';
import type { DeliveryJudge } from './delivery-judge.ts';
import { arrives, type Fate, fateOf, type Mailbox, type Provider } from './delivery-provider.ts';
import { type Claim, DeliveryRows, type Row } from './delivery-rows.ts';
import { type DeliveryRules, POLICY } from './delivery-rules.ts';
import { Parts } from './parts.ts';
import type { Random } from './random.ts';
import { shifted, shiftedTry } from './shift.ts';
import { must } from './violation.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const START = Date.UTC(2031, 4, 4, 8);
/** A provider sends an event again for a day; some come two and a half days late. */
const EVENTS_UNTIL = 84 * HOUR;
/** A message of which nothing is heard falls back after four of these. */
const JANITOR_EACH = 12 * HOUR;
/** More than any life has. */
const STEPS_MAX = 4_000;

export class DeliveryWorld extends Parts<Part> {
  readonly rows: DeliveryRows;
  provider: Provider = 'works';
  mailbox: Mailbox = 'works';
  readonly judge: DeliveryJudge;
  readonly random: Random;
  readonly #rules: DeliveryRules;
  readonly #agenda = new Agenda<Part, Happening>((...parts) => this.upAt(...parts));
  /** The revision that the engine's run knows; 0 where there is none. */
  #run: number;
  #askedAt = Number.NEGATIVE_INFINITY;
  #ids = 0;
  #planned = { at: 0, early: 0 };
  /** The janitor has looked at the message of this instant for the last time. */
  #lookedFor: number | null = null;
  readonly #tellsStory: ((line: string) => void) | null;
  /** What Postgres was before each transaction of the last second; null where nobody fails over. */
  readonly #history: { at: number; before: ReturnType<DeliveryRows['copy']> }[] | null;

  constructor(given: {
    row: Row;
    random: Random;
    rules: DeliveryRules;
    judge: DeliveryJudge;
    failsOver: boolean;
    /** Null where nobody reads it. */
    tellsStory: ((line: string) => void) | null;
  }) {
    super(START, given.rules, PARTS);
    this.random = given.random;
    this.judge = given.judge;
    this.#rules = given.rules;
    this.#tellsStory = given.tellsStory;
    this.#history = given.failsOver ? [] : null;
    this.rows = new DeliveryRows(given.row, given.rules, () => this.#newId('attempt'));
    this.#run = given.row.revision;
  }

  #newId(kind: string): string {
    this.#ids += 1;
    return `${kind}-${this.#ids}`;
  }

  get row(): Row {
    return this.rows.row;
  }

  get isRelease(): boolean {
    return this.row.origin === 'release';
  }

  /** One transaction. @returns what it gave */
  commit<Result>(change: () => Result): Result {
    if (this.#history) {
      this.#history.push({ at: this.now, before: this.rows.copy() });
      if (this.#history.length > 8) this.#history.shift();
    }
    const { revision, nextAttemptAt } = this.row;
    const result = change();
    if (this.row.revision === revision) return result;
    // The dispatcher tells the engine within a second; otherwise its run wakes for what it knew.
    if (this.isUp('engine') && this.random.chance(0.8)) this.#run = this.row.revision;
    else if (nextAttemptAt !== null) {
      const at = Math.max(this.now, this.now + (nextAttemptAt - this.clock));
      this.#agenda.plan({ kind: 'asks', at, needs: ['worker', 'postgres', 'engine'], revision });
    }
    return result;
  }

  /** What somebody wants of the product. @returns whether it was answered */
  ask(change: () => void): boolean {
    if (!this.isUp('web', 'postgres')) return false;
    this.commit(change);
    return true;
  }

  fail(part: Part, duration: number): void {
    const until = this.takeAway(part, duration);
    if (part === 'worker' || part === 'postgres') this.#blockedUntil(until);
    // A worker that dies takes the answers with it.
    if (part === 'worker') this.#agenda.drop(({ kind }) => kind === 'answer');
  }

  loseEngineStore(): void {
    this.#run = 0;
  }

  /** A standby takes over that does not have the last transactions. */
  failOver(): void {
    const since = this.now - this.random.int(1, SECOND);
    const lost = this.#history?.find(({ at }) => at >= since);
    if (!lost) return;
    this.#tellsStory?.('  the standby has not got the last transactions');
    Object.assign(this.rows, lost.before);
    this.#history?.splice(0);
    this.#lookedFor = null;
    this.judge.failedOver(lost.at);
    this.#run = Math.min(this.#run, this.row.revision);
  }

  override pause(process: Process, duration: number): void {
    super.pause(process, duration);
    this.#blockedUntil(this.upAt(process));
  }

  override settleClock(isAccepted: boolean): boolean {
    this.#blockedUntil(this.now + 2 * COMPARED_EACH);
    return super.settleClock(isAccepted);
  }

  #blockedUntil(until: number): void {
    this.judge.blockedUntil = Math.max(this.judge.blockedUntil, until);
  }

  /** How long until something happens by itself, milliseconds. */
  untilNext(): number {
    return Number.isFinite(this.#nextAt()) ? this.#nextAt() - this.now : 0;
  }

  run(until: number): void {
    let steps = 0;
    for (let at = this.#nextAt(); at <= until; at = this.#nextAt()) {
      steps += 1;
      must(steps < STEPS_MAX, 'Nobody is called without an end.');
      this.now = Math.max(this.now, at);
      if (this.compareAt() <= at) this.#compare();
      else if (this.#agenda.nextAt() <= at) this.#happens();
      else this.#wakes();
    }
    this.now = Math.max(this.now, until);
  }

  #nextAt(): number {
    return Math.min(this.compareAt(), this.#agenda.nextAt(), this.#wakeAt());
  }

  /** When a sender asks next, or the janitor looks at what was not heard of. */
  #wakeAt(): number {
    const { row } = this;
    const up = this.upAt('worker', 'postgres');
    if (row.isDeleted || this.isHeldFor('worker')) return Number.POSITIVE_INFINITY;
    if (row.status === 'pending' && row.nextAttemptAt !== null) {
      if (row.isHeld && this.#rules.keepsHold) return Number.POSITIVE_INFINITY;
      // Without a run the sender of what is overdue comes a second later.
      const late = this.#run === row.revision && this.isUp('engine') ? -this.#earlyFor(row.nextAttemptAt) : SECOND;
      return Math.max(up, this.#askedAt + 250, this.now + (row.nextAttemptAt - this.clock) + late);
    }
    if (row.status !== 'sent' || !canFallBack(row) || row.sentAt === null) return Number.POSITIVE_INFINITY;
    // The janitor looks each minute; here it does so twice a day, and at the end.
    const looks = Math.max(1, Math.ceil((this.clock - row.sentAt + 1) / JANITOR_EACH));
    if (looks * JANITOR_EACH > FALL_BACK_AFTER) return this.#lastLookAt(row.sentAt, up);
    return Math.max(up, this.now + (row.sentAt + looks * JANITOR_EACH - this.clock));
  }

  #lastLookAt(sentAt: number, up: number): number {
    if (this.#lookedFor === sentAt) return Number.POSITIVE_INFINITY;
    return Math.max(up, this.now + (sentAt + FALL_BACK_AFTER - this.clock));
  }

  /** The clock of a worker or of the engine may be ahead: it asks too early, once. */
  #earlyFor(at: number): number {
    if (this.#planned.at !== at) {
      const early = this.random.chance(0.15) ? this.random.int(SECOND, this.random.pick([MINUTE, 3 * HOUR])) : 0;
      this.#planned = { at, early };
    }
    return this.#planned.early;
  }

  #isSilent(): boolean {
    const { row } = this;
    return row.status === 'sent' && canFallBack(row) && row.deliveredAt === null && !row.isOpened;
  }

  #wakes(): void {
    this.#askedAt = this.now;
    if (this.row.status === 'sent') {
      const { sentAt } = this.row;
      if (sentAt !== null && this.clock >= sentAt + FALL_BACK_AFTER) this.#lookedFor = sentAt;
      this.commit(() => this.rows.fallBackUnheard(this.clock));
      return;
    }
    this.#planned.early = 0;
    this.askAgain(this.#run === 0 || !this.isUp('engine') ? null : this.#run);
    // The other sender asks at the same moment.
    if (this.random.chance(0.2)) this.askAgain(null);
  }

  /** A sender asks. @param revision that it knows */
  askAgain(revision: number | null): void {
    if (!this.isUp('worker', 'postgres') || this.isHeldFor('worker')) return;
    const { claim, started } = this.commit(() => this.rows.claim(revision, this.clock));
    if (claim.kind === 'resync') {
      this.#run = this.row.revision;
      this.#askedAt = this.now - SECOND;
    }
    this.#tellsStory?.(`  a sender asks: ${JSON.stringify(claim)}`);
    if (started) this.#call(started);
  }

  #call(claimed: Claim): void {
    const fate = fateOf(this.random, this.provider, this.mailbox, claimed.channel);
    this.#tellsStory?.(
      `  ${((this.now - START) / (24 * HOUR)).toFixed(4)} a call by ${claimed.channel}: ${JSON.stringify(fate)}`,
    );
    this.judge.called(this, claimed, fate.isTaken);
    const at = this.now + fate.lasts;
    const needs = ['worker', 'postgres'] as const;
    if (fate.answer) {
      const until = at + POLICY.unknownWait;
      this.#agenda.plan({ kind: 'answer', at, needs, claimed, answer: fate.answer, until });
    }
    this.#report(claimed, fate);
  }

  #report(claimed: Claim, { reports, isTaken }: Fate): void {
    for (const report of reports) {
      if (this.random.chance(0.05)) continue;
      const happenedAt = this.now + report.after;
      const late = this.random.chance(0.15) ? this.random.int(0, 60 * HOUR) : this.random.int(0, 3 * SECOND);
      const eventId = this.#newId('event');
      const event = { kind: 'event', needs: ['web', 'postgres'], claimed, eventId, report, happenedAt } as const;
      this.#agenda.plan({ ...event, at: happenedAt + late });
      if (this.random.chance(0.1)) this.#agenda.plan({ ...event, at: happenedAt + late + this.random.int(0, HOUR) });
    }
    if (!isTaken || !arrives(this.mailbox) || !this.random.chance(0.4)) return;
    const at = this.now + MINUTE + this.random.int(0, this.random.pick([HOUR, 80 * HOUR]));
    const kind = this.random.chance(0.8) ? 'opens' : 'refuses';
    this.#agenda.plan({ kind, at, needs: ['web', 'postgres'], epoch: claimed.epoch });
  }

  #happens(): void {
    const happening = this.#agenda.take();
    if (!happening) return;
    this.#tellsStory?.(`  ${JSON.stringify(happening)}`);
    if (happening.kind === 'asks') {
      this.askAgain(happening.revision);
      return;
    }
    if (happening.kind === 'answer') {
      // A worker tries for a while to record it.
      if (this.now > happening.until) return;
      this.commit(() => this.rows.record(happening.claimed, happening.answer, this.clock));
      this.judge.answered(this, happening.claimed, happening.answer);
    } else if (happening.kind === 'event') {
      if (this.now - happening.happenedAt > EVENTS_UNTIL) return;
      const { claimed, eventId, report, happenedAt } = happening;
      this.commit(() =>
        this.rows.hear(claimed, eventId, report.event, happenedAt + this.calendar - this.now, this.clock),
      );
      this.judge.heard(this, claimed, report.event);
    } else this.#recipientDoes(happening.kind, happening.epoch);
  }

  #recipientDoes(kind: 'opens' | 'refuses', epoch: number): void {
    const { isOpened } = this.row;
    if (kind === 'opens') {
      this.commit(() => this.rows.open(epoch, this.clock));
      if (this.row.isOpened && !isOpened) this.judge.promise(this.now, { openedAt: this.now });
    } else if (this.commit(() => this.rows.refuse(epoch))) this.judge.promise(this.now, { isRefused: true });
  }

  #compare(): void {
    const { span } = this.compareClocks();
    const { row, clock } = this;
    this.#tellsStory?.(`  the clocks are compared: ${this.offset} ms off, skew ${this.skew}, ${JSON.stringify(span)}`);
    if (span && row.status === 'pending' && row.nextAttemptAt !== null)
      row.nextAttemptAt = shiftedTry(span, row.nextAttemptAt, row.scheduledAt, clock);
    if (span && this.#isSilent() && row.sentAt !== null) row.sentAt = shifted(span, row.sentAt, clock);
    if (this.isInDoubt) this.#blockedUntil(this.now + COMPARED_EACH);
  }
}
