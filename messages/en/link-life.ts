import { catalogue } from '../catalogue.ts';

/** How long a recipient's link works, in words. */
export const linkLife = catalogue('link-life', {
  years: '{years, plural, one {# year} other {# years}}',
  /** After "for". */
  endless: 'as long as Stillhere exists',
  endlessChoice: 'As long as Stillhere exists',
});
