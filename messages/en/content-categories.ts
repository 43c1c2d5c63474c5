import { catalogue } from '../catalogue.ts';

/** The items of each type, as categories of a list. */
export const contentCategories = catalogue('content-categories', {
  all: 'All',
  text: 'Texts',
  image: 'Images',
  video: 'Videos',
  audio: 'Audio',
  file: 'Documents',
});
