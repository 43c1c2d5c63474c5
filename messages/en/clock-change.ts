import { catalogue } from '../catalogue.ts';

/** A time at which the clocks of its zone change. */
export const clockChange = catalogue('clock-change', {
  skipped: 'On {date} the clocks in {place} go forward, and {wanted} is skipped. It goes out at {actual} instead.',
  twice: 'On {date} the clocks in {place} go back, and {wanted} comes twice. It goes out the first time.',
});
