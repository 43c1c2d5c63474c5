import { catalogue } from '../catalogue.ts';

/** The pages of the questions about a delivery, around the questions, which dialogs show too. */
export const deliveryQuestionPages = catalogue('delivery-question-pages', {
  delete: {
    title: 'Delete a delivery · Stillhere',
    heading: 'Delete a delivery',
    failed: 'Error deleting delivery. Nothing was changed. Please try again in a moment.',
  },
  resend: { title: 'Send again · Stillhere', heading: 'Send again' },
  revoke: { title: 'Revoke the link · Stillhere', heading: 'Revoke the link' },
});
