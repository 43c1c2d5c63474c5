import { catalogue } from '../catalogue.ts';

/** The button on the page that asks whether it is you; fetched after the page. */
export const passkeyProof = catalogue('passkey-proof', {
  submit: 'Use a passkey',
  unsupported: 'This browser can’t use passkeys. A newer one can.',
  closed: 'No passkey was chosen. You can try again.',
  failed: 'That didn’t work. Please try again in a minute.',
});
