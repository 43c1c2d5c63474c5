import { catalogue } from '../catalogue.ts';

/** Why a delivery was not scheduled, changed or sent again. */
export const deliveryRefusals = catalogue('delivery-refusals', {
  'group-ended': 'None of these deliveries waits any longer, so you can’t change them.',
  'alternate-same': 'The second address has to be another one.',
  stopped: 'This person asked us to send them nothing more. Please ask them yourself, in another way.',
  'stopped-later':
    'This person asked us to send them nothing more, so we can’t send it again. Please ask them yourself, in another way.',
  'recipient-said-no': 'The person who got this said no, so you can’t send it again.',
  'too-many-new':
    'You can write to {max} new people in a day. Please wait {hours, plural, one {an hour} other {# hours}} and try again.',
  'too-many-waiting':
    'Your plan has room for {max} scheduled deliveries. Please wait until some have gone out, or delete some.',
  'not-failed': 'You can only try a failed delivery again.',
  'sent-by-release':
    'Your emergency protocol sent this, so you can’t send it again. You can schedule any of it as a delivery of its own.',
  'contents-deleted': 'You’ve deleted the item of this delivery, so you can’t send it again.',
  'changed-since': 'Something has happened to this delivery since. Please check it again.',
  failed: 'This delivery failed. Choose “Try again” instead.',
  'not-sent-yet': 'This delivery hasn’t been sent yet.',
  'being-sent-again': 'This delivery is being sent again.',
  'no-link-yet': 'Nothing has been sent yet, so there’s no link to revoke.',
  'link-of-release': 'Your emergency protocol sent this. You’ll find it on the emergency page.',
  'no-link-to-extend': 'You can only extend the link of something that was sent.',
  'link-revoked': 'This link no longer works. Send it again to make a new one.',
  'sent-too-often':
    'You’ve sent this {times} more times within a day. Please wait {hours, plural, one {an hour} other {# hours}} and try again.',
  'no-such-number': 'That doesn’t look like a valid number. Check it and its country code, as in +351 912 345 678.',
  'channel-not-set-up': 'You can’t send by {channel} here. Please choose email.',
  'sent-already': 'This delivery has been sent.',
  'ended-already': 'This delivery has already ended.',
  'being-sent': 'This delivery is being sent right now.',
  due: 'This delivery is about to go out.',
  'content-gone': 'This item no longer exists. Please choose another.',
  'repeat-ends-early': 'The last year can’t be before the year of the delivery, {year}.',
  'repeat-too-long': 'A delivery can be repeated for up to {years} years.',
  'beyond-horizon': 'Please choose a date within the next {years} years.',
});
