import { catalogue } from '../catalogue.ts';

/** Something stored is not what was sealed: on pages, in the API, and in place of a picture or player. */
export const damageTexts = catalogue('damage', {
  file: 'This file was changed or damaged where we keep it, so we refuse to show it. We have been told and look into it.',
  /** A letter or a title. */
  text: 'Something here was changed or damaged where we keep it, so we refuse to show it. We have been told and look into it.',
});
