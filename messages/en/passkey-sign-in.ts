import { catalogue } from '../catalogue.ts';

/** The button on the page on which people sign in; fetched after the page. */
export const passkeySignIn = catalogue('passkey-sign-in', {
  submit: 'Use a passkey',
  closed: 'No passkey was chosen. Try again, or use your password.',
  failed: 'That didn’t work. Please try again in a minute, or use your password.',
});
