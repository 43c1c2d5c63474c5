import { catalogue } from '../catalogue.ts';

/** The question before a delivery is sent once more, in a dialog and on a page of its own. */
export const resendDelivery = catalogue('resend-delivery', {
  question: 'Send it again?',
  text: '“{title}”: {effect}',
  submit: 'Send again',
  cancel: 'Not now',
});
