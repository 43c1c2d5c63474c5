import { type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { SealBroken } from '#services/crypto/seal.ts';

const BROKEN =
  'Something here is not as it was kept, so we do not show it. We have been told and look into it; please write to us if you need it soon.';

/**
 * What was tampered with, or rotted on a disk, is an alarm for operators and a plain sentence for whoever asked.
 * @param error whatever was thrown
 * @param about ids for the log
 * @returns the refusal to be shown for a broken seal; anything else as it was
 */
export function orAlarm(context: Provider, error: unknown, about: Record<string, string> = {}): unknown {
  if (!(error instanceof SealBroken)) return error;
  context.get(webParts).log.error({ err: error, ...about }, 'ALARM: what is stored is not what was sealed');
  return new AppError('unavailable', BROKEN);
}
