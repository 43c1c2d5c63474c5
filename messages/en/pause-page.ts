import { catalogue } from '../catalogue.ts';

/** /emergency/pause, the question before a pause. */
export const pausePage = catalogue('pause-page', {
  title: 'Pause · Stillhere',
  heading: 'Pause the emergency protocol',
  question: 'Pause until {until}?',
  text: 'Nothing is counted and nobody is told anything before that. From then on silence counts again, as if you had checked in at that moment. You can end the pause at any time.',
  submit: 'Pause',
  cancel: 'Do not pause',
});
