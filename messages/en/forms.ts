import { catalogue } from '../catalogue.ts';

/** What every form says. */
export const forms = catalogue('forms', {
  optional: '(optional)',
  wrong: 'Please fix {count} things:',
  cancel: 'Cancel',
  save: 'Save',
});

/** The server's answers to forms. */
export const formReplies = catalogue('forms-replies', {
  notAForm: 'We don’t recognize this form.',
  nothingChanged: 'Something went wrong on our side. Nothing was changed. Please try again in a moment.',
  failed: 'Something went wrong on our side. Nothing was lost. Please try again in a moment.',
});
