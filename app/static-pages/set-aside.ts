import { countOf } from '#domain/content/content.ts';
import { plainDate } from '#messages/dates.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { inWords, shownName } from '#services/mails/words.ts';
import type { Invitation } from '#services/recipients/invitations.ts';

/** @returns what a release is, and how it came to be sent, without a guess why its owner is silent */
export function setAside({ types, silent_since, sender_name, time_zone }: Invitation): string {
  const values = { things: capitalized(inWords(types)), sender: shownName(sender_name) };
  if (silent_since === null) return say(recipientPages.release['is-back'], values);
  const since = plainDate(new Date(silent_since), time_zone);
  return say(recipientPages.release['silent-since'], { ...values, since });
}

/** @returns whether its owner scheduled it with several items, of which more than one is left */
export function isOfSeveral({ origin, types }: Pick<Invitation, 'origin' | 'types'>): boolean {
  return origin === 'owner' && countOf(types) > 1;
}

/** @returns the items of such a delivery, and until when they were kept: "Two letters and a picture, kept for you until 4 May 2031." */
export function keptForYou({ types, sent_on, time_zone }: Pick<Invitation, 'types' | 'sent_on' | 'time_zone'>): string {
  const sent = plainDate(new Date(sent_on), time_zone);
  return say(recipientPages.several.kept, { things: capitalized(inWords(types)), sent });
}

/** @returns how long it can be opened, as a part of a sentence: "until 4 May 2033, unless Helena Duarte withdraws it" */
export function openUntil({ origin, expires_at, time_zone, sender_name }: Invitation): string {
  const texts = recipientPages.until;
  const sender = shownName(sender_name);
  if (expires_at === null)
    return origin === 'release' ? say(texts['release-endless']) : say(texts['owner-endless'], { sender });
  const date = plainDate(new Date(expires_at), time_zone);
  return origin === 'release' ? say(texts.release, { date }) : say(texts.owner, { date, sender });
}

function capitalized(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
