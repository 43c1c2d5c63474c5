import { catalogue } from '../catalogue.ts';

/** How far the protocol has come, in the navigation. */
export const progressLabels = catalogue('progress-labels', {
  released: 'Released',
  notRunning: 'Not running',
  paused: 'Paused',
  day: 'Day {day} of {days}',
});

/** The banner on every page while an owner is silent. Only the server says it. */
export const protocolBanner = catalogue('protocol-banner', {
  released:
    'Your emergency protocol was released: {receiving, plural, =0 {nothing was sent} one {what you set aside has gone to your trusted contact} other {what you set aside has gone to your trusted contacts}}.',
  back: 'I’m back',
  checkIn: 'Check in',
  stopped:
    'Your emergency protocol is not running. Before it stopped, {notified, plural, one {your trusted contact was} other {your trusted contacts were}} told that we have not heard from you.',
  silent: 'We have not heard from you for {days, plural, one {# day} other {# days}}.',
  silentUntil:
    'We have not heard from you for {days, plural, one {# day} other {# days}}. Unless you check in, {notified, plural, one {your trusted contact is} other {your trusted contacts are}} told on {date}.',
  missed: 'You missed your check-in.',
  missedTold:
    'You missed your check-in, and {notified, plural, one {your trusted contact was} other {your trusted contacts were}} told.',
  goes: 'Unless you check in, what you set aside goes to {receiving, plural, one {your trusted contact} other {your trusted contacts}} on {moment}.',
  goesToThem: 'Unless you check in, what you set aside goes to them on {moment}.',
});
