import { HORIZON } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import { resolveLocalTime } from '#domain/time/civil.ts';

/** A time as a person chooses it, on the wall of a zone, or as a program does. */
type Asked = { local_time: string; time_zone: string } | { scheduled_time: Date };

/** When a delivery is to go out. */
interface ChosenTime {
  instant: Date;
  /** What stands on the wall of the zone then; both null where an instant was asked for. */
  local: string | null;
  timeZone: string | null;
}

/**
 * Turns what was asked for into an instant that a delivery may have.
 * @param now the moment of the request
 * @throws AppError validation-failed with the field `date` or `scheduled_time`: no such date, in the past, or more
 *   than 100 years ahead
 */
export function chosenTime(asked: Asked, now: Date): ChosenTime {
  const chosen = resolve(asked);
  const field = 'scheduled_time' in asked ? 'scheduled_time' : 'date';
  if (!chosen) throw refusal(field, 'This date does not exist. Please choose another.');
  const ahead = chosen.instant.getTime() - now.getTime();
  if (ahead <= 0) throw refusal(field, 'This moment has passed. Please choose a time in the future.');
  if (ahead > HORIZON)
    throw refusal(field, 'We can promise a day within the next 100 years. Please choose an earlier one.');
  return chosen;
}

function resolve(asked: Asked): ChosenTime | null {
  if ('scheduled_time' in asked) return { instant: asked.scheduled_time, local: null, timeZone: null };
  const { local_time, time_zone } = asked;
  const resolved = resolveLocalTime(local_time, time_zone);
  return resolved && { instant: resolved.instant, local: resolved.local, timeZone: time_zone };
}

function refusal(field: string, message: string): AppError {
  return new AppError('validation-failed', message, [{ field, message }]);
}
