import { catalogue } from '../catalogue.ts';

/** Why signing in with Google did not work. */
export const googleRefusals = catalogue('google-refusals', {
  'not-begun-here': 'This sign-in was not begun in this browser, or too long ago.',
  'out-of-reach': 'Google cannot be reached at the moment.',
});

/** What the server answers to people who come back from Google. */
export const googleReplies = catalogue('google-replies', {
  passwordRemoved:
    'Login successful! The password that this account had was removed: its address had never been confirmed.',
  cancelled: 'You did not sign in with Google, so nothing was changed.',
});
