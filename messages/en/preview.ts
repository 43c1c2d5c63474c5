import { catalogue } from '../catalogue.ts';

/** How the page of a delivery leads to the preview. */
export const previewTexts = catalogue('preview', {
  heading: 'See it first',
  aside: 'The message and its page, before anyone gets them.',
  see: 'See it as {recipient} will',
  test: 'Send me a test',
  testNote:
    'The test goes to your own email address, with the same words. It says that it is a test, and its link opens the preview. You can send up to {max} a day.',
});
