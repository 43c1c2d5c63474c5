import { catalogue } from '../catalogue.ts';

/** Reporting a public item. */
export const sharedReport = catalogue('shared-report', {
  title: 'Report · Stillhere',
  heading: 'Report',
  lead: 'You think that “{title}” shouldn’t be public. We’ll look at it. Reports are anonymous, to the owner and to us.',
  reason: 'What’s wrong with it?',
  words: 'Anything we should know',
  wordsHint: 'Up to {max, number} characters. Only the people who run Stillhere read this.',
  submit: 'Report',
});

export const sharedReportToasts = catalogue('shared-report-toasts', {
  sent: 'Thank you. We’ll look at it.',
  failed: 'Error sending report',
});
