import { catalogue } from '../catalogue.ts';

export const planLists = catalogue('plan-lists', {
  /** `names` is a list, "Plus and Premium". */
  'the-plans': 'the {names} {count, plural, one {plan} other {plans}}',
});
