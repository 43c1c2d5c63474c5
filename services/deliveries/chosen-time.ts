/** When a delivery is to go out, as an owner or a program chose it. */
import type { Repeat } from '#domain/delivery/delivery.schema.ts';
import { HORIZON, REPEAT_YEARS_MAX } from '#domain/delivery/delivery.ts';
import { yearOf } from '#domain/delivery/recurrence.ts';
import { AppError } from '#domain/errors.ts';
import { fieldError } from '#domain/field-error.ts';
import { localTimeAt, resolveLocalTime } from '#domain/time/civil.ts';
import { YEAR } from '#domain/time/durations.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { envelope } from '#messages/en/envelope.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say } from '#messages/say.ts';

/** A time as a person chooses it, in a time zone, or as a program does. */
type TimeRequest = { local_time: string; time_zone: string } | { scheduled_time: Date };

/** When a delivery is to go out. */
export interface ChosenTime {
  instant: Date;
  /** What clocks in the zone show then; both null where an instant was given. */
  local: string | null;
  timeZone: string | null;
}

/**
 * Turns a request into an instant that a delivery may have.
 * @param now the moment of the request
 * @throws AppError validation-failed with the field `date` or `scheduled_time`: no such date, in the past, or more
 *   than 100 years ahead
 */
export function chosenTime(request: TimeRequest, now: Date): ChosenTime {
  const chosen = resolve(request);
  const field = 'scheduled_time' in request ? 'scheduled_time' : 'date';
  if (!chosen) throw AppError.atField('validation-failed', field, sayFieldError(fieldError('date-not-in-calendar')));
  const ahead = chosen.instant.getTime() - now.getTime();
  if (ahead <= 0) throw AppError.atField('validation-failed', field, say(envelope.past));
  if (ahead > HORIZON)
    throw AppError.atField(
      'validation-failed',
      field,
      say(deliveryRefusals['beyond-horizon'], { years: HORIZON / YEAR }),
    );
  return chosen;
}

function resolve(request: TimeRequest): ChosenTime | null {
  if ('scheduled_time' in request) return { instant: request.scheduled_time, local: null, timeZone: null };
  const { local_time, time_zone } = request;
  const resolved = resolveLocalTime(local_time, time_zone);
  return resolved && { instant: resolved.instant, local: resolved.local, timeZone: time_zone };
}

/** The rule of a yearly delivery, as its row has it; both null for once. */
export interface RepeatRow {
  repeat_from: string | null;
  repeat_until: number | null;
}

/** It goes out once. */
export const ONCE: RepeatRow = { repeat_from: null, repeat_until: null };

/**
 * @param wanted the local time of the first, as it was asked for: not as the clocks of its year move it
 * @param year in which the delivery goes out next
 * @returns what the row of a delivery says about its repetition
 * @throws AppError validation-failed with the field `repeat.until_year`: before its first year, or too long after
 */
export function chosenRepeat(repeat: Repeat | null | undefined, wanted: string, year = yearOf(wanted)): RepeatRow {
  if (!repeat) return ONCE;
  const refuse = (message: string) => AppError.atField('validation-failed', 'repeat.until_year', message);
  if (repeat.until_year < year) throw refuse(say(deliveryRefusals['repeat-ends-early'], { year: `${year}` }));
  if (repeat.until_year > year + REPEAT_YEARS_MAX)
    throw refuse(say(deliveryRefusals['repeat-too-long'], { years: REPEAT_YEARS_MAX }));
  return { repeat_from: wanted, repeat_until: repeat.until_year };
}

/**
 * @param zone to read an instant in
 * @returns the local time that a request asks for, as it was given
 */
export function wantedLocal(request: TimeRequest, zone: string): string {
  return 'scheduled_time' in request ? localTimeAt(request.scheduled_time, zone) : request.local_time;
}
