import { catalogue } from '../catalogue.ts';

/** Why an item is not sealed. Its open copy is then as it was. */
export const sealingRefusals = catalogue('sealing-refusals', {
  sealed: 'This item is sealed already.',
  public: 'This item is public. Make it private first, then seal it.',
  changed:
    'It was changed in another window after you began. Nothing was sealed. Please begin again with the newest version.',
  'being-sent': 'A delivery of it is being sent right now. Nothing was changed. Please try again in a few minutes.',
});
