import { catalogue } from '../catalogue.ts';

/** The webhooks of an owner, on the page of security. */
export const webhooksSection = catalogue('webhooks-section', {
  heading: 'Webhooks',
  purpose: 'Your own programs can hear when something happens here.',
  manage: 'Add or change webhooks',
  isOff: '{url}: switched off',
});
