import { catalogue } from '../catalogue.ts';

/** Why a form was not read. */
export const formTexts = catalogue('form-texts', {
  'too-large': 'This is more than a form can carry. Please send less at once.',
  'too-slow': 'This came too slowly, so nothing was changed. Please send it again.',
  'not-whole': 'This form did not arrive whole, so nothing was kept. Please send it again.',
  'not-complete': 'This form is not complete.',
  'other-site':
    'This form was sent from another site, so nothing was changed. Please open the page here and send it again.',
  'signed-out':
    'Your session ended before we could save. Keep this page open: nothing you typed is lost. Sign in (new tab), then come back here and reload this page. If your browser asks whether to send the form again, say yes.',
});
