import { catalogue } from '../catalogue.ts';

/** A sealed item in lists and on its page. */
export const sealedItem = catalogue('sealed-item', {
  badge: 'Sealed',
  preview: 'No preview: not even we can open it',
});
