import { catalogue } from '../catalogue.ts';

/** What the server composes of /emergency. Only the server says it. */
export const emergencyView = catalogue('emergency-view', {
  leads: {
    missed: 'You missed your check-in. You can still stop everything.',
    paused: 'It’s paused. We don’t count days and contact nobody until the pause ends.',
    runs: 'We check from time to time that you’re all right. As long as you answer, nothing happens.',
    off: 'When it’s on, we check from time to time that you’re all right. As long as you answer, nothing happens.',
    stopped: 'It’s switched on, but it isn’t running.',
    released: 'We didn’t hear from you, so it did what you had asked for.',
  },
  states: {
    released: 'Ended',
    notRunning: 'Not running',
    inactive: 'Inactive',
    pausedUntil: 'Paused until {until}',
    danger: 'Danger',
    warning: 'Warning',
    active: 'Active',
  },
  checkIn: {
    paused: 'Your {days, plural, one {# day} other {# days}} start when the pause ends. {counts}',
    active: 'Starts your {days, plural, one {# day} other {# days}} again from now. {counts}',
    off: 'The protocol is off, so we don’t count days.',
  },
  switch: {
    name: 'Active',
    on: 'On',
    off: 'Off',
    unsaved: 'Not saved yet. Press Save Settings, or nothing changes.',
    stopped: 'It’s on, but something is missing.',
    hint: 'When this is off, we don’t count days and contact nobody.',
  },
  told: 'If you miss a check-in, we tell them first. Some days later, we send them your emergency content.',
  toEveryone: 'If you never answer, every contact receives all of this.',
  byPlan: 'If you never answer, each contact receives what you chose for them.',
  items: '{count, plural, one {# item} other {# items}}.',
  fileContent: 'File content',
  unreachable: 'Our email came back: check the address',
  trouble: {
    refused:
      'Your mailbox refused one of our warnings. We tell your contacts on time, but wait two weeks longer before we send them anything.',
    waiting: 'A warning to you is on its way. Nothing more happens until it has left us.',
  },
  release: {
    waiting: 'On its way',
    dueOn: 'Goes out on {moment}',
    sent: 'Sent',
    sentOn: 'Sent on {moment}',
    opened: 'Opened',
    openedOn: 'Opened on {moment}',
    failed: 'Couldn’t be delivered',
    withdrawn: 'Taken back unopened',
  },
  how: {
    dates: {
      strong: 'Two dates.',
      ahead:
        '{isActive, select, yes {Unless you check in, we’ll} other {If you switched it on now and never checked in, we’d}} tell your contacts on {missed} and send them your emergency content on {released}.',
      telling:
        'We’re now telling your contacts. Unless you check in, we’ll send them your emergency content on {released}.',
      missed:
        'We told your contacts on {missed}. Unless you check in, we’ll send them your emergency content on {released}.',
    },
    fault: {
      strong: 'A failure on our side can’t set it off.',
      text: 'We send nothing sooner than {days, plural, one {# day} other {# days}} after a provider accepted a warning to you. While we’re down, everything waits.',
    },
    daytime: {
      strong: 'Not at night.',
      text: 'We begin to write to your contacts between {from} and {until}, {place} time. If you check in after that, we tell them at once. If your time runs out at night, we wait until the morning, and you can still check in.',
    },
    stop: {
      strong: 'You can stop it until the last moment.',
      text: 'A check-in stops everything, and we write again to everyone who heard from us, to say so.',
      textUntil:
        'A check-in on {moment} still stops everything, and we write again to everyone who heard from us, to say so.',
    },
    checkIn: {
      strong: 'What counts as a check-in.',
      text: 'The button above, the link in a reminder, signing in, and anything you change here. Looking at pages doesn’t.',
      textStopped: 'The link in a reminder, signing in, and anything you change here. Looking at pages doesn’t.',
    },
  },
});

/** What counts as a check-in, where people would believe otherwise. Only the server says it. */
export const signOfLife = catalogue('sign-of-life', {
  short: 'Looking at pages doesn’t count as a check-in; signing in or changing something does.',
});
