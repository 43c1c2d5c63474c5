import { catalogue } from '../catalogue.ts';

/** How long a recipient's link works, in the form of a delivery. */
export const linkLife = catalogue('link-life', {
  label: 'How long the link works',
  hint: 'Counted from the day it is sent. You and your recipient can extend it later.',
  years: '{years, plural, one {# year} other {# years}}',
  /** After "for". */
  endless: 'as long as Stillhere exists',
  endlessChoice: 'As long as Stillhere exists',
});
