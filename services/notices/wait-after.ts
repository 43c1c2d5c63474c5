import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { configurationWait, scaled, transientWait } from '#domain/delivery/retry.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';

/** A mail to an owner that nobody takes for this long would tell them of something long past. */
const GIVE_UP_AFTER = 7 * DAY;

/**
 * When a mail to somebody with an account is tried again.
 * @param minute the length of a minute on the retry ladder, in milliseconds
 * @returns how long to wait, in milliseconds; null when it has gone, or is given up
 */
export function waitAfter(
  answer: ProviderAnswer,
  { tries, created_at }: { tries: number; created_at: Date | string },
  minute: number,
): number | null {
  if (answer.kind === 'accepted' || answer.kind === 'permanent') return null;
  const isOver = Date.now() - new Date(created_at).getTime() > scaled(GIVE_UP_AFTER, minute);
  if (answer.kind === 'configuration') return configurationWait(minute);
  return isOver ? null : transientWait(tries, answer.kind === 'transient' ? answer.retryAfter : MINUTE, minute);
}
