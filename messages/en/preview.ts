import { catalogue } from '../catalogue.ts';

/** How the form of a delivery, and its page, lead to the preview. */
export const previewTexts = catalogue('preview', {
  button: 'See it as your recipient will',
  buttonHint: 'Opens in a new tab. Nothing is sent, and what you typed stays here.',
  heading: 'See it first',
  aside: 'The message and its page, before anyone gets them.',
  see: 'See it as {recipient} will',
  test: 'Send me a test',
  testNote:
    'The test goes to your own email address, with the same words. It says that it is a test, and its link opens the preview. You can send up to {max} a day.',
});
