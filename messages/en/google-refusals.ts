import { catalogue } from '../catalogue.ts';

/** Why signing in with Google did not work. */
export const googleRefusals = catalogue('google-refusals', {
  'not-begun-here': 'This sign-in was not begun in this browser, or too long ago.',
  'out-of-reach': 'Google cannot be reached at the moment.',
});
