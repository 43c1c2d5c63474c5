/**
 * The rows of one owner's emergency protocol, and what the services do to them: each method is one transaction. Instants are
 * by the database's clock where nothing else is said.
 */
import type { Outage } from '#domain/emergency/availability.ts';
import type { ProtocolState, ProtocolStep } from '#domain/emergency/protocol.ts';
import { DAY } from '#domain/time/durations.ts';
import { forgetFutureOf, type Mail, newMail, shiftMail, toWarning } from './emergency-mails.ts';
import type { EmergencyRules } from './emergency-rules.ts';
import { Parts } from './parts.ts';
import { moved, type Span, shifted, shiftedPause } from './shift.ts';

export const PARTS = ['web', 'worker', 'engine', 'postgres', 'probe', 'provider'] as const;
export type Part = (typeof PARTS)[number];
export const START = Date.UTC(2031, 4, 4, 8);
const LONGEST_PAUSE = 90 * DAY;

export interface Settings {
  inactiveDays: number;
  safetyDays: number;
  zone: string | null;
}

export class EmergencyRow extends Parts<Part> {
  isActive = true;
  isDeleted = false;
  contacts = 2;
  contents = 1;
  /** Whether the plan allows to switch it on. */
  mayArm = true;
  wasBlocked = false;
  stage: ProtocolState['stage'] = 'armed';
  episode = 1;
  lastCheckIn = START;
  pausedUntil: number | null = null;
  confirmedAt: number | null = START;
  missedAt: number | null = null;
  mails: Mail[] = [];
  /** A mail to the contacts: when it was caused, and when it left. */
  contactMail: { madeAt: number; notified: number | null } | null = null;
  nextStepAt: number | null = null;
  recorded: Outage[] = [];
  /** The last heartbeat while there is none now; otherwise each minute has one. */
  staleBeat: number | null = null;
  readonly inactive = { days: 0 };
  safetyDays: number;
  readonly zone: string | null;
  protected readonly rules: EmergencyRules;

  constructor(settings: Settings, rules: EmergencyRules) {
    super(START, rules, PARTS);
    this.rules = rules;
    this.inactive.days = settings.inactiveDays;
    this.safetyDays = settings.safetyDays;
    this.zone = settings.zone;
    this.plan();
  }

  get isRunning(): boolean {
    const { isActive, contacts, contents, mayArm } = this;
    const isAddressConfirmed = this.confirmedAt !== null;
    return this.rules.runningOf({ isActive, isAddressConfirmed, contacts, contents, mayArm }).isRunning;
  }

  get warnings(): Mail[] {
    return this.mails.filter(({ episode, state }) => episode === this.episode && state !== 'withdrawn');
  }

  /** `readProtocol` and `readAvailability`. */
  state(): ProtocolState {
    const { clock, isRunning, lastCheckIn, pausedUntil, confirmedAt } = this;
    const from = this.rules.countsFrom({ lastCheckIn, pausedUntil, confirmedAt });
    const warnings = this.warnings.map(toWarning);
    const since = Math.min(lastCheckIn, ...warnings.map(({ settledAt }) => settledAt ?? lastCheckIn));
    const recorded = this.recorded.filter(({ from: began, until }) => until > since && until > began);
    const availability = this.rules.availabilityAt(recorded, this.staleBeat ?? clock, clock);
    return {
      isActive: this.isActive,
      stage: this.stage,
      inactiveDays: this.inactive.days,
      safetyDays: this.safetyDays,
      countsFrom: isRunning ? from : null,
      missedAt: this.missedAt,
      notifiedAt: this.contactMail?.notified ?? null,
      contactZone: this.zone,
      warnings,
      availability: this.isHeld ? { ...availability, isReachable: false } : availability,
    };
  }

  /** `planAgain`. */
  plan(): void {
    const step = this.rules.nextStep({ day: DAY }, this.state(), this.clock);
    this.nextStepAt = step.kind === 'rest' ? null : step.kind === 'wait' ? step.until : this.clock;
  }

  /** `followNeeds`. @returns whether the protocol started again */
  followNeeds(): boolean {
    if (!this.isActive || this.isRunning !== this.wasBlocked) return false;
    this.wasBlocked = !this.isRunning;
    if (!this.isRunning) {
      this.withdraw();
      if (this.contactMail?.notified === null) this.contactMail = null;
      return false;
    }
    this.lastCheckIn = this.clock;
    this.endEpisode();
    return true;
  }

  /** `endEpisode`. */
  endEpisode(): void {
    if (this.stage === 'armed' || !this.rules.endsEpisodes) return;
    this.withdraw();
    this.contactMail = null;
    Object.assign(this, { stage: 'armed', missedAt: null });
    this.episode += 1;
  }

  /** `carryOut`. */
  take(step: Exclude<ProtocolStep, { kind: 'rest' | 'wait' }>): void {
    if (step.kind === 'release') {
      this.stage = 'released';
      return;
    }
    this.withdraw();
    if (step.kind === 'warn') {
      this.stage = step.stage;
      this.#make(step.warning, step.index);
      return;
    }
    this.stage = 'missed';
    this.missedAt = this.clock;
    this.contactMail = { madeAt: this.clock, notified: null };
    this.#make('missed', 0);
  }

  #make(kind: Mail['kind'], index: number): void {
    const before = this.mails.filter((mail) => mail.episode === this.episode && mail.kind === kind).length;
    this.mails.push(
      newMail(kind, kind === 'again' ? before : index, this.episode, { madeAt: this.now, clockAt: this.clock }),
    );
  }

  withdraw(): void {
    for (const mail of this.mails) if (mail.state === 'waiting') mail.state = 'withdrawn';
  }

  /** `shiftInstants`. Of a protocol that is off, or was released, only the address's does. */
  shift(span: Span): void {
    const { clock } = this;
    const later = <Instant extends number | null>(at: Instant) =>
      (at === null ? at : shifted(span, at, clock)) as Instant;
    const outages = this.recorded.map(({ from, until }) => ({
      from: moved(span, from, clock, until),
      until: moved(span, until, clock),
    }));
    // One may be from before the jump as well.
    this.recorded = span.isInside ? [...this.recorded, ...outages] : outages;
    this.confirmedAt = later(this.confirmedAt);
    if (!this.isActive || this.stage === 'released') return;
    if (this.pausedUntil !== null) this.pausedUntil = shiftedPause(span, this.pausedUntil, this.lastCheckIn, clock);
    this.lastCheckIn = later(this.lastCheckIn);
    this.missedAt = later(this.missedAt);
    // Postgres' clock goes on: what is moved to now is older than the outage that then ends.
    for (const mail of this.mails) if (mail.episode === this.episode) shiftMail(mail, span, clock - 1);
    if (this.contactMail) {
      const { madeAt, notified } = this.contactMail;
      this.contactMail = { madeAt: later(madeAt), notified: later(notified) };
    }
    if (this.rules.warnsAgain) this.recorded.push({ from: clock - 1, until: clock });
    this.nextStepAt = clock;
  }

  /** `repairHeartbeat` and `forgetFuture`. */
  repair(gap: number): void {
    if (this.staleBeat === null || this.staleBeat <= this.clock + 5_000) return;
    // Postgres' clock goes on: the outage that the next heartbeat records is longer than the gap, and ends after all of this.
    const clock = this.clock - 1;
    this.staleBeat = clock - gap;
    if (this.confirmedAt !== null) this.confirmedAt = Math.min(this.confirmedAt, clock);
    for (const mail of this.mails) forgetFutureOf(mail, clock);
    const notified = this.contactMail?.notified ?? null;
    if (this.contactMail && notified !== null) this.contactMail.notified = Math.min(notified, clock);
    if (!this.isActive) return;
    this.lastCheckIn = Math.min(this.lastCheckIn, clock);
    if (this.missedAt !== null) this.missedAt = Math.min(this.missedAt, clock);
    if (this.pausedUntil !== null) this.pausedUntil = Math.min(this.pausedUntil, clock + LONGEST_PAUSE);
    if (this.stage !== 'released') this.nextStepAt = clock;
  }

  /** `beat`. */
  beat(gap: number): void {
    const { clock } = this;
    this.repair(gap);
    if (!this.isInDoubt)
      this.recorded = this.recorded
        .filter(({ from }) => from < clock)
        .map(({ from, until }) => ({ from, until: Math.min(until, clock) }));
    const from = this.staleBeat ?? clock;
    this.staleBeat = null;
    if (clock - from <= gap || !this.rules.recordsOutages) return;
    this.recorded.push({ from, until: clock });
    if (this.stage !== 'armed' && this.stage !== 'released') this.nextStepAt = clock;
  }
}
