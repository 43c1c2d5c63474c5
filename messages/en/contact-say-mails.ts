import { catalogue } from '../catalogue.ts';

const BUTTON = 'The link opens a page with one button: press it to check in. You don’t need a password.';
const REPLY_NOT_TO = 'Questions? Reply to this email. Your reply reaches Stillhere, not {owner}.';
const WHY_CONTACT =
  'We’re writing to you because {owner} gave us your address as a trusted contact. We use it for nothing else.';
const THEY = '{needed, plural, one {one of your trusted contacts} other {# of your trusted contacts}}';

/** The mails to an owner that follow what a trusted contact said. `contact` is that contact's name. */
export const contactSayMails = catalogue('contact-say-mails', {
  held: {
    subject: '{name}, {contact} says that they’ve heard from you. Please check in',
    preview: 'We send nothing before {until}. Checking in stops everything.',
    heading: '{contact} says that they’ve heard from you.',
    what: '{contact} told us so on {when}. So we wait, and send nothing before {until}.',
    whatOver: '{contact} told us so on {when}.',
    checkIn:
      '{lastSeen} Please check in yourself: that stops everything. Without a check-in, we go on after that date.',
    note: BUTTON,
    now: 'We email you again.',
  },
  raised: {
    subject: '{name}, {contact} is worried about you. Please check in',
    preview: 'One press of the button ends it, and we write to nobody else.',
    heading: 'Are you all right, {name}?',
    what: '{contact}, one of your trusted contacts, told us on {when} that something has happened to you.',
    checkIn: 'If you can read this, please check in. That ends it, and we write to nobody else.',
    otherwise:
      'If you don’t, {days, plural, one {# day} other {# days}} after this email reached you we tell {people} that we haven’t heard from you.',
    note: BUTTON,
    now: 'We email you. We haven’t written to anyone else.',
  },
  missed: {
    over: '{lastSeen} A trusted contact told us that something has happened to you, and you haven’t answered us since.',
  },
  lastCall: {
    ifConfirmed: `If you don’t check in, we’ll send what you set aside on {date}, or from {first} on as soon as ${THEY} told us that you can’t answer.`,
  },
  days: {
    ifConfirmed: `From now on, we send it as soon as ${THEY} told us that you have died, or can’t answer.`,
  },
});

/** The mails to the other trusted contacts that follow what one of them said. `person` is the owner with their address. */
export const otherContactMails = catalogue('other-contact-mails', {
  silent: {
    askedUs:
      '{person} asked Stillhere to write to you if a trusted contact told us that something has happened, and our emails then went unanswered. The last answer was on {date}.',
  },
  days: {
    ifConfirmed:
      'The first day on which it can be sent. On this day we send it only if {needed, plural, one {a trusted contact} other {# trusted contacts}} told us that {owner} has died, or can’t answer.',
  },
  held: {
    subject: 'Someone has heard from {owner}',
    heading: 'Someone has heard from {owner}.',
    headingNamed: '{contact}, someone has heard from {owner}.',
    what: 'Another trusted contact of {person} told Stillhere so. We don’t know more than that.',
    waits: 'So we wait: nothing is sent before {until}. We’ve asked {owner} again.',
    waitsNot: 'We’ve asked {owner} again.',
    nothingToDo: 'You don’t need to do anything.',
    now: 'We write to you. Nothing has been sent.',
    why: WHY_CONTACT,
    reply: REPLY_NOT_TO,
  },
  confirmed: {
    subject: 'Someone told us that {owner} can’t answer',
    heading: 'Someone told us that {owner} can’t answer.',
    headingNamed: '{contact}, someone told us that {owner} can’t answer.',
    what: 'Another trusted contact of {person} told Stillhere that {owner} has died, or can’t answer. If that is so, we are sorry.',
    more: '{owner} asked us to wait until {needed, plural, one {one trusted contact says} other {# trusted contacts say}} so. {given, plural, one {One has} other {# have}}.',
    heard:
      'If you have heard from {owner} since, please say so on the page behind the link. That counts more: everything then waits 14 days.',
    now: 'We write to you. Nothing has been sent.',
    why: WHY_CONTACT,
    reply: REPLY_NOT_TO,
  },
});
