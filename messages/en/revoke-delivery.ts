import { catalogue } from '../catalogue.ts';

/** The question before a recipient's link is revoked, in a dialog and on a page of its own. */
export const revokeDelivery = catalogue('revoke-delivery', {
  question: 'Revoke the link?',
  text: 'At once, {recipient} can no longer open “{title}”, nor any file of it. What was saved stays saved. This link never opens again; sending it again would bring a new one.',
  submit: 'Revoke Link',
  cancel: 'Leave it open',
});
