import { catalogue } from '../catalogue.ts';

/** The way back after a payment. */
export const goOnTexts = catalogue('go-on', {
  delivery: 'Go on with your delivery',
  protocol: 'Go on with your emergency protocol',
  other: 'Go back to where you were',
});
