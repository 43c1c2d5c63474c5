import { catalogue } from '../catalogue.ts';

/** The plan, on /profile. */
export const planSection = catalogue('plan-section', {
  heading: 'Plan',
  compare: 'Compare plans',
  manage: 'Manage subscription',
});
