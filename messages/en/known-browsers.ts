import { catalogue } from '../catalogue.ts';

/** The browsers that someone has signed in with, on a page of their own. */
export const knownBrowsers = catalogue('known-browsers', {
  title: 'Browsers we know · Stillhere',
  heading: 'Browsers we know',
  purpose: 'You signed in with these. If someone else guesses at your password, you can still sign in here.',
  none: 'We know no browser of yours. The next one you sign in with is remembered.',
  current: '{device}, <strong>this browser</strong>',
  seen: 'Last signed in on {seen}',
  forget: 'Forget it<hidden>: {device}, last signed in on {seen}</hidden>',
  back: 'Back to your profile',
});
