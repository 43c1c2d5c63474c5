import { catalogue } from '../catalogue.ts';

/** /schedule/:id/question: what the recipient of a delivery answers before opening it. */
export const scheduleQuestion = catalogue('schedule-question', {
  title: 'A question before opening · Stillhere',
  heading: 'A question before opening',
  lead: '“{title}” for {recipient}.',
  explained:
    'Anyone with the link could open it. With a question, only someone who also knows the answer can. They have five tries in an hour, and more an hour later. If nobody finds the answer, it stays closed: we can’t open it for them.',
  emptied: 'To ask nothing, leave both fields empty and save.',
  saved: 'Saved',
});
