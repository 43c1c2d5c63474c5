import { nextStep, type ProtocolState } from '#domain/emergency/protocol.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Advanced } from '#services/emergency/advance.ts';
import type { WakeUp } from '#workflows/contracts/emergency.ts';

export const iso = (instant: number) => new Date(instant).toISOString();

/** A row and its mails, all accepted at once. why: the clock here is not that of Postgres. */
export class Row {
  readonly armedAt: number;
  readonly happened: { kind: string; day: number }[] = [];
  calls = 0;
  revision = 1;
  episode = 1;
  state: ProtocolState;

  /** @param contactZone null for mails to contacts at any hour */
  constructor(now: number, inactiveDays: number, safetyDays: number, contactZone: string | null = null) {
    this.armedAt = now;
    this.state = {
      isActive: true,
      stage: 'armed',
      inactiveDays,
      safetyDays,
      countsFrom: now,
      missedAt: null,
      notifiedAt: null,
      contactZone,
      warnings: [],
      availability: { outages: [], isReachable: true },
    };
  }

  advance(now: number): Advanced {
    this.calls += 1;
    if (!this.state.isActive) return { kind: 'closed' };
    for (;;) {
      const step = nextStep({ day: DAY }, this.state, now);
      if (step.kind === 'rest' || step.kind === 'wait') {
        const at = step.kind === 'rest' ? null : iso(step.until);
        return { kind: 'waiting', revision: this.revision, episode: this.episode, stage: this.state.stage, at };
      }
      const kindOfStep = step.kind === 'warn' ? step.warning : step.kind;
      this.happened.push({ kind: kindOfStep, day: (now - this.armedAt) / DAY });
      if (step.kind === 'release') this.state = { ...this.state, stage: 'released' };
      else {
        const kind = step.kind === 'warn' ? step.warning : 'missed';
        const index = step.kind === 'warn' ? step.index : 0;
        this.state = {
          ...this.state,
          stage: step.kind === 'warn' ? step.stage : 'missed',
          missedAt: step.kind === 'miss' ? now : this.state.missedAt,
          warnings: [...this.state.warnings, { kind, index, state: 'accepted', settledAt: now, reportedAt: null }],
        };
      }
    }
  }

  /** Checks in. */
  checkIn(now: number): WakeUp {
    this.revision += 1;
    if (this.state.stage !== 'armed') this.episode += 1;
    this.state = { ...this.state, stage: 'armed', countsFrom: now, missedAt: null, warnings: [] };
    return this.plan(now);
  }

  plan(now: number): WakeUp {
    const step = nextStep({ day: DAY }, this.state, now);
    const { revision, episode } = this;
    const { stage, isActive } = this.state;
    const wakeAt = step.kind === 'rest' ? null : iso(step.kind === 'wait' ? step.until : now);
    return { revision, episode, stage, isOver: !isActive, wakeAt };
  }
}
