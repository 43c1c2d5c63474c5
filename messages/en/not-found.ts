import { catalogue } from '../catalogue.ts';

/** What does not exist and what belongs to another account read alike. */
export const notFoundTexts = catalogue('not-found', {
  account: 'This account does not exist.',
  address: 'This address does not exist.',
  contact: 'This contact does not exist.',
  content: 'This content does not exist.',
  delivery: 'This delivery does not exist.',
  device: 'This device does not exist.',
  file: 'This file does not exist.',
  payment: 'This payment does not exist.',
  picture: 'This picture does not exist.',
  thumbnail: 'This thumbnail does not exist.',
  version: 'This version does not exist. Only the last 20 are kept.',
  'way in': 'This way in does not exist.',
});
