/** An owner's protocol whose trusted contacts have a say: the same world, in which contacts act. */
import type { ProtocolState } from '#domain/emergency/protocol.ts';
import type { Say } from '#domain/emergency/say.ts';
import { DAY } from '#domain/time/durations.ts';
import { EmergencyWorld } from './emergency-world.ts';
import { type Span, shifted } from './shift.ts';

type ActKind = 'heard' | 'confirmed' | 'raised';

/** A row of `contact_acts`; by the database's clock, and in true time. */
export interface Act {
  kind: ActKind;
  contact: number;
  at: number;
  truly: number;
}

export class SayWorld extends EmergencyWorld {
  needed = 0;
  unansweredDays = 30;
  mayRaise = false;
  answerDays = 7;
  acts: Act[] = [];
  /** When each raise was, by contact and the database's clock. */
  raises: { contact: number; at: number }[] = [];

  /** `sayOf`. */
  get say(): Say {
    const heard = this.acts.filter(({ kind }) => kind === 'heard');
    const confirmed = this.acts.filter((act) => act.kind === 'confirmed' && this.isStanding(act));
    const raised = this.acts.find(({ kind }) => kind === 'raised');
    return {
      heard: heard.length,
      heardAt: heard.length === 0 ? null : Math.max(...heard.map(({ at }) => at)),
      needed: Math.min(this.needed, this.contacts),
      given: confirmed.filter(({ contact }) => contact < this.contacts).length,
      unansweredDays: this.unansweredDays,
      raisedAt: raised?.at ?? null,
      answerDays: this.answerDays,
    };
  }

  isStanding({ contact, at }: Act): boolean {
    return !this.acts.some((other) => other.kind === 'heard' && other.contact === contact && other.at >= at);
  }

  override state(): ProtocolState {
    const state = super.state();
    // The first plan is made before this class has its fields.
    return (this.acts as Act[] | undefined) ? { ...state, say: this.say } : state;
  }

  /** `sayAsContact`. @returns whether it was recorded */
  act(kind: ActKind, contact: number): boolean {
    if (!this.isOpen || this.isDeleted || !this.may(kind, contact)) return false;
    const { clock: at, now: truly } = this;
    this.acts = this.acts.filter((act) => act.kind !== kind || act.contact !== contact);
    this.acts.push({ kind, contact, at, truly });
    if (kind === 'raised') {
      this.raises.push({ contact, at });
      if (this.stage === 'armed') this.stage = 'reminding';
    }
    this.plan();
    return true;
  }

  /** `contactSay`. */
  private may(kind: ActKind, contact: number): boolean {
    if (contact >= this.contacts || !this.isRunning || this.wasBlocked || this.stage === 'released') return false;
    const own = this.acts.filter((act) => act.contact === contact);
    if (kind === 'raised') {
      const lately = this.raises.filter((one) => one.contact === contact && one.at > this.clock - 365 * DAY);
      return this.mayRaise && this.missedAt === null && this.say.raisedAt === null && lately.length < 2;
    }
    if (this.missedAt === null) return false;
    if (kind === 'heard') return !own.some((act) => act.kind === 'heard');
    return this.say.needed > 0 && !own.some((act) => act.kind === 'confirmed' && this.isStanding(act));
  }

  override endEpisode(): void {
    const before = this.episode;
    super.endEpisode();
    if (this.episode !== before) this.acts = [];
  }

  override shift(span: Span): void {
    if (this.isActive && this.stage !== 'released')
      for (const act of this.acts) act.at = shifted(span, act.at, this.clock - 1);
    super.shift(span);
  }

  override repair(gap: number): void {
    const isAhead = this.staleBeat !== null && this.staleBeat > this.clock + 5_000;
    if (isAhead) for (const act of this.acts) act.at = Math.min(act.at, this.clock - 1);
    super.repair(gap);
  }
}
