import { catalogue } from '../catalogue.ts';

/** The way back after a payment. */
export const goOnTexts = catalogue('go-on', {
  delivery: 'Continue with your delivery',
  protocol: 'Continue with your emergency protocol',
  other: 'Go back to where you were',
});
