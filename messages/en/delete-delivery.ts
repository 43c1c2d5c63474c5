import { catalogue } from '../catalogue.ts';

/** The question before a delivery is deleted, in a dialog and on a page of its own. */
export const deleteDelivery = catalogue('delete-delivery', {
  question: 'Delete Scheduled Delivery?',
  text: '“{title}” won’t be sent to {recipient} on {when}. “{title}” itself stays in your vault.',
  submit: 'Delete',
  cancel: 'Keep it',
});
