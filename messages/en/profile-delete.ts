import { catalogue } from '../catalogue.ts';

/** Deleting an account. */
export const profileDelete = catalogue('profile-delete', {
  title: 'Delete your account · Stillhere',
  heading: 'Delete your account',
  lead: 'Everything in it is deleted at once, for good. Nobody can bring it back: not you, not us.',
  archive: 'Take a copy first',
  archiveWords: 'Download your letters and original files as one ZIP, about {size}.',
  archiveLink: 'Download everything',
  pending: 'This won’t be sent',
  delivery: '“{title}” to {recipient} on {date}',
  items: '{count, plural, one {# item} other {# items}} in your vault, {size} in all, will be gone.',
  publicItems:
    '{count, plural, one {# of them is public and leaves} other {# of them are public and leave}} the gallery.',
  sent: '{count, plural, one {# delivery that was sent} other {# deliveries that were sent}} can no longer be opened with the link.',
  subscription: 'Your {plan} subscription is cancelled, and we charge nothing more.',
  refund:
    'Deleting your account doesn’t refund what you’ve paid. Within 30 days of a payment you can get it back: first cancel with a refund, on the page of your plan.',
  contacts: 'We’ll never contact your {count, plural, one {trusted contact} other {# trusted contacts}}.',
  notified:
    '{count, plural, one {# person was} other {# people were}} told that we hadn’t heard from you. We’ll email them that nothing will follow.',
  mail: 'We’ll send one last email to confirm.',
  password: 'Password',
  passwordHint: 'So that we know it’s you.',
  submit: 'Delete everything',
  cancel: 'Keep my account',
});

export const profileDeleteToasts = catalogue('profile-delete-toasts', {
  deleted: 'Your account is deleted',
  failed: 'Failed to delete your account',
});
