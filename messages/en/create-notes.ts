import { catalogue } from '../catalogue.ts';

/** Notes about files that were picked while a letter was written. Loaded with the panel for files. */
export const createNotes = catalogue('create-notes', {
  backToLetter: 'Back to the letter',
  letterWaits: 'Your letter isn’t lost. It comes back when this file is saved.',
  titledLetterWaits: 'Your letter “{title}” isn’t lost. It comes back when this file is saved.',
  letterIsBack: 'Saved: <files></files>. Here is your letter again.',
  backToFiles: '{count, plural, one {Back to the file} other {Back to the files}}',
  filesWait:
    '{count, plural, one {{name} is not saved yet. Save now saves only the letter. To keep both, save the file first.} other {# files are not saved yet. Save now saves only the letter. To keep both, save the files first.}}',
});
