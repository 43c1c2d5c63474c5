import { kept } from '#domain/kept.ts';

/** Longer than each name. What people send is kept no longer than that. */
const NAME_MAX = 64;

/** @returns whether this is the name of a time zone that this runtime knows; an offset such as +05:00 knows no summer */
export function isTimeZone(zone: string): boolean {
  return zone.length <= NAME_MAX && isKnown(zone);
}

const isKnown = kept((zone: string) => {
  if (/^[+-]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
});

/** @returns the zone. One can be retired while a letter sleeps: the letter still has to go out, so its dates are then in UTC. */
export function knownZone(zone: string): string {
  return isTimeZone(zone) ? zone : 'UTC';
}
