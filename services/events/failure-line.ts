import type { ProviderEvent } from '#services/ports/provider-events.ts';

/** One line for operators about a message that did not arrive: ids and codes, and nothing of whom it was for. */
export interface FailureLine {
  /** Our account, sender or template is to blame: somebody has to look. */
  isAlarm: boolean;
  fields: { provider: string; delivery: string | undefined; attempt: string | null; event: string };
  message: string;
}

/** What an alarm says of a message that was taken, and does not arrive because of us. */
export const OUR_SET_UP = 'messages do not arrive because of our own set-up';

/**
 * Says for operators what a provider reports, however it was learnt: told by it, or asked of it.
 * @param delivery the id of the delivery it is about, where it is about one
 * @returns null for what is no failure
 */
export function failureLine(
  provider: 'sendgrid' | 'twilio',
  { attemptId, name, isOurs = false, event }: ProviderEvent,
  delivery: string | undefined,
): FailureLine | null {
  if (event.kind !== 'failed') return null;
  const message = isOurs ? `ALARM: ${OUR_SET_UP}` : 'a message did not arrive';
  return { isAlarm: isOurs, fields: { provider, delivery, attempt: attemptId, event: name }, message };
}
