import { catalogue } from '../catalogue.ts';

/** What marks a mail of a rehearsal. */
export const rehearsalMark = catalogue('rehearsal-mark', {
  subject: 'REHEARSAL: {subject}',
  own: 'REHEARSAL. If you stopped checking in now, you would get this email on {when}. Its links lead to your report only.',
  contact:
    'REHEARSAL. If you stopped checking in now, {reader} would get this email on {when}. It comes to you alone. Its links lead to your report only.',
});

/** What a rehearsal finds missing: a heading, and what it means. */
export const rehearsalGaps = catalogue('rehearsal-gaps', {
  'address-unconfirmed': {
    name: 'Your email isn’t confirmed',
    text: 'Until you confirm it, the protocol doesn’t run. We sent none of the emails of this rehearsal.',
  },
  'no-contact': {
    name: 'You have no trusted contact',
    text: 'Nobody would be told, and nobody would receive anything.',
  },
  'nobody-receives': {
    name: 'Nobody would receive anything',
    text: 'Each of your contacts is a witness, or asked us for nothing more. The protocol doesn’t run until you choose someone who receives what you set aside.',
  },
  'no-content': { name: 'Nothing is set aside', text: 'Your contacts would be told, and would receive nothing.' },
  plan: { name: 'Your plan doesn’t include the protocol', text: 'You can’t switch it on with this plan.' },
  'switched-off': { name: 'The protocol is switched off', text: 'Nothing of this happens until you switch it on.' },
  'contact-bounced': {
    name: 'An email to {about} came back',
    text: '{about} would not learn that anything has happened. Please correct the address.',
  },
  'contact-stopped': {
    name: '{about} asked us for nothing more',
    text: 'We don’t write to {about}. Please ask them yourself, or choose someone else.',
  },
  'contact-gets-nothing': {
    name: '{about} gets nothing',
    text: 'You chose other people for everything that you set aside. {about} would only be told that you did not check in.',
  },
  'channel-unconfirmed': {
    name: '{about} isn’t confirmed',
    text: 'Urgent warnings don’t go there until you enter the code.',
  },
  'channel-failed': {
    name: 'A message to you at {about} didn’t arrive',
    text: 'Urgent warnings may not reach you there.',
  },
  'content-sealed': {
    name: '“{about}” is sealed',
    text: 'Your contacts can open it only with one of its printed sheets or its six words. Make sure they can find them.',
  },
});

/** /emergency/rehearsal and the report of one. */
export const rehearsalPage = catalogue('rehearsal-page', {
  title: 'Rehearsal · Stillhere',
  heading: 'Rehearsal',
  lead: 'Live through the whole protocol in {minutes, plural, one {a minute} other {# minutes}}, with its real emails. Each of them goes to you alone, marked REHEARSAL. Nobody else hears of it, and your protocol stays as it is.',
  what: 'At the end, a report says who would have got what and when, and what is missing.',
  start: 'Rehearse',
  again: 'Rehearse again',
  earlier: 'Earlier rehearsals',
  entry: '{date}, {gaps, plural, =0 {no gaps} one {1 gap} other {# gaps}}',
  back: 'Emergency Protocol',
  started: 'The rehearsal has begun. The first email is on its way.',
  notStarted: 'Failed to start the rehearsal',
  report: {
    lead: '{began}. Every message came to you alone.',
    leadRunning:
      'It ends on {ends}. Until then, emails arrive one after the other. Reload this page to see how far it is.',
    ready: 'Ready: no gaps',
    nearly: '{count, plural, one {1 gap} other {# gaps}}',
    verdict:
      'If this had been real, {reached, plural, =0 {nobody would have heard} one {1 person would have been told} other {# people would have been told}}, and {things, plural, =0 {nothing would have been sent} one {1 thing would have been sent} other {# things would have been sent to each of them}}.',
    verdictPlanned:
      'If this had been real, {reached, plural, =0 {nobody would have heard} one {1 person would have been told} other {# people would have been told}}, and {things, plural, =0 {nothing would have been sent} one {1 thing would have been sent, by your plan} other {# things would have been sent, by your plan}}.',
    gaps: 'Gaps',
    gapsAside: 'Each has one thing you can do now.',
    noGaps: 'Nothing is missing.',
    sent: 'What would have been sent',
    sentAside: 'On these days, if your last check-in had been when the rehearsal began. Time zone: {place}.',
    columns: { when: 'When', to: 'To', what: 'What', outcome: 'In the rehearsal' },
    you: 'You',
    kinds: {
      reminder: 'Reminder, by email',
      missed: 'Urgent warning, by {channels}',
      'last-call': 'Last call, by {channels}',
      again: 'Warning, by {channels}',
      released: '“What you set aside is on its way”, by {channels}',
      'contact-told': '“We haven’t heard from {owner}”',
      release: '{titles}',
      'witness-told': '“The release has happened”, as a witness',
      nothing: 'Things that you have deleted since',
    },
    channels: { email: 'email', second_email: 'second email', whatsapp: 'WhatsApp', sms: 'SMS' },
    outcomes: {
      waiting: 'To come',
      sent: 'Sent to you',
      arrived: 'Arrived',
      failed: 'Did not arrive',
      skipped: 'Not sent: your email isn’t confirmed',
    },
    wouldNotArrive: 'Would not arrive',
    nobody:
      'Nobody but you received anything. No link in a rehearsal opens anything, and the protocol itself didn’t move.',
    fix: {
      'address-unconfirmed': 'Confirm your email',
      'no-contact': 'Add a contact',
      'nobody-receives': 'Choose who receives it',
      'no-content': 'Set something aside',
      plan: 'See the plans',
      'switched-off': 'Switch it on',
      'contact-bounced': 'Correct the address',
      'contact-stopped': 'See your contacts',
      'contact-gets-nothing': 'Change the plan',
      'channel-unconfirmed': 'Enter the code',
      'channel-failed': 'Check your channels',
      'content-sealed': 'Look at it',
    },
  },
});

/** The yearly nudge to rehearse. */
export const rehearsalNudgeMail = catalogue('rehearsal-nudge', {
  subject: 'Would your emergency protocol still work?',
  preview: 'Rehearse it in a quarter of an hour. Nobody but you hears of it.',
  heading: '{name}, would it still work?',
  paragraphs: [
    'You haven’t rehearsed your emergency protocol for a year. Addresses change, and so does what you want people to have.',
    'A rehearsal sends every email to you alone, and ends with a report: who would have got what and when, and what’s missing.',
  ],
  label: 'Rehearse',
  note: 'It takes a quarter of an hour, and you can do something else meanwhile. Your protocol stays as it is.',
  why: ['We’re writing to you because your emergency protocol is on.', 'Questions? Reply to this email.'],
});
