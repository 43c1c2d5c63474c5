/** Owners in whose zone it is morning, so that contacts are mailed at whatever hour the tests run. */
import { DAY, HOUR } from '#domain/time/durations.ts';

/** Leaves eight hours of the day for what a test lets happen hours later. */
const MORNING = 10;

/**
 * @param hour 0 to 23
 * @returns a zone without summer time whose clocks show this hour now
 */
export function zoneAt(hour: number = MORNING, now: Date = new Date()): string {
  const ahead = (hour - now.getUTCHours() + 36) % 24;
  const offset = ahead - 12;
  // Their signs are those of POSIX: Etc/GMT-3 is three hours ahead of UTC.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/**
 * Gives an owner another time zone, as if they had always had it.
 * @param query of the account's database
 * @param hour that their clocks show now
 */
export async function moveTo(
  query: (sql: string, params: unknown[]) => Promise<unknown>,
  ownerId: string,
  hour: number = MORNING,
): Promise<void> {
  await query('update users set time_zone = ? where id = ? returning id', [zoneAt(hour), ownerId]);
}

/** @returns how long until the clocks in `zoneAt(hour)` next show 09:00, in milliseconds */
export function untilMorning(hour: number, now: Date = new Date()): number {
  const time = hour * HOUR + (now.getTime() % HOUR);
  return (9 * HOUR - time + DAY) % DAY;
}
