import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comeBackAt, nextSleep, RUN_CAP, runCapOf } from '#domain/delivery/sleep.ts';
import { DAY, parseInstant, YEAR } from '#domain/time/durations.ts';

const NOW = Date.UTC(2026, 10, 21);
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

describe('how a run waits', () => {
  it('sleeps exactly until the time', () => {
    expect(nextSleep(iso(NOW + 1_234), NOW, NOW)).toEqual({ kind: 'sleep', milliseconds: 1_234 });
    expect(nextSleep(iso(NOW), NOW, NOW)).toEqual({ kind: 'deliver' });
  });
  it('continues as a new run after thirty days', () => {
    expect(nextSleep(iso(NOW + 40 * YEAR), NOW, NOW)).toEqual({ kind: 'continue-as-new', milliseconds: RUN_CAP });
    expect(nextSleep(iso(NOW + 40 * YEAR), NOW - 29 * DAY, NOW)).toEqual({
      kind: 'continue-as-new',
      milliseconds: DAY,
    });
    expect(nextSleep(iso(NOW + 40 * YEAR), NOW - 31 * DAY, NOW)).toEqual({ kind: 'continue-as-new', milliseconds: 0 });
  });
  it('renews runs that began together one after the other, over ten days', () => {
    const ids = Array.from(
      { length: 10_000 },
      (_, n) => `01890a5d-ac96-774b-bcce-${String(n * 7_919).padStart(12, '0')}`,
    );
    const perDay = new Array<number>(10).fill(0);
    for (const id of ids) {
      const earlier = RUN_CAP - runCapOf(id);
      expect(runCapOf(id)).toBe(runCapOf(id));
      perDay[Math.floor(earlier / DAY)] = (perDay[Math.floor(earlier / DAY)] ?? 0) + 1;
    }
    expect(Math.min(...perDay)).toBeGreaterThan(800);
    expect(Math.max(...perDay)).toBeLessThan(1_200);
  });
  it.each([['NaN'], [''], [undefined], [null], [Number.NaN], ['2031-05-04'], ['2031-05-04T09:00'], ['tomorrow'], [{}]])(
    'asks Postgres instead of setting a timer with %s',
    (sendAt) => {
      expect(nextSleep(sendAt, NOW, NOW)).toEqual({ kind: 'deliver' });
      expect(comeBackAt(sendAt, NOW)).toBeGreaterThan(NOW);
    },
  );
  it('never gives a timer anything but a finite, positive number', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer(), fc.integer({ min: 0, max: 8.64e15 }), (sendAt, started, now) => {
        const step = nextSleep(sendAt, started, now);
        if (step.kind !== 'deliver') expect(Number.isFinite(step.milliseconds) && step.milliseconds >= 0).toBe(true);
        expect(Number.isFinite(comeBackAt(sendAt, now)) && comeBackAt(sendAt, now) > now).toBe(true);
      }),
    );
  });
  it('reads only instants that name their zone', () => {
    expect(parseInstant('2031-05-04T09:00:00Z')).toBe(Date.UTC(2031, 4, 4, 9));
    expect(parseInstant('2031-05-04T09:00:00+01:00')).toBe(Date.UTC(2031, 4, 4, 8));
  });
});
