import { catalogue } from '../catalogue.ts';

/** Sending a failed delivery again. */
export const scheduleRetry = catalogue('schedule-retry', {
  retry: 'Try again',
  correct: 'Correct address',
  lead: '“{title}” is still in your vault. We’ll send it as soon as you press the button.',
  due: 'It was due on {date}.',
  dueFor: 'It was due on {date}, for {name}.',
  email: 'Recipient email',
  linkEnds: 'Links in earlier messages no longer work.',
  same: 'It goes to {whom}, as before. Links in earlier messages no longer work. <link>Correct address</link>',
});
