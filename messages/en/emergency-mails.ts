import { catalogue } from '../catalogue.ts';

const DAYS = '{days, plural, one {# day} other {# days}}';
const SET_ASIDE = '{items, plural, one {the item} other {the # items}} you set aside';
const BUTTON = 'The link opens a page with one button: press it to check in. You don’t need a password.';
const REPLY = 'Questions? Reply to this email.';
const REPLY_NOT_TO = 'Questions? Reply to this email. Your reply reaches Stillhere, not {owner}.';
const WHY_CONTACT =
  'We’re writing to you because {owner} gave us your address as a trusted contact. We use it for nothing else.';

/** The mails of the emergency protocol to its owner. `people` are the names of the trusted contacts. */
export const emergencyMails = catalogue('emergency-mails', {
  label: 'I’m Still Here',
  why: `We’re writing to you because your emergency protocol is on, with ${DAYS}. You can change it on the emergency page.`,
  reply: REPLY,
  lastSeen: 'Your last check-in was on {date}{days, plural, =0 {} one {, # day ago} other {, # days ago}}.',
  /** Ends a subject. */
  left: '{unit, select, day {{count, plural, one {One day} other {# days}}} hour {{count, plural, one {One hour} other {# hours}}} minute {{count, plural, one {One minute} other {# minutes}}} other {{count, plural, one {One second} other {# seconds}}}} left to check in',
  /** What comes next: a sentence in previews. */
  next: {
    notified: 'If you don’t check in, we’ll write to {people} on {date}.',
    sentOn: `If you don’t check in, we’ll send ${SET_ASIDE} to {people} on {date}.`,
    sent: `If you don’t check in, we’ll send ${SET_ASIDE} to {people}.`,
    planned: 'If you don’t check in, we’ll send {people} what you chose for them, from {date} on.',
    noItems: 'If you don’t check in, nothing is sent: you haven’t set anything aside.',
    noContacts: 'If you don’t check in, nothing is sent: you have no trusted contacts.',
  },
  days: {
    caption:
      'This is what happens without a check-in{shown, select, mail {, beginning with this email} other {}}. You can stop it until the last date. Time zone: {place}.',
    notified: 'We tell {people} that we haven’t heard from you.',
    nobodyNotified: 'We write to nobody: you have no trusted contacts.',
    lastCall: 'We email you one last time.',
    sent: `We send ${SET_ASIDE} to {people}.`,
    planned: 'We begin to send {people} what you chose for them.',
    noItems: 'Nothing is sent: you haven’t set anything aside.',
    noContacts: 'Nothing is sent: you have no trusted contacts.',
  },
  reminder: {
    subject: 'Are you still here, {name}?',
    subjectLeft: 'Are you still here, {name}? {left}',
    preview: 'Please check in. {next}',
    heading: 'Are you still here, {name}?',
    lastSeen: '{lastSeen} Please check in to tell us that you’re here.',
    note: `${BUTTON} The ${DAYS} then start again.`,
    whatCounts:
      'Just looking at pages of Stillhere doesn’t count as a check-in. Signing in does, and so does changing something.',
    now: 'We email you. We haven’t written to anyone else.',
  },
  missed: {
    subject: '{name}, we haven’t heard from you. Please check in',
    preview: 'Checking in stops everything. {next}',
    heading: '{name}, we haven’t heard from you.',
    over: `{lastSeen} The ${DAYS} that you chose are over.`,
    telling:
      'We’re now telling {people} that we haven’t heard from you. Check in to stop everything. We’ll then write to them again, to say that there was a check-in.',
    checkIn: 'Check in to stop everything.',
    note: `${BUTTON} The ${DAYS} then start again.`,
    now: 'We email you. We write to nobody else: you have no trusted contacts.',
  },
  lastCall: {
    subject: 'Last reminder, {name}',
    subjectLeft: 'Last reminder, {name}. {left}',
    preview: 'Checking in stops everything. {next}',
    heading: 'This is our last reminder, {name}.',
    whatNext: '{lastSeen} {next}',
    whatNextSent: '{lastSeen} {next} What they’ve read can’t be taken back.',
    checkIn: 'Check in to stop everything.',
    note: BUTTON,
    now: 'We email you one last time.',
  },
  again: {
    subject: 'Are you still here, {name}? We couldn’t be reached for a while',
    preview: 'That was our fault. Nothing was sent in that time. Please check in.',
    heading: 'Are you still here, {name}?',
    unreachable:
      'Stillhere couldn’t be reached for a while. If you tried to check in, it may not have worked. That was our fault. Nothing was sent while we couldn’t be reached.',
    lastSeen: 'We’re writing again so that you have time to answer. {lastSeen}',
    note: `${BUTTON} The ${DAYS} then start again.`,
    now: 'We email you again.',
  },
  released: {
    subjectSent: '{name}, what you set aside is on its way',
    subject: '{name}, your emergency protocol has ended',
    preview: 'If you’re reading this, tell us that you’re back: anything unopened can still be withdrawn.',
    headingSent: 'What you set aside is on its way.',
    heading: 'Your emergency protocol has ended.',
    silent: 'We haven’t heard from you since {seen}. So on {when}, your emergency protocol did what you asked for.',
    sent: 'We’re sending this to {people}: {titles}.',
    planned: 'We’re sending {people} what you chose for them, on the days you chose: {titles}.',
    nothingSent: 'Nothing was sent: you had no trusted contact, or you hadn’t set anything aside.',
    comeBackSent:
      'If you’re reading this, tell us that you’re back. Anything not yet sent is stopped, and unopened items are locked again. We write again to everyone who heard from us, and your protocol starts again.',
    comeBack: 'If you’re reading this, tell us that you’re back, and your protocol starts again.',
    label: 'I’m back',
    note: 'You may need to sign in first. Everything else in your account is as you left it.',
    why: ['We’re writing to you because your emergency protocol was on.', REPLY],
  },
});

/** We know where an answer came from, and never whose it was. */
const FROM = '{by, select, link {from {owner}’s mailbox} account {from {owner}’s account} other {for {owner}}}';

/**
 * The mails of the emergency protocol to trusted contacts. `person` is the owner with their address; `by` is how an episode
 * ended (`EpisodeEnd`).
 */
export const contactMails = catalogue('contact-mails', {
  label: 'See the latest',
  days: {
    caption: 'Here’s what happens next. Nothing happens before these dates. Time zone: {place}.',
    sent: 'If {owner} has set something aside for you, we send it to you, unless we hear from {owner} first.',
  },
  silent: {
    subject: 'We haven’t heard from {owner} since {date}',
    heading: 'We haven’t heard from {owner}.',
    headingNamed: '{contact}, we haven’t heard from {owner}.',
    askedUs: `{person} asked Stillhere to write to you if our emails went unanswered and ${DAYS} passed. The last answer was on {date}.`,
    late: 'This email reaches you late. On {when}, we already sent what {owner} had set aside for trusted contacts, in another email.',
    pleaseReach:
      'This doesn’t mean that something has happened. People travel, fall ill or lose their phone. If you can, please call or visit {owner}.',
    lateReach:
      'We don’t know why there was no answer. If you have lost {owner}, we are sorry. If you can still reach {owner}, please call or visit.',
    stops: 'To tell us that all is well, {owner} can sign in to Stillhere or press the button in our emails.',
    page: 'The link opens a page that’s always up to date. You don’t need an account or a password.',
    news: 'If we hear from {owner}, we’ll write to you.',
    now: 'We write to you. Nothing has been sent.',
    why: 'We’re writing to you because {owner} named you as a trusted contact: someone to contact when we get no answer. We use your address for nothing else.',
    about: 'Stillhere keeps letters and files. Now and then, it asks the people who use it whether they’re still here.',
    reply: REPLY_NOT_TO,
  },
  allClear: {
    subject: `{by, select, off {Our messages about {owner} were switched off} other {We’ve had an answer ${FROM}}}`,
    heading: `{by, select, off {Someone switched off our messages about {owner}.} other {We’ve had an answer ${FROM}.}}`,
    headingNamed: `{contact}, {by, select, off {someone switched off our messages about {owner}.} other {we’ve had an answer ${FROM}.}}`,
    happened:
      '{by, select, link {Someone pressed “I’m Still Here” in an email from Stillhere to {person}.} account {Someone used the Stillhere account of {person}.} off {Someone switched them off in the Stillhere account of {person}.} other {Someone pressed “I’m Still Here” in one of our emails to {person}, or used the Stillhere account.}}',
    earlier: '{happened} Earlier, we wrote to say that we hadn’t heard from {owner}.',
    notSeen: 'We can’t see who it was. If you’re worried, please call or visit {owner}.',
    nothingToDo:
      'You don’t need to do anything for us. We won’t send you anything more for now. If we sent you something that you haven’t opened, it’s closed again.',
    why: WHY_CONTACT,
    reply: REPLY_NOT_TO,
  },
  witness: {
    subject: 'What {owner} set aside has been sent',
    heading: 'What {owner} set aside has been sent.',
    headingNamed: '{contact}, what {owner} set aside has been sent.',
    happened:
      '{person} asked Stillhere to tell you if this happens. We got no answer from {owner}. So on {when}, we began to send what {owner} had set aside to the people it is for.',
    nothing:
      '{owner} named you as a witness: someone who should know that this has happened, and when. Nothing was left for you in it, and you don’t need to do anything.',
    sorry:
      'We don’t know why there was no answer. If you have lost {owner}, we are sorry. If you can still reach {owner}, please call or visit.',
    why: 'We’re writing to you because {owner} named you as a trusted contact and witness. We use your address for nothing else.',
    reply: REPLY_NOT_TO,
  },
  undelivered: {
    subject: 'We couldn’t deliver something from {owner} to someone else',
    heading: 'We couldn’t deliver something from {owner} to someone else.',
    headingNamed: '{contact}, we couldn’t deliver something from {owner} to someone else.',
    what: '{person} had asked Stillhere to deliver it, and it didn’t arrive. Nothing that you received is affected.',
    whyYou:
      'We can’t ask {owner}: our emails have gone unanswered. So we’re telling you, as a trusted contact. We may not say what it is, or who it was for.',
    kept: 'Nothing is lost. We’re keeping it, and we won’t try again by ourselves.',
    pleaseReach:
      'If you can reach {owner}, please do. {owner} can sign in to Stillhere, see what happened and try again.',
    settling:
      'If you have lost {owner}, we are sorry. If you’re settling {owner}’s affairs, please reply to this email.',
    note: 'We’ll only email you about this once.',
    why: WHY_CONTACT,
    reply: REPLY_NOT_TO,
  },
});
