import { catalogue } from '../catalogue.ts';

/** On the page of a trusted contact: asking them, and what they answered. */
export const contactAskPart = catalogue('contact-ask-part', {
  heading: 'Ask them',
  silent:
    '{name} doesn’t know that you named them. You can tell them yourself, or we email them one question: do they accept?',
  asked:
    'You asked {name} on {date}. {answer, select, accepted {They accept.} declined {They do not want to be your trusted contact.} other {They have not answered yet. The protocol works all the same.}}',
  ask: 'Ask them',
  again: 'Ask again',
  proposed: '{name}’s link was used to say that their address is {email}. Use it only if you know that it is theirs.',
  use: 'Use this address',
  keep: 'Keep {email}',
  card: 'A card to print and give them',
});
