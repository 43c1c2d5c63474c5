import { catalogue } from '../catalogue.ts';

/** /profile/contacts/:id/delete, around the question. */
export const deleteContactPage = catalogue('delete-contact-page', {
  title: 'Delete a contact · Stillhere',
  heading: 'Delete a contact',
  cancel: 'Keep',
  failed: 'Failed to delete contact. Nothing was changed. Please try again in a moment.',
  back: 'Your profile',
});
