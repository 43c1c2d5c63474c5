import { catalogue } from '../catalogue.ts';

/** /emergency/arm and /emergency/disarm. */
export const switchPage = catalogue('switch-page', {
  titles: { arm: 'Switch on · Stillhere', disarm: 'Switch off · Stillhere' },
  heading: 'Emergency Protocol',
  back: 'Back',
});
