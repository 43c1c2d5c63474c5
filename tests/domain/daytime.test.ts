import { describe, expect, it } from 'vitest';
import { nextContactTime } from '#domain/emergency/contact-hours.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { zoneAt } from '#tests/harness/daytime.ts';

const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => Date.UTC(2026, 10, 28) + minute * MINUTE);

describe('the zone in which tests let hours pass', () => {
  it('lets contacts be mailed now and eight hours later, whenever a test begins and while it runs', () => {
    for (const begin of MINUTES) {
      const zone = zoneAt(undefined, new Date(begin));
      for (const at of [begin, begin + 29 * MINUTE, begin + 8 * HOUR + 29 * MINUTE])
        expect(nextContactTime(at, zone)).toBe(at);
    }
  });
});
