/**
 * One owner's emergency protocol with everything around it: web process, worker, engine, Postgres, probe, provider, the
 * owner's mailbox, and the clocks. It changes the rows by emergency-row.ts only, and the judge sees each deed before it is done.
 */
import type { Outage } from '#domain/emergency/availability.ts';
import type { ProtocolStep } from '#domain/emergency/protocol.ts';
import { DAY } from '#domain/time/durations.ts';
import { COMPARED_EACH, GAP, type Process } from './clocks.ts';
import { fateOf, type Mail, type Mailbox, type ReportKind, settle } from './emergency-mails.ts';
import { EmergencyRow, type Part, type Settings, START } from './emergency-row.ts';
import type { EmergencyRules } from './emergency-rules.ts';
import { must } from './violation.ts';

const SECOND = 1_000;
/** A provider sends an event again for so long. */
const RETRIES = DAY;
/** More than any life has. */
const STEPS_MAX = 5_000;
/** More than any protocol has at one instant. */
const STEPS_AT_ONCE = 8;

interface Report {
  mail: Mail;
  kind: ReportKind;
  /** When it happened, and from when on the provider reports it; both by true time. */
  at: number;
  from: number;
}

export type Deed = Exclude<ProtocolStep, { kind: 'rest' | 'wait' }> | { kind: 'tell' };

export class EmergencyWorld extends EmergencyRow {
  mailbox: Mailbox = 'works';
  mailboxBackAt = START;
  /** By true time: since when the owner has been silent, and spans in which nobody could reach us. */
  silentSince = START;
  pauseEndsAt = START;
  closed: Outage[] = [];
  /** Spans in which a machine was paused, by true time. */
  readonly pauses: Outage[] = [];
  notifiedTruly: number | null = null;
  #reports: Report[] = [];
  #jumpedAt = START;
  readonly #witness: (deed: Deed) => void;
  readonly #lateness: () => number;

  /** @param lateness how much later the provider reports an event, milliseconds; Infinity for never */
  constructor(
    settings: Settings,
    rules: EmergencyRules,
    witness: (world: EmergencyWorld, deed: Deed) => void,
    lateness: () => number,
  ) {
    super(settings, rules);
    this.#witness = (deed) => witness(this, deed);
    this.#lateness = lateness;
  }

  /** Whether an owner truly could check in. */
  get isOpen(): boolean {
    return this.isUp('web', 'postgres');
  }

  /** How long people could truly reach us since then, milliseconds. */
  openSince(since: number): number {
    return this.closed.reduce(
      (open, { from, until }) => open - Math.max(0, Math.min(until, this.now) - Math.max(from, since)),
      this.now - since,
    );
  }

  /** How long until something happens by itself, milliseconds. */
  untilNext(): number {
    const at = this.#nextAt();
    return Number.isFinite(at) ? at - this.now : 0;
  }

  run(until: number): void {
    let steps = 0;
    for (let at = this.#nextAt(); at <= until; at = this.#nextAt()) {
      steps += 1;
      must(steps < STEPS_MAX, 'A protocol comes to rest between its steps.');
      this.now = at;
      if (this.compareAt() <= at) this.#compare();
      else if (this.#beatAt() <= at) this.beat(GAP);
      else if (this.#reportAt() <= at) this.#hear();
      else if (this.#mailAt() <= at) this.#accept();
      else if (this.#tellAt() <= at) this.#tell();
      else this.#advance();
    }
    this.now = until;
  }

  fail(part: Part, duration: number): void {
    const until = this.takeAway(part, duration);
    if (part === 'web' || part === 'postgres') this.#close(until);
    if (part !== 'provider' && part !== 'engine') this.staleBeat ??= this.clock;
  }

  #close(until: number): void {
    const last = this.closed.at(-1);
    if (last && last.until >= this.now) last.until = Math.max(last.until, until);
    else this.closed.push({ from: this.now, until });
  }

  override jump(by: number): void {
    this.#stopBeats();
    super.jump(by);
  }

  override setRight(): void {
    this.#stopBeats();
    super.setRight();
  }

  /** Where a machine was paused, the heartbeat had been moved on past the time in which nobody could reach us. */
  override reset(): void {
    this.#stopBeats();
    if (this.staleBeat !== null) this.staleBeat -= Math.max(0, this.skew);
    super.reset();
  }

  override pause(process: Process, duration: number): void {
    this.#stopBeats();
    super.pause(process, duration);
    this.pauses.push({ from: this.now, until: this.now + duration });
    if (process === 'web') this.#close(this.upAt('web'));
  }

  /** The next heartbeat comes up to a minute later. */
  #stopBeats(): void {
    this.staleBeat ??= this.clock;
    this.#jumpedAt = this.now;
  }

  /** What an owner does counts as a check-in. @returns whether it reached us */
  change(what: () => void): boolean {
    if (!this.isOpen || this.stage === 'released' || this.isDeleted) return false;
    what();
    this.lastCheckIn = this.clock;
    this.silentSince = Math.max(this.now, this.pauseEndsAt);
    this.endEpisode();
    this.#follow();
    return true;
  }

  /** What somebody else does about what the protocol needs. */
  needs(what: () => void): void {
    if (!this.isOpen || this.stage === 'released' || this.isDeleted) return;
    what();
    this.#follow();
  }

  #follow(): void {
    if (this.followNeeds()) this.silentSince = Math.max(this.silentSince, this.now);
    if (this.stage === 'armed') this.notifiedTruly = null;
    this.plan();
  }

  #compare(): void {
    const { moved, span } = this.compareClocks();
    // The last heartbeat is as long ago as before the jump.
    const beat = this.staleBeat;
    const isOfBefore = beat !== null && (moved > 0 || beat > this.clock || beat < this.clock - 2 * COMPARED_EACH);
    if (beat !== null && moved !== 0 && isOfBefore) this.staleBeat = Math.min(beat + moved, this.clock);
    if (this.isUp('worker')) this.repair(GAP);
    if (!span) return;
    this.shift(span);
    // The next heartbeat ends outages that lie ahead.
    if (!this.isInDoubt) this.#stopBeats();
  }

  /** `advanceProtocol`. */
  #advance(): void {
    for (let steps = 0; steps < STEPS_AT_ONCE; steps += 1) {
      const step = this.rules.nextStep({ day: DAY }, this.state(), this.clock);
      if (step.kind === 'rest' || step.kind === 'wait') break;
      this.#witness(step);
      this.take(step);
    }
    this.plan();
    // During an outage, asking again every few minutes changes nothing.
    const beatAt = this.#beatAt();
    if (this.nextStepAt !== null && Number.isFinite(beatAt))
      this.nextStepAt = Math.max(this.nextStepAt, this.clock + (beatAt - this.now));
  }

  #accept(): void {
    const mail = this.mails.find(({ state }) => state === 'waiting') as Mail;
    Object.assign(mail, { state: 'accepted', settled: this.clock, acceptedAt: this.now });
    for (const { kind, after } of fateOf(this.mailbox, Math.max(0, this.mailboxBackAt - this.now))) {
      const at = this.now + after;
      this.#reports.push({ mail, kind, at, from: at + this.#lateness() });
    }
    this.plan();
  }

  #hear(): void {
    const [next] = this.#reports.splice(this.#reports.indexOf(this.#firstReport() as Report), 1);
    if (!next || next.mail.state === 'bounced' || next.mail.state === 'withdrawn') return;
    if (this.now - next.from > RETRIES || this.isDeleted) return;
    const { mail, kind, at } = next;
    mail.heard.push({ kind, at, heardAt: this.now });
    // A provider's clock is the one that we agree with, also while ours is in doubt.
    settle(mail, kind, at + this.calendar - this.now, this.clock);
    this.plan();
  }

  #tell(): void {
    this.#witness({ kind: 'tell' });
    this.notifiedTruly = this.now;
    if (this.contactMail) this.contactMail.notified = this.clock;
    this.plan();
  }

  #nextAt(): number {
    const own = Math.min(this.#beatAt(), this.#reportAt(), this.#mailAt(), this.#tellAt(), this.#advanceAt());
    return Math.max(this.now, Math.min(this.compareAt(), own));
  }

  /** The probe comes once a minute. */
  #beatAt(): number {
    if (this.staleBeat === null) return Number.POSITIVE_INFINITY;
    const back = Math.max(this.#jumpedAt, this.backAt('web', 'worker', 'postgres', 'probe'));
    return Math.max(this.now, back + 30 * SECOND);
  }

  #firstReport(): Report | undefined {
    let first: Report | undefined;
    for (const report of this.#reports) if (!first || report.from < first.from) first = report;
    return first;
  }

  #reportAt(): number {
    const first = this.#firstReport();
    return first ? Math.max(first.from, this.upAt('web', 'postgres')) : Number.POSITIVE_INFINITY;
  }

  #mailAt(): number {
    const isWaiting =
      this.stage !== 'released' && !this.isDeleted && this.mails.some(({ state }) => state === 'waiting');
    return isWaiting ? this.upAt('worker', 'postgres', 'provider') : Number.POSITIVE_INFINITY;
  }

  #tellAt(): number {
    if (!this.contactMail || this.contactMail.notified !== null || this.isDeleted || this.stage === 'released')
      return Number.POSITIVE_INFINITY;
    if (this.isHeld) return Number.POSITIVE_INFINITY;
    const up = this.upAt('worker', 'postgres', 'provider');
    const now = this.clock + (up - this.now);
    return up + this.rules.contactMailWait({ madeAt: this.contactMail.madeAt, now }, this.zone);
  }

  #advanceAt(): number {
    if (this.nextStepAt === null || this.isDeleted || this.isHeld) return Number.POSITIVE_INFINITY;
    // Without the engine the overdue sender comes a second later.
    const late = this.isUp('engine') ? 0 : SECOND;
    return Math.max(this.upAt('worker', 'postgres'), this.now + (this.nextStepAt - this.clock) + late);
  }
}
