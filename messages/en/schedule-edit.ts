import { catalogue } from '../catalogue.ts';

/** Changing a delivery that waits. */
export const scheduleEdit = catalogue('schedule-edit', {
  title: 'Change a delivery · Stillhere',
  heading: 'Change a delivery',
  lead: '“{title}” stays as you wrote it. You change who has it, how, and when.',
  section: 'Delivery',
});
