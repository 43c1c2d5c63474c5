import { catalogue } from '../catalogue.ts';

/** Deleting an account. */
export const profileDelete = catalogue('profile-delete', {
  title: 'Delete your account · Stillhere',
  heading: 'Delete your account',
  lead: 'Everything in it goes at once and for good. It cannot be undone, and nobody can bring it back: not you, not we.',
  pending: 'This will not be sent',
  delivery: '“{title}” to {recipient} on {date}',
  items: '{count, plural, one {# item} other {# items}} that you keep, {size} in all, cannot be read any more.',
  publicItems:
    '{count, plural, one {# of them is public, and leaves} other {# of them are public, and leave}} the gallery.',
  sent: '{count, plural, one {# delivery} other {# deliveries}} that went out can no longer be opened by whoever has the link.',
  subscription: 'Your {plan} subscription is cancelled, and nothing more is charged.',
  refund:
    'What you have paid for it is not given back. Within 30 days of a payment it can be: cancel with a refund first, on the page of your plan.',
  contacts: '{count, plural, one {# trusted contact} other {# trusted contacts}} will never hear from us.',
  notified:
    '{count, plural, one {# person was} other {# people were}} told that we had not heard from you, and will hear that nothing comes.',
  mail: 'We mail you once more, to say that it is done.',
  password: 'Password',
  passwordHint: 'To be sure that it is you.',
  submit: 'Delete everything',
  cancel: 'Keep my account',
});

export const profileDeleteToasts = catalogue('profile-delete.toasts', {
  deleted: 'Your account is deleted',
  failed: 'Failed to delete your account',
});
