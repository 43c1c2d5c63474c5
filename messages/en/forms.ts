import { catalogue } from '../catalogue.ts';

/** What every form says. */
export const forms = catalogue('forms', {
  optional: '(optional)',
  wrong: '{count} things are still to be put right:',
  cancel: 'Cancel',
  save: 'Save',
});

/** The server's answers to forms. */
export const formReplies = catalogue('forms.replies', {
  notAForm: 'This is not a form of ours.',
  nothingChanged: 'Something went wrong on our side. Nothing was changed; please try again in a moment.',
  failed: 'Something went wrong on our side. Nothing was lost; please try again in a moment.',
});
