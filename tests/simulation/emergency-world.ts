/**
 * One owner's emergency protocol with everything around it: web process, worker, engine, Postgres, probe, provider, the
 * owner's mailbox, and the clock. It calls the decisions that the services call, as they call them.
 */
import { availabilityAt, type Outage, outageGapOf } from '#domain/emergency/availability.ts';
import { contactMailWait } from '#domain/emergency/contact-hours.ts';
import {
  countsFrom,
  nextStep,
  type ProtocolState,
  type ProtocolStep,
  type Warning,
} from '#domain/emergency/protocol.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { Clocks, type Stamp } from './clocks.ts';
import { must } from './violation.ts';

/** The decisions; a mutation replaces one. */
export const EMERGENCY_RULES = {
  nextStep,
  countsFrom,
  availabilityAt,
  contactMailWait,
  /** A clock in doubt holds every protocol. */
  holds: (isInDoubt: boolean) => isInDoubt,
  /** An accepted jump moves what is stored. */
  movesStored: true,
  /** Something that is missing blocks a protocol, and withdraws what was not sent. */
  blocks: true,
};
export type EmergencyRules = typeof EMERGENCY_RULES;

export const PARTS = ['web', 'worker', 'engine', 'postgres', 'probe', 'provider'] as const;
export type Part = (typeof PARTS)[number];
/** What becomes of the owner's mail: read at once, never reported, away and back or not, refused at once or late. */
export type Mailbox = 'works' | 'silent' | 'away' | 'refuses' | 'takes-then-bounces' | 'defers-without-end';

export const GAP = outageGapOf(DAY);
const START = Date.UTC(2031, 4, 4, 8);
/** A provider sends an event again for so long. */
const RETRIES = DAY;
const TRIES = 72 * HOUR;
/** More than any life has. */
const STEPS_MAX = 5_000;

type ReportKind = 'deferred' | 'delivered' | 'bounced';
/** An event of the provider: when it happened and, in true time, when it reached us. */
export interface Heard {
  kind: ReportKind;
  at: number;
  heardAt: number;
}

export interface Mail {
  kind: Warning['kind'];
  index: number;
  episode: number;
  state: 'waiting' | 'accepted' | 'bounced' | 'withdrawn';
  settled: Stamp | null;
  deferred: Stamp | null;
  delivered: Stamp | null;
  bounced: Stamp | null;
  /** In true time. */
  madeAt: number;
  acceptedAt: number | null;
  heard: Heard[];
}

export type Deed = Exclude<ProtocolStep, { kind: 'rest' | 'wait' }> | { kind: 'tell' };

export class EmergencyWorld extends Clocks {
  isActive = true;
  isDeleted = false;
  contacts = 2;
  contents = 1;
  wasBlocked = false;
  stage: ProtocolState['stage'] = 'armed';
  episode = 1;
  lastCheckIn: Stamp;
  pausedUntil: Stamp | null = null;
  confirmedAt: Stamp | null;
  missed: Stamp | null = null;
  mails: Mail[] = [];
  mailbox: Mailbox = 'works';
  mailboxBackAt = START;
  /** In true time: since when the owner has been silent, and spans in which nobody could reach us. */
  silentSince = START;
  pauseEndsAt = START;
  closed: Outage[] = [];
  missedTruly: number | null = null;
  notifiedTruly: number | null = null;
  /** A mail to the contacts that waits, and when it was caused. */
  #telling: { madeAt: Stamp; notified: Stamp | null } | null = null;
  readonly #downUntil: Record<Part, number> = { web: 0, worker: 0, engine: 0, postgres: 0, probe: 0, provider: 0 };
  #nextStep: Stamp | null = null;
  /** The last heartbeat while there is none now. */
  #staleBeat: Stamp | null = null;
  #recorded: { from: Stamp; until: Stamp }[] = [];
  #reports: { mail: Mail; kind: ReportKind; at: number; from: number }[] = [];

  readonly inactive = { days: 0 };
  safetyDays: number;
  readonly zone: string | null;
  readonly #rules: EmergencyRules;
  readonly #witness: (deed: Deed) => void;

  constructor(
    settings: { inactiveDays: number; safetyDays: number; zone: string | null },
    rules: EmergencyRules,
    witness: (world: EmergencyWorld, deed: Deed) => void,
  ) {
    super(START);
    this.inactive.days = settings.inactiveDays;
    this.safetyDays = settings.safetyDays;
    this.zone = settings.zone;
    this.#rules = rules;
    this.#witness = (deed) => witness(this, deed);
    this.lastCheckIn = this.stamp();
    this.confirmedAt = this.stamp();
    this.plan();
  }

  get isRunning(): boolean {
    const isBlocked = this.contacts === 0 || this.contents === 0 || this.confirmedAt === null;
    return this.isActive && !(isBlocked && this.#rules.blocks);
  }

  /** Whether an owner truly could check in. */
  get isOpen(): boolean {
    return this.now >= Math.max(this.#downUntil.web, this.#downUntil.postgres);
  }

  get warnings(): Mail[] {
    return this.mails.filter(({ episode, state }) => episode === this.episode && state !== 'withdrawn');
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

  healedAt(): number {
    return Math.max(this.now, ...Object.values(this.#downUntil)) + 2 * MINUTE;
  }

  run(until: number): void {
    let steps = 0;
    for (let at = this.#nextAt(); at <= until; at = this.#nextAt()) {
      steps += 1;
      must(steps < STEPS_MAX, 'A protocol comes to rest between its steps.');
      this.now = at;
      if (this.#beatAt() <= at) this.#beat();
      else if (this.#reportAt() <= at) this.#hear();
      else if (this.#mailAt() <= at) this.#accept();
      else if (this.#tellAt() <= at) this.#tell();
      else this.#advance();
    }
    this.now = until;
  }

  fail(part: Part, duration: number): void {
    const until = Math.max(this.#downUntil[part], this.now + duration);
    if (part === 'web' || part === 'postgres') {
      const last = this.closed.at(-1);
      if (last && last.until >= this.now) last.until = Math.max(last.until, until);
      else this.closed.push({ from: this.now, until });
    }
    if (part !== 'provider' && part !== 'engine') this.#staleBeat ??= this.stamp();
    this.#downUntil[part] = until;
  }

  /** What an owner does counts as a check-in. @returns whether it reached us */
  change(what: () => void): boolean {
    if (!this.isOpen || this.stage === 'released' || this.isDeleted) return false;
    what();
    this.lastCheckIn = this.stamp();
    this.silentSince = Math.max(this.now, this.pauseEndsAt);
    this.#endEpisode();
    this.#followNeeds();
    this.plan();
    return true;
  }

  /** What somebody else does about what the protocol needs. */
  needs(what: () => void): void {
    if (!this.isOpen || this.stage === 'released' || this.isDeleted) return;
    what();
    this.#followNeeds();
    this.plan();
  }

  settleClock(isAccepted: boolean): void {
    if (!this.isInDoubt) return;
    this.settle(isAccepted, this.#rules.movesStored);
    this.#nextStep = this.stamp();
  }

  state(): ProtocolState {
    const { clock, isRunning } = this;
    const from = this.#rules.countsFrom({
      lastCheckIn: this.lastCheckIn.at,
      pausedUntil: this.pausedUntil?.at ?? null,
      confirmedAt: this.confirmedAt?.at ?? null,
    });
    const warnings = this.warnings.map(toWarning);
    const since = Math.min(this.lastCheckIn.at, ...warnings.map(({ settledAt }) => settledAt ?? this.lastCheckIn.at));
    const recorded = this.#recorded
      .map(({ from: began, until }) => ({ from: began.at, until: until.at }))
      .filter(({ from: began, until }) => until > since && until > began);
    return {
      isActive: this.isActive,
      stage: this.stage,
      inactiveDays: this.inactive.days,
      safetyDays: this.safetyDays,
      countsFrom: isRunning ? from : null,
      missedAt: this.missed?.at ?? null,
      notifiedAt: this.#telling?.notified?.at ?? null,
      contactZone: this.zone,
      warnings,
      availability: this.#rules.availabilityAt(recorded, this.#staleBeat?.at ?? clock, clock, DAY),
    };
  }

  plan(): void {
    const step = this.#rules.nextStep({ day: DAY }, this.state(), this.clock);
    this.#nextStep = step.kind === 'rest' ? null : this.stamp(step.kind === 'wait' ? step.until : this.clock);
  }

  #followNeeds(): void {
    if (!this.isActive || this.isRunning !== this.wasBlocked) return;
    this.wasBlocked = !this.isRunning;
    if (!this.isRunning) {
      this.#withdraw();
      if (this.#telling?.notified === null) this.#telling = null;
      return;
    }
    this.lastCheckIn = this.stamp();
    this.silentSince = Math.max(this.silentSince, this.now);
    this.#endEpisode();
  }

  #endEpisode(): void {
    if (this.stage === 'armed') return;
    this.#withdraw();
    this.#telling = null;
    Object.assign(this, { stage: 'armed', missed: null, missedTruly: null, notifiedTruly: null });
    this.episode += 1;
  }

  #advance(): void {
    if (this.#rules.holds(this.isInDoubt)) return;
    for (let steps = 0; steps < 8; steps += 1) {
      const step = this.#rules.nextStep({ day: DAY }, this.state(), this.clock);
      if (step.kind === 'rest' || step.kind === 'wait') break;
      this.#witness(step);
      this.#take(step);
    }
    this.plan();
    // During an outage, asking again every few minutes changes nothing.
    const beatAt = this.#beatAt();
    if (this.#nextStep && Number.isFinite(beatAt))
      this.#nextStep.at = Math.max(this.#nextStep.at, this.clock + (beatAt - this.now));
  }

  #take(step: Exclude<ProtocolStep, { kind: 'rest' | 'wait' }>): void {
    if (step.kind === 'release') {
      this.stage = 'released';
      return;
    }
    this.#withdraw();
    if (step.kind === 'miss') {
      this.stage = 'missed';
      this.missed = this.stamp();
      this.missedTruly = this.now;
      this.#telling = { madeAt: this.stamp(), notified: null };
      this.#make('missed', 0);
      return;
    }
    this.stage = step.stage;
    this.#make(step.warning, step.index);
  }

  #make(kind: Warning['kind'], index: number): void {
    const before = this.mails.filter((mail) => mail.episode === this.episode && mail.kind === kind).length;
    this.mails.push({
      kind,
      index: kind === 'again' ? before : index,
      episode: this.episode,
      state: 'waiting',
      settled: null,
      deferred: null,
      delivered: null,
      bounced: null,
      madeAt: this.now,
      acceptedAt: null,
      heard: [],
    });
  }

  #withdraw(): void {
    for (const mail of this.mails) if (mail.state === 'waiting') mail.state = 'withdrawn';
  }

  #accept(): void {
    const mail = this.mails.find(({ state }) => state === 'waiting') as Mail;
    mail.state = 'accepted';
    mail.settled = this.stamp();
    mail.acceptedAt = this.now;
    for (const { kind, after } of this.#fateOf()) this.#reports.push({ mail, kind, at: this.now + after, from: 0 });
    for (const report of this.#reports) report.from = Math.max(report.from, report.at);
    this.plan();
  }

  #fateOf(): { kind: ReportKind; after: number }[] {
    const back = Math.max(0, this.mailboxBackAt - this.now);
    switch (this.mailbox) {
      case 'works':
        return [{ kind: 'delivered', after: 20 * SECOND }];
      case 'silent':
        return [];
      case 'refuses':
        return [{ kind: 'bounced', after: 3 * HOUR }];
      case 'takes-then-bounces':
        return [
          { kind: 'delivered', after: MINUTE },
          { kind: 'bounced', after: 60 * HOUR },
        ];
      case 'defers-without-end':
        return [{ kind: 'deferred', after: 10 * MINUTE }];
      case 'away':
        return [
          { kind: 'deferred', after: 10 * MINUTE },
          back < TRIES ? { kind: 'delivered', after: Math.max(back, HOUR) } : { kind: 'bounced', after: TRIES },
        ];
    }
  }

  #hear(): void {
    const [next] = this.#reports.splice(this.#indexOfReport(), 1);
    if (!next || next.mail.state === 'bounced' || next.mail.state === 'withdrawn') return;
    if (this.now - next.at > RETRIES || this.isDeleted) return;
    const { mail, kind, at } = next;
    // A provider's clock is the one that we agree with, also while ours is in doubt.
    const reported = this.stamp(at + this.small + this.accepted);
    reported.doubt = 0;
    mail.heard.push({ kind, at, heardAt: this.now });
    if (kind === 'bounced') Object.assign(mail, { state: 'bounced', bounced: reported });
    else if (kind === 'deferred') mail.deferred = reported;
    else if (mail.delivered === null) {
      if (mail.deferred) mail.settled = this.stamp();
      mail.delivered = reported;
    }
    this.plan();
  }

  #beat(): void {
    const from = this.#staleBeat as Stamp;
    this.#staleBeat = null;
    // In doubt nobody can say how long it was: it keeps its beginning until the clock is settled.
    if (!this.isInDoubt && this.clock - from.at <= GAP) return;
    this.#recorded.push({ from, until: this.stamp() });
    if (this.stage !== 'armed') this.#nextStep = this.stamp();
  }

  #tell(): void {
    this.#witness({ kind: 'tell' });
    this.notifiedTruly = this.now;
    if (this.#telling) this.#telling.notified = this.stamp();
    this.plan();
  }

  #nextAt(): number {
    return Math.min(this.#beatAt(), this.#reportAt(), this.#mailAt(), this.#tellAt(), this.#advanceAt());
  }

  #up(...parts: Part[]): number {
    return Math.max(this.now, ...parts.map((part) => this.#downUntil[part]));
  }

  #beatAt(): number {
    if (this.#staleBeat === null) return Number.POSITIVE_INFINITY;
    // The probe comes once a minute.
    const up = Math.max(...(['web', 'worker', 'postgres', 'probe'] as const).map((part) => this.#downUntil[part]));
    return Math.max(this.now, up + 30 * SECOND);
  }

  #indexOfReport(): number {
    let first = -1;
    this.#reports.forEach(({ from }, index) => {
      if (first < 0 || from < (this.#reports[first]?.from ?? 0)) first = index;
    });
    return first;
  }

  #reportAt(): number {
    const first = this.#reports[this.#indexOfReport()];
    return first ? Math.max(first.from, this.#up('web', 'postgres')) : Number.POSITIVE_INFINITY;
  }

  #mailAt(): number {
    const isWaiting =
      this.stage !== 'released' && !this.isDeleted && this.mails.some(({ state }) => state === 'waiting');
    return isWaiting ? this.#up('worker', 'postgres', 'provider') : Number.POSITIVE_INFINITY;
  }

  #tellAt(): number {
    if (!this.#telling || this.#telling.notified || this.isDeleted || this.stage === 'released')
      return Number.POSITIVE_INFINITY;
    if (this.#rules.holds(this.isInDoubt)) return Number.POSITIVE_INFINITY;
    const up = this.#up('worker', 'postgres', 'provider');
    const at = this.clock + (up - this.now);
    return up + this.#rules.contactMailWait({ madeAt: this.#telling.madeAt.at, now: at }, this.zone);
  }

  #advanceAt(): number {
    if (!this.#nextStep || this.isDeleted || this.#rules.holds(this.isInDoubt)) return Number.POSITIVE_INFINITY;
    // Without the engine the overdue sender comes a second later.
    const late = this.now < this.#downUntil.engine ? SECOND : 0;
    return Math.max(this.#up('worker', 'postgres'), this.now + (this.#nextStep.at - this.clock) + late);
  }
}

function toWarning({ kind, index, state, settled, deferred, delivered, bounced }: Mail): Warning {
  const warning = { kind, index, settledAt: settled?.at ?? null };
  if (state === 'bounced') return { ...warning, state, reportedAt: bounced?.at ?? warning.settledAt };
  if (delivered) return { ...warning, state: 'delivered', reportedAt: delivered.at };
  if (deferred) return { ...warning, state: 'deferred', reportedAt: deferred.at };
  return { ...warning, state: state === 'waiting' ? 'waiting' : 'accepted', reportedAt: null };
}
