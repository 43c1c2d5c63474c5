import { catalogue } from '../catalogue.ts';

/** /emergency/return, for an owner who is back after a release. */
export const returnPage = catalogue('return-page', {
  title: "I''m back · Stillhere",
  heading: "I''m back",
  question: 'Welcome back',
  takenBack:
    'Unopened items are withdrawn, and their links stop working. What was opened can’t be undone. We write again to everyone who heard from us, and your protocol starts again from now.',
  nothingSent:
    'Nothing was sent. We write again to everyone who heard from us, and your protocol starts again from now.',
  submit: "I''m back",
  cancel: 'Not yet',
});
