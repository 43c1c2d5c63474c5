import { catalogue } from '../catalogue.ts';

/** Why signing in with Google did not work. */
export const googleRefusals = catalogue('google-refusals', {
  'not-begun-here': 'This sign-in wasn’t started in this browser, or it was started too long ago.',
  'out-of-reach': 'We can’t reach Google right now.',
});

/** What the server answers to people who come back from Google. */
export const googleReplies = catalogue('google-replies', {
  passwordRemoved:
    'Login successful! The password that this account had was removed: its address had never been confirmed.',
  cancelled: 'You didn’t sign in with Google, so nothing was changed.',
});
