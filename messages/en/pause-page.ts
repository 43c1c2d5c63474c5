import { catalogue } from '../catalogue.ts';

/** /emergency/pause, the question before a pause. */
export const pausePage = catalogue('pause-page', {
  title: 'Pause · Stillhere',
  heading: 'Pause the emergency protocol',
  question: 'Pause until {until}?',
  text: 'Until then, we don’t count days and contact nobody. After that we start counting again, as if you had checked in at that moment. You can end the pause at any time.',
  submit: 'Pause',
  cancel: 'Don’t pause',
});
