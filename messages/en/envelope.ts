import { catalogue } from '../catalogue.ts';

/** The words below the envelope that follows the form of a delivery. */
export const envelope = catalogue('envelope', {
  noDay: 'Choose a day, and it will be written here in words.',
  past: 'This moment has passed. Please choose a time in the future.',
  nobody: 'the person you name',
  promise: {
    email: 'On {date} at {clock} ({place}) we will email this to {recipient}.',
    whatsapp: 'On {date} at {clock} ({place}) we will send this to {recipient} by WhatsApp.',
    sms: 'On {date} at {clock} ({place}) we will send this to {recipient} by SMS.',
  },
  ahead: 'That is {ahead}, a {weekday}.',
});
