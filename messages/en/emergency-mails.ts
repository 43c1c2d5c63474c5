import { catalogue } from '../catalogue.ts';

const DAYS = '{days, plural, one {# day} other {# days}}';
const IS_TOLD = '{people} {count, plural, one {is} other {are}} told';
const BUTTON = 'It opens a page with one button, and needs no password.';
const REPLY = 'Reply to this email to reach us.';
const REPLY_NOT_TO = 'Reply to this email to reach us. A reply does not reach {owner}.';
const WHY_CONTACT =
  'You get this because {owner} gave Stillhere your address as a trusted contact. We use it for nothing else.';

/** The mails of the emergency protocol to its owner. `people` are the names of the trusted contacts, `count` how many. */
export const emergencyMails = catalogue('emergency-mails', {
  label: 'I’m Still Here',
  why: `You get this because your emergency protocol is active, with ${DAYS}. You can change the days, or turn it off, on the emergency page.`,
  reply: REPLY,
  lastSeen: 'Your last check-in was on {date}{days, plural, =0 {} one {, # day ago} other {, # days ago}}.',
  /** Ends a subject. */
  left: '{unit, select, day {{count, plural, one {A day left.} other {# days left.}}} hour {{count, plural, one {An hour left.} other {# hours left.}}} minute {{count, plural, one {A minute left.} other {# minutes left.}}} other {{count, plural, one {A second left.} other {# seconds left.}}}}',
  /** What comes next: a sentence in previews. */
  next: {
    told: `If you do nothing, ${IS_TOLD} on {date}.`,
    sentOn:
      'If you do nothing, {items, plural, one {the item that you set aside is} other {the # items that you set aside are}} sent to {people} on {date}.',
    sent: 'If you do nothing, {items, plural, one {the item that you set aside is} other {the # items that you set aside are}} sent to {people}.',
    noItems: 'If you do nothing, nothing is sent: you have set nothing aside.',
    noContacts: 'If you do nothing, nothing is sent: you have named no trusted contact.',
  },
  days: {
    caption:
      'If you do not answer, this is what happens. You can stop it at any point until the end. Hours are {place} time.',
    told: `${IS_TOLD} that we have not heard from you.`,
    nobodyTold: 'Nobody is told: you have named no trusted contact.',
    lastCall: 'One last email to you.',
    sent: '{items, plural, one {The item that you set aside is} other {The # items that you set aside are}} sent to {people}.',
    noItems: 'Nothing is sent: you have set nothing aside.',
    noContacts: 'Nothing is sent: you have named no trusted contact.',
  },
  reminder: {
    subject: 'Are you still here, {name}?',
    subjectLeft: 'Are you still here, {name}? {left}',
    preview: 'One tap says yes. {next}',
    heading: 'Are you still here, {name}?',
    lastSeen: '{lastSeen} One tap is all it takes.',
    note: `${BUTTON} The ${DAYS} then start again.`,
    now: 'We ask you. Nobody else has been told anything.',
  },
  missed: {
    subject: '{name}, we have not heard from you. Please check in now',
    preview: 'One tap stops everything. {next}',
    heading: '{name}, we have not heard from you.',
    over: `{lastSeen} The ${DAYS} that you chose are over.`,
    telling:
      '{people} {count, plural, one {is} other {are}} being told now. One tap stops everything, and they hear that all is well.',
    oneTap: 'One tap stops everything.',
    note: `${BUTTON} The ${DAYS} then start again.`,
    now: 'We ask you. Nobody else is told: you have named no trusted contact.',
  },
  lastCall: {
    subject: 'Last call, {name}.',
    subjectLeft: 'Last call, {name}. {left}',
    preview: 'One tap stops everything. {next}',
    heading: 'This is the last call, {name}.',
    whatNext: '{lastSeen} {next} What has been read then cannot be taken back.',
    oneTap: 'One tap stops everything.',
    note: BUTTON,
    now: 'We ask you for the last time.',
  },
  again: {
    subject: 'Are you still here, {name}? We could not be reached for a while',
    preview: 'That was our fault, and the time does not count. One tap says that you are here.',
    heading: 'Are you still here, {name}?',
    unreachable:
      'Stillhere could not be reached for a while. If you tried to check in, it may not have worked. That was our fault, and nothing was sent meanwhile.',
    lastSeen: 'We write again so that you have time to answer. {lastSeen}',
    note: `${BUTTON} Everything then starts again.`,
    now: 'We ask you again.',
  },
  released: {
    subjectSent: '{name}, what you set aside is on its way',
    subject: '{name}, your emergency protocol has run its course',
    preview: 'If you read this, come back: what has not been opened closes again.',
    headingSent: 'What you set aside is on its way.',
    heading: 'Your emergency protocol has run its course.',
    silent: 'We have not heard from you since {seen}, so on {when} your emergency protocol did what you asked of it.',
    sent: 'To {people} we send: {titles}.',
    nothingSent: 'Nothing was sent: there was no trusted contact, or nothing was set aside for them.',
    comeBackSent:
      'If you read this, say that you are back. What has not gone does not go, what nobody has opened closes again, everybody who was told hears that all is well, and the protocol starts again.',
    comeBack: 'If you read this, say that you are back, and the protocol starts again.',
    label: 'I’m back',
    note: 'You may be asked to sign in first. Everything else that you keep is as you left it.',
    why: ['You get this because your emergency protocol was active.', REPLY],
  },
});

/** The mails of the emergency protocol to trusted contacts. */
export const contactMails = catalogue('contact-mails', {
  label: 'See how it stands',
  days: {
    caption: 'This is what happens next, and nothing of it earlier. Hours are {place} time.',
    sent: 'Whatever {owner} has set aside for trusted contacts is sent to you, unless there is a sign of life before.',
  },
  silent: {
    subject: 'We have not heard from {owner}',
    preview: '{owner} named you as somebody to tell. Here is how it stands.',
    heading: 'We have not heard from {owner}.',
    headingNamed: '{contact}, we have not heard from {owner}.',
    since: `{owner} uses Stillhere, and named you as a trusted contact: somebody to tell when there is no sign of life. The last one was on {date}, and the ${DAYS} that {owner} chose are over.`,
    late: 'This email reaches you late. What {owner} had set aside for trusted contacts was sent on {when}, in another email from us.',
    pleaseReach:
      'That does not mean that something has happened. People travel, fall ill or lose a telephone. If you can reach {owner}, please do: signing in to Stillhere, or the button in our emails, stops everything.',
    notes: [
      'It opens a page that always shows the newest. You need no account and no password.',
      'If there is a sign of life, we tell you at once.',
    ],
    now: 'We write to you. Nothing has been sent.',
    why: 'You get this because {owner} gave Stillhere your address for this. We use it for nothing else.',
    reply: REPLY_NOT_TO,
  },
  allClear: {
    subject: 'All is well: we have heard from {owner}',
    preview: 'There is nothing you need to do.',
    heading: 'All is well.',
    headingNamed: 'All is well, {contact}.',
    heard: 'We have heard from {owner} again. You may have had a message from us that we had not.',
    nothingToDo:
      'There is nothing you need to do. Nothing more is sent to you. If something was sent that you have not opened, it is closed again.',
    why: WHY_CONTACT,
    reply: REPLY_NOT_TO,
  },
  undelivered: {
    subject: 'Something that {owner} wanted delivered could not be',
    preview: 'Nothing was lost. Here is what you can do.',
    heading: 'Something that {owner} wanted delivered could not be delivered.',
    headingNamed: '{contact}, something that {owner} wanted delivered could not be delivered.',
    what: 'It is not what was sent to you. {owner} had chosen somebody and a day for it, and it did not get there. We cannot ask {owner}, from whom we have not heard, so we tell you. We may not say what it is, or whom it was for.',
    kept: 'Nothing was lost: it is kept as it was, and nothing more of it goes out until {owner} decides.',
    pleaseReach:
      'If you can reach {owner}, please do: signing in to Stillhere shows what happened, and there it can be tried again.',
    settling: 'If you cannot, and you are settling what {owner} left behind, reply to this email. A person reads it.',
    note: 'We write to you about this once, also if there is more of it.',
    why: WHY_CONTACT,
    reply: REPLY_NOT_TO,
  },
});
