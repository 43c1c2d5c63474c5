import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUN_CAP } from '#domain/delivery/sleep.ts';
import { isEarlier, nextWait } from '#domain/emergency/sleep.ts';
import { DAY, YEAR } from '#domain/time/durations.ts';

const NOW = Date.UTC(2026, 10, 21);
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

describe('how the run of a protocol waits', () => {
  it('sleeps until the instant, across several runs', () => {
    expect(nextWait(iso(NOW + DAY), NOW, NOW)).toEqual({ kind: 'sleep', milliseconds: DAY });
    expect(nextWait(iso(NOW), NOW, NOW)).toEqual({ kind: 'ask' });
    expect(nextWait(iso(NOW + YEAR), NOW, NOW)).toEqual({ kind: 'continue-as-new', milliseconds: RUN_CAP });
  });
  it('sleeps when nothing is planned, for no longer than one run lasts', () => {
    expect(nextWait(null, NOW, NOW)).toEqual({ kind: 'continue-as-new', milliseconds: RUN_CAP });
    expect(nextWait(null, NOW - 40 * DAY, NOW)).toEqual({ kind: 'continue-as-new', milliseconds: 0 });
  });
  it('wakes only for an earlier instant, or an invalid one', () => {
    const [soon, later] = [iso(NOW), iso(NOW + DAY)];
    expect(isEarlier(soon, later)).toBe(true);
    expect(isEarlier(later, soon)).toBe(false);
    expect(isEarlier(soon, soon)).toBe(false);
    expect(isEarlier(null, later)).toBe(false);
    expect(isEarlier(later, null)).toBe(true);
    expect(isEarlier('NaN', soon)).toBe(true);
  });
  it('never gives a timer anything but a finite, positive number', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer(), fc.integer({ min: 0, max: 8.64e15 }), (wakeAt, started, now) => {
        const wait = nextWait(wakeAt, started, now);
        if (wait.kind !== 'ask') expect(Number.isFinite(wait.milliseconds) && wait.milliseconds >= 0).toBe(true);
      }),
    );
  });
});
