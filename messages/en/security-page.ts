import { catalogue } from '../catalogue.ts';

/** The password, on the page Security. */
export const passwordOnSecurity = catalogue('security-password', {
  heading: 'Password',
  changed: 'Changed on {date}.',
  first: 'The one that you signed up with.',
  change: 'Change it<hidden>: your password</hidden>',
  none: 'You have no password. <set>Set one by email</set>',
});

/** The devices that are signed in, on the page Security. */
export const devicesOnSecurity = catalogue('security-devices', {
  heading: 'Devices',
  purpose: 'Where you’re signed in. You get an email for each new one.',
  here: 'here',
  current: 'Signed in since {since}.',
  facts: 'Last used on {seen}. Signed in since {since}.',
  signOut: 'Sign out<hidden>: {device}, last used on {seen}</hidden>',
  signOutElsewhere: 'Sign out everywhere else',
  browsers: 'Browsers that we know',
});
