import { catalogue } from '../catalogue.ts';

/** The gallery of public contents. The application's scripts never show it. */
export const gallery = catalogue('gallery', {
  title: 'Shared Memories',
  titleOfType: '{type} · Shared Memories',
  titleOfItem: '{title} · Shared Memories',
  lead: 'Things their owners chose to show to everyone.',
  itemDescription: 'Kept on Stillhere, and shown to everyone by its owner.',
  categories: 'Category',
  none: 'No content in this category yet.',
  pages: 'Pages',
  newest: 'Newest',
  older: 'Older',
  loading: 'Loading',
  close: 'Close',
  report: 'Should this not be here? <link>Report it</link>',
  notPublic: 'This is not in the gallery. Its owner may have made it private, or it was never there.',
  unavailable: 'We cannot reach the gallery just now. Please try again in a moment.',
});
