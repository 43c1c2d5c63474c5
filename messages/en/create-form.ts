import { catalogue } from '../catalogue.ts';

/** The form that creates a letter or files. */
export const createForm = catalogue('create-form', {
  title: 'Title',
  message: 'Message',
  caption: 'Note for recipients',
  words: '{count, plural, one {# word.} other {# words.}}',
  privacy: 'Only you can read it, until you send or share it.',
});
