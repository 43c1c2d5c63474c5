import { catalogue } from '../catalogue.ts';

/** The gallery of public contents. The application's scripts never show it. */
export const gallery = catalogue('gallery', {
  title: 'Shared Memories',
  titleOfType: '{type} · Shared Memories',
  titleOfItem: '{title} · Shared Memories',
  lead: 'Letters, pictures and recordings that people chose to share with everyone.',
  itemDescription: 'Shared with everyone on Stillhere by its owner.',
  categories: 'Category',
  none: 'No content in this category yet.',
  pages: 'Pages',
  newest: 'Newest',
  older: 'Older',
  loading: 'Loading',
  close: 'Close',
  report: 'Should this not be here? <link>Report it</link>',
  notPublic: 'This isn’t in the gallery. Its owner may have made it private.',
  unavailable: 'We can’t reach the gallery right now. Please try again in a moment.',
});
