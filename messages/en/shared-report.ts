import { catalogue } from '../catalogue.ts';

/** Reporting a public item. */
export const sharedReport = catalogue('shared-report', {
  title: 'Report · Stillhere',
  heading: 'Report',
  lead: 'You think that “{title}” should not be public. Somebody will look at it. Its owner is not told who you are, and neither are we.',
  reason: 'What is wrong with it?',
  words: 'Anything we should know',
  wordsHint: 'Up to {max, number} characters. Only the people who run Stillhere read them.',
  submit: 'Report',
});

export const sharedReportToasts = catalogue('shared-report.toasts', {
  sent: 'Thank you. Somebody will look at it.',
  failed: 'Error sending report',
});
