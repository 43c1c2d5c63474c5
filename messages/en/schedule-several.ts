import { catalogue } from '../catalogue.ts';

/** /schedule/several: one delivery of several items, or the same for several people. */
export const scheduleSeveral = catalogue('schedule-several', {
  title: 'Schedule for several people · Stillhere',
  heading: 'Schedule for several people',
  lead: 'Send one item or several, to one person or up to {people}. Everyone gets a message and a link of their own, and nobody sees who else got it.',
  contents: 'What to send',
  contentsHint: 'They are shown in this order. You can choose up to {max}.',
  people: 'To whom',
  peopleHint:
    'One person on each line: name, email. A second email is used once if the first refuses ours. For WhatsApp or SMS add a phone number with + and its country code.',
  example: 'Ana Duarte, ana@example.com',
  lastYear: 'Repeat each year until',
  lastYearHint: 'The last year, such as 2044. Leave it empty to send it once.',
  question: 'A question to answer first',
  questionHint:
    'Something that only the right person knows, such as “Where did we spend the summer of 1998?”. They answer it on the page behind the link, before anything is shown.',
  answer: 'Its answer',
  answerHint:
    'Choose one that they can find and spell. Capital letters, accents and punctuation don’t matter. We can’t show it again, so keep it in mind.',
  tellsMore: 'On the opened page, say whether more is to come from me, or whether this was the last',
  submit: 'Schedule',
  one: 'Back to the form for one person',
  done: '{count, plural, one {Scheduled for one person} other {Scheduled for # people}}',
});
