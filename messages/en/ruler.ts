import { catalogue } from '../catalogue.ts';

/** The line of the next deliveries on /dashboard. */
export const ruler = catalogue('ruler', {
  label: 'Your next deliveries on a timeline, drawn to scale.',
  today: 'Today',
});
