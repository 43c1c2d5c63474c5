/** Owners in whose zone it is morning, so that contacts are mailed at whatever hour the tests run. */
import { DAY, HOUR } from '#domain/time/durations.ts';

/**
 * @returns the hour that makes it half past nine to half past ten: contacts may be mailed now and eight hours later, also
 *   when the test takes half an hour
 */
function morningAt(now: Date): number {
  return now.getUTCMinutes() < 30 ? 10 : 9;
}

/**
 * @param hour 0 to 23; in the morning where it is left out
 * @returns a zone without summer time whose clocks show this hour now
 */
export function zoneAt(hour?: number, now: Date = new Date()): string {
  const ahead = ((hour ?? morningAt(now)) - now.getUTCHours() + 36) % 24;
  const offset = ahead - 12;
  // Their signs are those of POSIX: Etc/GMT-3 is three hours ahead of UTC.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/**
 * Gives an owner another time zone, as if they had always had it.
 * @param query of the account's database
 * @param hour that their clocks show now; in the morning where it is left out
 * @returns the zone
 */
export async function moveTo(
  query: (sql: string, params: unknown[]) => Promise<unknown>,
  ownerId: string,
  hour?: number,
): Promise<string> {
  const zone = zoneAt(hour);
  await query('update users set time_zone = ? where id = ? returning id', [zone, ownerId]);
  return zone;
}

/**
 * @param zone one of `zoneAt`: an hour may have ended since it was chosen
 * @returns how long until its clocks next show 09:00, in milliseconds
 */
export function untilMorning(zone: string, now: Date = new Date()): number {
  const ahead = -Number(zone.slice('Etc/GMT'.length)) * HOUR;
  const time = (((now.getTime() + ahead) % DAY) + DAY) % DAY;
  return (9 * HOUR - time + DAY) % DAY;
}
