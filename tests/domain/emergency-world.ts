/**
 * The smallest world that runs the pure decisions the way the services do: one row, its mails, a provider, a web process
 * that beats, a worker, an owner, and a clock of the database that may jump. True time is known to nobody in it; the
 * properties are judged by it.
 */
import { availabilityAt, BEAT_AHEAD_MAX, type Outage, outageGapOf } from '#domain/emergency/availability.ts';
import {
  countsFrom,
  nextStep,
  type ProtocolState,
  type ProtocolStep,
  type Warning,
} from '#domain/emergency/protocol.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';

export const GAP = outageGapOf(DAY);
const START = Date.UTC(2031, 4, 4, 8);

export type Twist =
  | { kind: 'check-in' }
  | { kind: 'settings'; inactiveDays: number; safetyDays: number }
  | { kind: 'pause'; days: number }
  | { kind: 'disarm' }
  | { kind: 'arm' }
  | { kind: 'address'; isConfirmed: boolean }
  | { kind: 'mailbox'; isRefusing: boolean }
  | { kind: 'provider-tells'; isSilent: boolean }
  | { kind: 'mailbox-defers'; isDeferring: boolean }
  /** What a provider says of a mail long after it has accepted it. */
  | { kind: 'late-word'; state: 'deferred' | 'delivered' | 'bounced'; isNewest: boolean }
  | { kind: 'web-down' | 'provider-down' | 'worker-down'; for: number }
  | { kind: 'jump'; by: number }
  | { kind: 'nudge' };

/** A mail to the owner as its row has it, and in true time when it was accepted and what was heard of it since. */
interface Mail extends Omit<Warning, 'state'> {
  episode: number;
  state: Warning['state'] | 'withdrawn';
  createdAt: number;
  acceptedTruly: number | null;
  truly: { deferred?: number; delivered?: number; bounced?: number };
}

export type Deed = Exclude<ProtocolStep, { kind: 'rest' | 'wait' }>;

export class World {
  /** True time and, by the skew, the database's clock. Milliseconds. */
  now = START;
  skew = 0;
  isActive = true;
  stage: ProtocolState['stage'] = 'armed';
  inactiveDays: number;
  safetyDays: number;
  lastCheckIn = START;
  pausedUntil: number | null = null;
  confirmedAt: number | null = START;
  missedAt: number | null = null;
  episode = 1;
  mails: Mail[] = [];
  recorded: Outage[] = [];
  /** When people truly could not reach us. */
  closed: Outage[] = [];
  jumps: number[] = [];
  /** The web process is down, and the clock was set back to long before it last beat. */
  isSetBackUnreachable = false;
  /** No worker was there to see a clock that was set back, until it was perhaps too late. */
  hasRepairedLate = false;
  #lastHeard = START;
  isMailboxRefusing = false;
  isMailboxDeferring = false;
  /** A provider that never says that it has delivered. */
  isProviderSilent = false;
  readonly contactZone: string | null;
  #nextStepAt: number | null = null;
  /** The last beat by the database's clock while it is not this moment's: the web process is down, or the clock jumped. */
  #staleBeat: number | null = null;
  #beatAt = START;
  #providerAt = START;
  #workerAt = START;
  /** When a worker next looks whether the last beat is later than now; null while the clock has not jumped. */
  #repairAt: number | null = null;
  readonly #witness: (world: World, deed: Deed) => void;

  /** @param contactZone null for a world without nights */
  constructor(
    inactiveDays: number,
    safetyDays: number,
    witness: (world: World, deed: Deed) => void,
    contactZone: string | null = null,
  ) {
    this.contactZone = contactZone;
    this.inactiveDays = inactiveDays;
    this.safetyDays = safetyDays;
    this.#witness = witness;
    this.#plan();
  }

  get clock(): number {
    return this.now + this.skew;
  }

  get isReachable(): boolean {
    return this.now >= (this.closed.at(-1)?.until ?? START);
  }

  get from(): number | null {
    return countsFrom(this);
  }

  get warnings(): Mail[] {
    return this.mails.filter(({ episode, state }) => episode === this.episode && state !== 'withdrawn');
  }

  /** How long from now until something happens by itself; null when nothing will. */
  untilNext(): number | null {
    const at = this.#nextAt();
    return at === null ? null : at - this.now;
  }

  repairedAt(): number {
    return Math.max(this.now, this.#beatAt, this.#providerAt, this.#workerAt);
  }

  trulyOpen(since: number): number {
    return this.closed.reduce(
      (open, { from, until }) => open - Math.max(0, Math.min(until, this.now) - Math.max(from, since)),
      this.now - since,
    );
  }

  /** Lets time go by, and whatever is due happen. */
  run(until: number): void {
    for (let at = this.#nextAt(); at !== null && at <= until; at = this.#nextAt()) {
      this.now = at;
      if (this.#repairAt !== null && at >= Math.max(this.#repairAt, this.#workerAt)) this.#repair();
      else if (this.#staleBeat !== null && at >= this.#beatAt) this.#beat();
      else if (this.#mailAt() === at) this.#settle();
      else this.#advance();
    }
    this.now = until;
  }

  twist(twist: Twist): void {
    switch (twist.kind) {
      case 'web-down':
        this.#closeDoor(twist.for);
        return;
      case 'provider-down':
        this.#providerAt = Math.max(this.#providerAt, this.now + twist.for);
        return;
      case 'worker-down':
        this.#workerAt = Math.max(this.#workerAt, this.now + twist.for);
        return;
      case 'jump':
        this.#jump(twist.by);
        return;
      case 'mailbox':
        this.isMailboxRefusing = twist.isRefusing;
        return;
      case 'mailbox-defers':
        this.isMailboxDeferring = twist.isDeferring;
        return;
      case 'provider-tells':
        this.isProviderSilent = twist.isSilent;
        return;
      case 'late-word':
        this.#hearLate(twist);
        return;
      case 'nudge':
        if (this.now >= this.#workerAt) this.#advance();
        return;
      default:
        // An owner who cannot reach us changes nothing.
        if (this.isReachable && this.stage !== 'released') this.#change(twist);
    }
  }

  #jump(by: number): void {
    if (this.#staleBeat === null) {
      this.#staleBeat = this.clock;
      this.#beatAt = this.now + MINUTE;
    }
    this.#repairAt = this.now + MINUTE;
    this.skew += by;
    this.jumps.push(by);
    if (!this.isReachable && this.clock + 2 * MINUTE < this.#lastHeard) this.isSetBackUnreachable = true;
  }

  /** What a worker does each minute, and the web process before it beats. */
  #repair(): void {
    this.hasRepairedLate ||= this.#repairAt !== null && this.now > this.#repairAt;
    this.#repairAt = null;
    if (this.#staleBeat === null || this.#staleBeat <= this.clock + BEAT_AHEAD_MAX) return;
    // In the database a moment passes until anybody reads it.
    this.#staleBeat = this.clock - GAP - 1;
  }

  #closeDoor(duration: number): void {
    const [isOpen, until, last] = [this.isReachable, this.now + duration, this.closed.at(-1)];
    if (last && last.until > this.now) last.until = Math.max(last.until, until);
    else this.closed.push({ from: this.now, until });
    if (isOpen) this.#lastHeard = this.clock;
    if (this.#staleBeat !== null && isOpen) this.#beat();
    this.#staleBeat ??= this.clock;
    this.#beatAt = Math.max(this.#beatAt, until);
  }

  #change(twist: Twist): void {
    if (twist.kind === 'pause' && !this.isActive) return;
    const wasActive = this.isActive;
    if (twist.kind === 'address') {
      this.confirmedAt = twist.isConfirmed ? (this.confirmedAt ?? this.clock) : null;
    }
    if (twist.kind === 'settings') {
      this.inactiveDays = twist.inactiveDays;
      this.safetyDays = twist.safetyDays;
    }
    if (twist.kind === 'arm') this.isActive = true;
    if (twist.kind === 'disarm') this.isActive = false;
    if (twist.kind === 'pause') this.pausedUntil = this.clock + twist.days * DAY;
    if (!this.isActive) this.pausedUntil = null;
    if (wasActive || this.isActive || twist.kind === 'check-in') this.lastCheckIn = this.clock;
    if (this.stage !== 'armed') {
      this.#withdraw();
      this.stage = 'armed';
      this.missedAt = null;
      this.episode += 1;
    }
    this.#plan();
  }

  state(): ProtocolState {
    const beat = this.#staleBeat ?? this.clock;
    const since = Math.min(this.lastCheckIn, ...this.warnings.map(({ settledAt }) => settledAt ?? this.lastCheckIn));
    return {
      isActive: this.isActive,
      stage: this.stage,
      inactiveDays: this.inactiveDays,
      safetyDays: this.safetyDays,
      countsFrom: this.from,
      missedAt: this.missedAt,
      // Contacts are mailed as soon as the provider takes their mail.
      notifiedAt: null,
      contactZone: this.contactZone,
      warnings: this.warnings as Warning[],
      availability: availabilityAt(
        this.recorded.filter(({ until }) => until > since),
        beat,
        this.clock,
        DAY,
      ),
    };
  }

  #next = (): ProtocolStep => nextStep({ day: DAY }, this.state(), this.clock);

  #plan(): void {
    const step = this.#next();
    this.#nextStepAt = step.kind === 'rest' ? null : step.kind === 'wait' ? step.until : this.clock;
  }

  #advance(): void {
    for (let step = this.#next(); step.kind !== 'rest' && step.kind !== 'wait'; step = this.#next()) {
      this.#witness(this, step);
      this.#take(step);
    }
    this.#plan();
    // During an outage, asking again every few minutes changes nothing.
    if (this.#nextStepAt !== null && this.#staleBeat !== null && !this.state().availability.isReachable)
      this.#nextStepAt = Math.max(this.#nextStepAt, this.#beatAt + this.skew);
  }

  #take(step: Deed): void {
    if (step.kind === 'release') {
      this.stage = 'released';
      return;
    }
    this.#withdraw();
    if (step.kind === 'miss') {
      this.stage = 'missed';
      this.missedAt = this.clock;
      this.#enqueue('missed', 0);
      return;
    }
    this.stage = step.stage;
    this.#enqueue(step.warning, step.index);
  }

  #enqueue(kind: Warning['kind'], index: number): void {
    const { episode, now } = this;
    const ofKind = this.mails.filter((mail) => mail.episode === episode && mail.kind === kind);
    // Unique by episode, kind and number, as the table has it; fresh warnings are numbered there.
    const number = kind === 'again' ? ofKind.length : index;
    if (ofKind.some((mail) => mail.index === number)) throw new Error(`A second ${kind} has the number ${number}.`);
    this.mails.push({
      episode,
      kind,
      index: number,
      state: 'waiting',
      settledAt: null,
      reportedAt: null,
      createdAt: now,
      acceptedTruly: null,
      truly: {},
    });
  }

  #withdraw(): void {
    for (const mail of this.mails) if (mail.state === 'waiting') mail.state = 'withdrawn';
  }

  #beat(): void {
    this.#repair();
    const beat = this.#staleBeat as number;
    this.recorded = this.recorded
      .filter(({ from }) => from < this.clock)
      .map(({ from, until }) => ({ from, until: Math.min(until, this.clock) }));
    if (this.clock - beat > GAP) {
      this.recorded.push({ from: beat, until: this.clock });
      if (this.stage !== 'armed') this.#nextStepAt = this.clock;
    }
    this.#staleBeat = null;
    this.isSetBackUnreachable = false;
  }

  #settle(): void {
    const mail = this.mails.find(({ state }) => state === 'waiting') as Mail;
    mail.state = 'accepted';
    mail.settledAt = this.clock;
    mail.acceptedTruly = this.now;
    if (this.isMailboxRefusing) this.#hear(mail, 'bounced');
    else if (this.isMailboxDeferring) this.#hear(mail, 'deferred');
    else if (!this.isProviderSilent) this.#hear(mail, 'delivered');
    this.#plan();
  }

  #hearLate({ state, isNewest }: Twist & { kind: 'late-word' }): void {
    const known = this.warnings.filter((mail) => mail.state !== 'waiting');
    const mail = isNewest ? known.at(-1) : known[0];
    // While nobody can reach us, a provider's events do not, either.
    if (!mail || this.stage === 'released' || !this.isReachable) return;
    this.#hear(mail, state);
    this.#plan();
  }

  /** A bounce is the last word about a mail, and a delivery is more than what was said before. */
  #hear(mail: Mail, state: 'deferred' | 'delivered' | 'bounced'): void {
    if (mail.state === 'bounced' || (mail.state === 'delivered' && state !== 'bounced')) return;
    const at = Math.min(this.clock, this.now);
    // Nobody could read a deferred one before it was delivered.
    if (mail.state === 'deferred' && state === 'delivered') mail.settledAt = this.clock;
    mail.state = state;
    mail.reportedAt = at;
    mail.truly[state] = this.now;
  }

  #mailAt(): number | null {
    const waits = this.stage !== 'released' && this.mails.some(({ state }) => state === 'waiting');
    return waits ? Math.max(this.now, this.#providerAt, this.#workerAt) : null;
  }

  #nextAt(): number | null {
    const wake = this.#nextStepAt === null ? null : Math.max(this.now, this.#nextStepAt - this.skew, this.#workerAt);
    const beat = this.#staleBeat === null ? null : Math.max(this.now, this.#beatAt);
    const repair = this.#repairAt === null ? null : Math.max(this.now, this.#repairAt, this.#workerAt);
    const instants = [wake, beat, repair, this.#mailAt()].filter((at) => at !== null);
    return instants.length === 0 ? null : Math.min(...instants);
  }
}
