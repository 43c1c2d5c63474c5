import { Temporal } from 'temporal-polyfill';

/** A local date and time on the wall of a zone, and the instant it names. */
export interface ResolvedLocalTime {
  instant: Date;
  /** `gap`: the clocks skip this time and it moved forward; `overlap`: it happens twice and the earlier was taken. */
  adjusted: 'none' | 'gap' | 'overlap';
  /** The local time that the instant really has there, `YYYY-MM-DDTHH:MM`, with seconds where there are any. */
  local: string;
}

/** @returns what clocks in a zone show at an instant, `YYYY-MM-DDTHH:MM`, with seconds where there are any */
export function localTimeAt(instant: Date, zone: string): string {
  const shown = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDateTime();
  const hasSeconds = shown.second !== 0 || shown.millisecond !== 0;
  return shown.toString({ smallestUnit: hasSeconds ? 'millisecond' : 'minute' });
}

/**
 * Resolves what a person typed ("4 May 2031, 09:00, Lisbon") to an instant.
 * @param local `YYYY-MM-DDTHH:MM`, as a `datetime-local` field gives it
 * @param zone an IANA time zone name
 * @returns the instant, and whether it had to be adjusted; null when the text is no date or the zone is unknown
 */
export function resolveLocalTime(local: string, zone: string): ResolvedLocalTime | null {
  try {
    const wanted = Temporal.PlainDateTime.from(local, { overflow: 'reject' });
    const earlier = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
    const later = wanted.toZonedDateTime(zone, { disambiguation: 'later' });
    const isExact = earlier.epochMilliseconds === later.epochMilliseconds;
    // In a gap "later" is the reading that moved forward; in an overlap "earlier" is the first of the two.
    const isGap = !isExact && !later.toPlainDateTime().equals(wanted);
    const chosen = isGap ? later : earlier;
    const hasSeconds = chosen.second !== 0 || chosen.millisecond !== 0;
    return {
      instant: new Date(chosen.epochMilliseconds),
      adjusted: isExact ? 'none' : isGap ? 'gap' : 'overlap',
      local: chosen.toPlainDateTime().toString({ smallestUnit: hasSeconds ? 'millisecond' : 'minute' }),
    };
  } catch {
    return null;
  }
}
