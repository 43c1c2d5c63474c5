import { writtenDate } from '#domain/time/written.ts';
import { shownName } from './words.ts';

/**
 * How long what was sent can be opened. The mail and the recipient's pages say it with the same words, and none of them
 * promises more than is so: deleting takes back what was sent.
 * @param timeZone the sender's, in which the date is told
 */
export function openUntil(expiresAt: Date, timeZone: string, senderName: string): string {
  return `until ${writtenDate(expiresAt, timeZone)}, unless ${shownName(senderName)} takes it back`;
}
