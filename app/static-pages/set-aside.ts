import { plainDate } from '#messages/dates.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { inWords, shownName } from '#services/mails/words.ts';
import type { Invitation } from '#services/recipients/invitations.ts';

/** @returns what a release is, and how it came to be sent, without a guess why its owner is silent */
export function setAside({ types, silent_since, sender_name, time_zone }: Invitation): string {
  const words = inWords(types);
  const things = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  if (silent_since === null) return say(recipientPages.release['is-back'], { things, sender: shownName(sender_name) });
  return say(recipientPages.release['silent-since'], {
    things,
    since: plainDate(new Date(silent_since), time_zone),
  });
}
