import { catalogue } from '../catalogue.ts';

/** The question before a recipient's link is revoked, in a dialog and on a page of its own. */
export const revokeDelivery = catalogue('revoke-delivery', {
  question: 'Revoke the link?',
  text: '{recipient} will no longer be able to open “{title}”. Copies that were saved stay saved. This link will never work again, but you can send it again with a new one.',
  submit: 'Revoke Link',
  cancel: 'Keep it open',
});
