import { catalogue } from '../catalogue.ts';

/** What does not exist and what belongs to another account read alike. */
export const notFoundTexts = catalogue('not-found', {
  account: 'This account doesn’t exist.',
  address: 'This address doesn’t exist.',
  contact: 'This contact doesn’t exist.',
  content: 'This content doesn’t exist.',
  delivery: 'This delivery doesn’t exist.',
  device: 'This device doesn’t exist.',
  file: 'This file doesn’t exist.',
  passkey: 'This passkey doesn’t exist.',
  payment: 'This payment doesn’t exist.',
  picture: 'This picture doesn’t exist.',
  rehearsal: 'This rehearsal doesn’t exist.',
  thumbnail: 'This thumbnail doesn’t exist.',
  token: 'This token doesn’t exist.',
  version: 'This version doesn’t exist. Only the last 20 are kept.',
  'way in': 'This way to sign in doesn’t exist.',
});
