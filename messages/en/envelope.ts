import { catalogue } from '../catalogue.ts';

/** The words below the envelope that follows the form of a delivery. */
export const envelope = catalogue('envelope', {
  noDay: 'Choose a date, and you’ll see here what will happen.',
  past: 'That time is in the past. Please choose one in the future.',
  nobody: 'the person you name',
  nothing: 'what you choose',
  title: '“{title}”',
  promise: {
    email: 'On {date} at {clock} ({place}), we’ll email {title} to {recipient}.',
    whatsapp: 'On {date} at {clock} ({place}), we’ll send {title} to {recipient} by WhatsApp.',
    sms: 'On {date} at {clock} ({place}), we’ll send {title} to {recipient} by SMS.',
  },
  /** Within a week: "this Sunday". */
  aheadThis: 'That’s this {weekday}, {ahead}.',
  ahead: 'That’s a {weekday}, {ahead}.',
});
