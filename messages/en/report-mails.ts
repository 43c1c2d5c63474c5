import { catalogue } from '../catalogue.ts';

/** The mail to the operators about a report. `content` is a type and an id. */
export const reportMails = catalogue('report-mails', {
  subject: 'Reported: {content}',
  preview: '{reason}.',
  heading: 'Someone reported an item in the gallery.',
  what: 'What: {content}',
  reason: 'Why: {reason}.',
  words: 'The visitor wrote: “{words}”',
  when: 'When: {when}.',
  isPrivate: 'It’s private now, so the link finds nothing.',
  label: 'See the item',
  note: 'If it shouldn’t be public, run this command. It takes the item out of the gallery at once, and deletes nothing.',
  why: ['We’re writing to you because your address is OPERATOR_EMAIL of this Stillhere.'],
});
