import { catalogue } from '../catalogue.ts';

/** What the server composes of /emergency. Only the server says it. */
export const emergencyView = catalogue('emergency-view', {
  states: {
    released: 'Released',
    notRunning: 'Not running',
    inactive: 'Inactive',
    pausedUntil: 'Paused until {until}',
    danger: 'Danger',
    warning: 'Warning',
    active: 'Active',
  },
  checkIn: {
    paused: 'The {days, plural, one {# day} other {# days}} start at the end of the pause.',
    active: 'Starts the {days, plural, one {# day} other {# days}} again, from now.',
    off: 'The protocol is off, so nothing is counted.',
  },
  told: 'They are told first, and {days, plural, one {# day} other {# days}} later they receive what you set aside.',
  items: '{count, plural, one {# item} other {# items}}.',
  fileContent: 'File content',
  missing: {
    'address-unconfirmed': {
      strong: 'Your email address is not confirmed.',
      text: 'Our warnings might not reach you. Please open the link that we sent you.',
    },
    'no-contact': {
      strong: 'No trusted contact.',
      text: 'Nothing would be sent to anyone.',
      link: 'Add a contact on your Profile',
    },
    'no-content': {
      strong: 'No emergency content.',
      text: 'Nothing would be sent to your contacts: choose something on the emergency page.',
    },
  },
  trouble: {
    refused:
      'Your mailbox refused a warning of ours. Your contacts are told on time, and what you set aside waits two weeks longer than usual.',
    waiting: 'A warning to you is on its way. Nothing moves on before it has left us.',
  },
  release: {
    waiting: 'On its way',
    sent: 'Sent',
    sentOn: 'Sent on {moment}',
    opened: 'Opened',
    openedOn: 'Opened on {moment}',
    failed: 'Could not be delivered',
    withdrawn: 'Taken back, not opened',
  },
  how: {
    dates: {
      strong: 'Two dates.',
      ahead:
        '{isActive, select, yes {Without a word from you} other {Switched on now, and without a word from you}}, your contacts are told on {missed}, and what you set aside is sent on {released}.',
      missed:
        'Your contacts were told on {missed}. {isActive, select, yes {Without a word from you} other {Switched on now, and without a word from you}}, what you set aside is sent on {released}.',
    },
    fault: {
      strong: 'It cannot fire by our own fault.',
      text: 'Nothing is released sooner than {days, plural, one {# day} other {# days}} after a warning to you was accepted for delivery. If we are down, everything waits.',
    },
    stop: {
      strong: 'It can be stopped until the last moment.',
      text: 'A check-in still stops everything, and the people who were told are told again that all is well.',
      textUntil:
        'A check-in on {moment} still stops everything, and the people who were told are told again that all is well.',
    },
    checkIn: {
      strong: 'What counts as a check-in.',
      text: 'The button above, the link in a reminder, signing in, and anything you change here. Looking at pages does not.',
      textStopped: 'The link in a reminder, signing in, and anything you change here. Looking at pages does not.',
    },
  },
});
