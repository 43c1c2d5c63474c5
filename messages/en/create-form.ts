import { catalogue } from '../catalogue.ts';

/** The form that creates a letter or files. */
export const createForm = catalogue('create-form', {
  title: 'Title',
  message: 'Message',
  words: '{count, plural, one {# word.} other {# words.}}',
  privacy: 'Only you can read it, until you send or share it.',
  backToLetter: 'Back to the letter',
  letterWaits: 'Your letter is still here, every word of it. It comes back when this is kept.',
  titledLetterWaits: 'Your letter “{title}” is still here, every word of it. It comes back when this is kept.',
  letterIsBack: 'Kept: <files></files>. Your letter is here again, as you left it.',
  backToFiles: '{count, plural, one {Back to the file} other {Back to the files}}',
  filesWait:
    '{count, plural, one {{name} is still here, and not kept yet. Save keeps the letter alone: keep the file first if you want both.} other {# files are still here, and not kept yet. Save keeps the letter alone: keep the files first if you want both.}}',
});
