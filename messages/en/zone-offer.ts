import { catalogue } from '../catalogue.ts';

/** Below a time zone that is not the browser's. */
export const zoneOffer = catalogue('zone-offer', {
  where: 'Your browser is in {place}.',
  use: 'Use {place} time',
});
