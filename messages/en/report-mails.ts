import { catalogue } from '../catalogue.ts';

/** The mail to the operators about a report. `content` is a type and an id. */
export const reportMails = catalogue('report-mails', {
  subject: 'Reported: {content}',
  preview: '{reason}.',
  heading: 'Something in the gallery was reported.',
  what: 'What: {content}',
  reason: 'Why: {reason}.',
  words: 'In the visitor’s own words: “{words}”',
  when: 'When: {when}.',
  isPrivate: 'It has been made private since, so the link finds nothing at the moment.',
  label: 'Look at it',
  note: 'If it should not be public, this command takes it out of the gallery at once. It deletes nothing.',
  why: ['You get this because your address is OPERATOR_EMAIL of this Stillhere.'],
});
