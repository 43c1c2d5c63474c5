import { catalogue } from '../catalogue.ts';

/** The form that pauses the protocol, on /emergency and on /emergency/pause. */
export const pausePart = catalogue('pause-part', {
  heading: 'Pause',
  aside: 'Going offline for a while? We’ll start counting again when the pause ends.',
  until: 'Paused until {until}.',
  end: 'End the pause',
  label: 'Days to pause',
  hint: '{min} to {max} days. We’ll show you the date first.',
  submit: 'Pause',
});
