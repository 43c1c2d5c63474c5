import { catalogue } from '../catalogue.ts';

/** Sending a failed delivery again. */
export const scheduleRetry = catalogue('schedule-retry', {
  retry: 'Try again',
  correct: 'Correct address',
  lead: '“{title}” is still here. It goes out again as soon as you say so.',
  due: 'It was to arrive on {date}.',
  dueFor: 'It was to arrive on {date}, for {name}.',
  email: 'Recipient email',
  linkEnds: 'A link in an earlier message opens nothing any more.',
  same: 'It goes to {whom}, as before. A link in an earlier message opens nothing any more. <link>Correct address</link>',
});
