import { catalogue } from '../catalogue.ts';

/** Changing a delivery that waits. */
export const scheduleEdit = catalogue('schedule-edit', {
  title: 'Change a delivery · Stillhere',
  heading: 'Change a delivery',
  lead: '“{title}” itself doesn’t change. You change who gets it, how and when.',
  section: 'Delivery',
});
