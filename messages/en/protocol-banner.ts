import { catalogue } from '../catalogue.ts';

/** How far the protocol has come, in the navigation. */
export const progressLabels = catalogue('progress-labels', {
  released: 'Ended',
  notRunning: 'Not running',
  paused: 'Paused',
  day: 'Day {day} of {days}',
});

const NOTIFIED = '{notified, plural, one {your trusted contact} other {your trusted contacts}}';
const RECEIVING = '{receiving, plural, one {your trusted contact} other {your trusted contacts}}';

/** The banner on every page while an owner is silent, or the protocol does not run. Only the server says it. */
export const protocolBanner = catalogue('protocol-banner', {
  released: `Your emergency protocol has ended. {receiving, plural, =0 {Nothing was sent.} other {Your emergency content has gone to ${RECEIVING}.}}`,
  back: 'I’m back',
  checkIn: 'Check in',
  blocked: 'Your emergency protocol isn’t running: {toDo}.',
  blockedByEmail: 'Your emergency protocol isn’t running: confirm {email}. We’ve emailed you a link.',
  stopped: `Your emergency protocol isn’t running. Before it stopped, we told ${NOTIFIED} that we hadn’t heard from you.`,
  silent: 'You haven’t checked in for {days, plural, one {# day} other {# days}}.',
  silentUntil: `You haven’t checked in for {days, plural, one {# day} other {# days}}. Unless you do, we’ll tell ${NOTIFIED} on {date} that we haven’t heard from you.`,
  missed: 'You missed your check-in.',
  missedTelling: `You missed your check-in, and we’re now telling ${NOTIFIED}.`,
  missedTold: `You missed your check-in, and we told ${NOTIFIED}.`,
  unreachable: 'An email to {name}, your trusted contact, came back. Please check the address.',
  toContacts: 'Check the address',
  failedChannel:
    'A message to you at {address} didn’t arrive. Warnings of your emergency protocol may not reach you there.',
  toChannels: 'Check your channels',
  goes: `Unless you check in, we’ll send your emergency content to ${RECEIVING} on {moment}.`,
  goesToThem: 'Unless you check in, we’ll send them your emergency content on {moment}.',
});
