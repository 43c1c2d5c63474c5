import { catalogue } from '../catalogue.ts';

/** Why a delivery was not scheduled, changed or sent again. */
export const deliveryRefusals = catalogue('delivery-refusals', {
  'not-failed': 'Only a delivery that failed can be tried again.',
  'sent-by-release':
    'Your emergency protocol sent this: it is not sent again. You can schedule any of it as a delivery of its own.',
  'contents-deleted': 'You have deleted what this delivery carried: it cannot be sent again.',
  'changed-since': 'Something has happened to this delivery since. Please look at it again.',
  failed: 'This delivery failed: try it again instead.',
  'not-sent-yet': 'This delivery has not been sent yet.',
  'being-sent-again': 'This delivery is being sent once more.',
  'no-link-yet': 'Nothing was sent yet, so that there is no link to take back.',
  'link-of-release': 'Your emergency protocol sent this. Its link is looked after on the page of the protocol.',
  'no-link-to-extend': 'Only the link of something that was sent can be extended.',
  'link-revoked': 'This link was taken back. Sending it again brings a new one.',
  'sent-too-often':
    'This was sent {times} times more within a day. Please wait {hours, plural, one {an hour} other {# hours}} and try again.',
  'no-such-number':
    'There is no such phone number. Please look at it again, and at its country code, such as +351 912 345 678.',
  'channel-not-set-up': 'Sending by {channel} is not set up here. Please choose email.',
  'sent-already': 'This delivery has been sent.',
  'ended-already': 'This delivery has already ended.',
  'being-sent': 'This delivery is being sent at this moment.',
  due: 'The time of this delivery has come.',
  'content-gone': 'This content does not exist any more. Please choose another.',
  'beyond-horizon': 'We can promise a day within the next {years} years. Please choose an earlier one.',
});
