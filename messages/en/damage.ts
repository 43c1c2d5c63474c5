import { catalogue } from '../catalogue.ts';

/** Something stored is not what was sealed: on pages, in the API, and in place of a picture or player. */
export const damageTexts = catalogue('damage', {
  file: 'This file was changed or damaged in our storage, so we don’t show it. Our team has been alerted and is looking into it.',
  /** A letter or a title. */
  text: 'Something here was changed or damaged in our storage, so we don’t show it. Our team has been alerted and is looking into it.',
});
