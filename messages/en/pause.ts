import { catalogue } from '../catalogue.ts';

/** The form that pauses the protocol, on /emergency and on /emergency/pause. */
export const pausePart = catalogue('pause-part', {
  heading: 'Pause',
  aside: 'For a journey without a connection. Silence counts from its end on.',
  until: 'Paused until {until}.',
  end: 'End the pause',
  label: 'Days to pause',
  hint: 'From {min} to {max}. Next you see until when.',
  submit: 'Pause',
});
