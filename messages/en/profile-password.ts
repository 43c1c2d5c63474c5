import { catalogue } from '../catalogue.ts';

/** Changing the password. */
export const profilePassword = catalogue('profile-password', {
  title: 'Change your password · Stillhere',
  heading: 'Change your password',
  lead: 'You stay signed in here, and are signed out everywhere else.',
  current: 'Current password',
  currentHint: 'Forgot it? <link>Set a new one by email</link>',
  new: 'New password',
  known: 'A new password also forgets <link>the browsers we know</link>.',
  newHint: 'At least 6 characters. Three unrelated words make a good password.',
});
