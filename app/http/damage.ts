import { alarm } from '#app/middleware/alarm.ts';
import { type Provider, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import { SealBroken } from '#services/crypto/seal.ts';

/** Long enough for a client to ask why its download broke off, short enough for a file that was restored. */
const REMEMBERED = 10 * MINUTE;
const MOST_REMEMBERED = 1_000;
/** Files that this process found damaged, and when, in milliseconds; the oldest first. */
const found = new Map<string, number>();

/**
 * Raises an alarm for operators when something was tampered with, or damaged on a disk.
 * @param error any error
 * @param about ids for the log
 * @returns the AppError to show for a broken seal; any other error unchanged
 */
export function alarmBrokenSeal(context: Provider, error: unknown, about: Record<string, string> = {}): unknown {
  if (!(error instanceof SealBroken)) return error;
  alarm(context.get(webDeps).log, error, about);
  if (about.file === undefined) return new AppError('damaged', say(damageTexts.text));
  remember(about.file);
  return new AppError('damaged', say(damageTexts.file));
}

/** @throws AppError damaged for a file that was found damaged a moment ago, also in a later part */
export function refuseDamaged(fileId: string): void {
  if (Date.now() - (found.get(fileId) ?? 0) < REMEMBERED) throw new AppError('damaged', say(damageTexts.file));
}

function remember(fileId: string): void {
  found.delete(fileId);
  found.set(fileId, Date.now());
  const [oldest] = found.keys();
  if (found.size > MOST_REMEMBERED && oldest !== undefined) found.delete(oldest);
}
