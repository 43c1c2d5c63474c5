import { catalogue } from '../catalogue.ts';

/** What trusted contacts have a say in: the part of /emergency, and the form on /emergency/say. */
export const sayPage = catalogue('say-page', {
  title: 'A say for your contacts · Stillhere',
  heading: 'A say for your contacts',
  lead: 'Silence alone decides, unless you let your trusted contacts help. Each of them can always say that they have heard from you: everything then waits 14 days.',
  confirmations: {
    label: 'Contacts who must confirm',
    hint: '{min} to {max}, and no more than you have. Before we send anything, this many of them must tell us that you have died, or can’t answer. With 0, silence is enough.',
  },
  unanswered: {
    label: 'Days until it is sent without them',
    hint: '{min} to {max} days. We suggest {usual}. If too few of them answer, we send it all the same after these days.',
  },
  raise: {
    label: 'A contact may tell us that something has happened',
    hint: 'We then write to you. If you don’t answer, we tell your trusted contacts, as if you had missed a check-in. A contact can do this twice a year.',
  },
  answer: {
    label: 'Days that you have to answer',
    hint: '{min} to {max} days. We suggest {usual}. They begin when our message has reached you.',
  },
  save: 'Save',
  back: 'Back to the emergency page',
});

/** The part of /emergency, which the server composes. */
export const sayPart = catalogue('say-part', {
  none: 'Silence alone decides. Your contacts can say that they have heard from you: everything then waits 14 days.',
  confirmations:
    'Before anything is sent, {needed, plural, one {one of your contacts} other {# of your contacts}} must tell us that you have died, or can’t answer. Without that, it is sent {days, plural, one {# day} other {# days}} later.',
  raise:
    'A contact may tell us that something has happened to you. You then have {days, plural, one {# day} other {# days}} to answer.',
  heard: '{name} told us on {when} that they’ve heard from you.',
  held: 'So nothing is sent before {until}.',
  confirmed: '{name} told us on {when} that you have died, or can’t answer.',
  given: '{given} of {needed} have said so.',
  confirmable: 'From {first} on, it is sent as soon as they have told us.',
  raised: '{name} told us on {when} that something has happened to you. Check in to say that you are well.',
  answerUntil: 'Without a check-in, we tell your contacts on {until}.',
  change: 'Change what they can do',
});
