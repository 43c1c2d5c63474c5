import { catalogue } from '../catalogue.ts';

/** /schedule/:id/repeat: whether a delivery goes out again each year. */
export const scheduleRepeat = catalogue('schedule-repeat', {
  title: 'Repeat a delivery · Stillhere',
  heading: 'Repeat it each year?',
  lead: '“{title}” goes to {recipient} on {when}.',
  explained:
    'If you repeat it, we schedule the next year’s delivery as soon as this one is sent: on the same day and at the same time there. A delivery of 29 February goes out on 1 March in other years. You can change or end it at any time before it goes out. Deleting a scheduled delivery ends its repetition, too.',
  lastYear: 'The last year',
  lastYearHint: 'Such as 2044. Leave it empty to send it once.',
  saved: '{isYearly, select, true {Repeated each year until {year}} other {Goes out once}}',
});
