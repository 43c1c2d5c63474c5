import { catalogue } from '../catalogue.ts';

/** Changing the password. */
export const profilePassword = catalogue('profile-password', {
  title: 'Change your password · Stillhere',
  heading: 'Change your password',
  lead: 'You stay signed in here, and are signed out everywhere else.',
  current: 'Current password',
  currentHint: 'Not sure any more? <link>Set a new one by mail</link>',
  new: 'New password',
  newHint: 'At least 6 characters. Three plain words make a good one.',
});
