import { alarm } from '#app/middleware/alarm.ts';
import { type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { SealBroken } from '#services/crypto/seal.ts';
import { DAMAGED, DAMAGED_FILE } from './damaged.ts';

/** For whoever asks why an answer broke off; long enough for that, and short enough for a file that was mended. */
const REMEMBERED = 10 * MINUTE;
const MOST_REMEMBERED = 1_000;
/** Files that were found damaged by this process, and when, in milliseconds; the oldest first. */
const found = new Map<string, number>();

/**
 * What was tampered with, or rotted on a disk, is an alarm for operators and a plain sentence for whoever asked.
 * @param error whatever was thrown
 * @param about ids for the log
 * @returns the refusal to be shown for a broken seal; anything else as it was
 */
export function orAlarm(context: Provider, error: unknown, about: Record<string, string> = {}): unknown {
  if (!(error instanceof SealBroken)) return error;
  alarm(context.get(webParts).log, error, about);
  if (about.file === undefined) return new AppError('damaged', DAMAGED);
  remember(about.file);
  return new AppError('damaged', DAMAGED_FILE);
}

/** @throws AppError damaged for a file that was found so a moment ago, wherever in it that was */
export function refuseDamaged(fileId: string): void {
  if (Date.now() - (found.get(fileId) ?? 0) < REMEMBERED) throw new AppError('damaged', DAMAGED_FILE);
}

function remember(fileId: string): void {
  found.delete(fileId);
  found.set(fileId, Date.now());
  const [oldest] = found.keys();
  if (found.size > MOST_REMEMBERED && oldest !== undefined) found.delete(oldest);
}
