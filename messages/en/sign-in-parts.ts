import { catalogue } from '../catalogue.ts';

/** Parts of the page on which people sign in or up. */
export const googleLink = catalogue('google-link', {
  or: 'or',
  continue: 'Continue with Google',
});

export const timeZoneField = catalogue('time-zone-field', {
  label: 'Time zone',
  hint: 'Your letters go out in this zone’s time.',
});
