import { catalogue } from '../catalogue.ts';

/** /emergency/return, for an owner who is back after a release. */
export const returnPage = catalogue('return-page', {
  title: "I''m back · Stillhere",
  heading: "I''m back",
  question: 'Welcome back',
  takenBack:
    'What has not been opened is taken back, and its links open nothing any more. What was opened was read; that cannot be undone. Whoever was told hears that all is well, and the protocol begins again from now.',
  nothingSent: 'Nothing was sent. Whoever was told hears that all is well, and the protocol begins again from now.',
  submit: "I''m back",
  cancel: 'Not yet',
});
