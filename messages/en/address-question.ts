import { catalogue } from '../catalogue.ts';

/** Questions about an address that looks mistyped. Only the server asks them. */
export const addressQuestion = catalogue('address-question', {
  'near-miss': 'Did you mean {domain}?',
  'no-mail-server': 'We couldn’t find a mail server for {domain}. Is the address right?',
  use: 'Use {email}',
  keep: 'Keep {email}',
});
