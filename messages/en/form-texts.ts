import { catalogue } from '../catalogue.ts';

/** Why a form was not read. */
export const formTexts = catalogue('form-texts', {
  'too-large': 'This is too large to send at once. Please send less.',
  'too-slow': 'This came too slowly, so nothing was changed. Please send it again.',
  'not-whole': 'Only part of this form arrived, so nothing was saved. Please send it again.',
  'not-complete': 'This form isn’t complete.',
  'other-site':
    'This form was sent from another site, so nothing was changed. Please open the page here and send it again.',
  'signed-out':
    'Your session ended before we could save. Keep this page open: nothing you typed is lost. Sign in (new tab), then come back here and reload this page. If your browser asks whether to send the form again, say yes.',
});
