import { catalogue } from '../catalogue.ts';

/** /emergency/arm, /emergency/disarm and /emergency/shorten. */
export const switchPage = catalogue('switch-page', {
  titles: { arm: 'Switch on · Stillhere', disarm: 'Switch off · Stillhere', shorten: 'Fewer days · Stillhere' },
  heading: 'Emergency Protocol',
  back: 'Back',
});
