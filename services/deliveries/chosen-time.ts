import { HORIZON } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import { type ResolvedLocalTime, resolveLocalTime } from '#domain/time/civil.ts';

/**
 * Turns what a person chose into an instant that a delivery may have.
 * @param now the moment of the request
 * @throws AppError validation-failed with the field `local_time`: no such date, in the past, or more than 100 years ahead
 */
export function chosenTime(local: string, zone: string, now: Date): ResolvedLocalTime {
  const resolved = resolveLocalTime(local, zone);
  if (!resolved) throw refusal('This date does not exist. Please choose another.');
  const ahead = resolved.instant.getTime() - now.getTime();
  if (ahead <= 0) throw refusal('This moment has passed. Please choose a time in the future.');
  if (ahead > HORIZON) throw refusal('We can promise a day within the next 100 years. Please choose an earlier one.');
  return resolved;
}

function refusal(message: string): AppError {
  return new AppError('validation-failed', message, [{ field: 'local_time', message }]);
}
