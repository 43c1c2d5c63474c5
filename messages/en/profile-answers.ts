import { catalogue } from '../catalogue.ts';

/** What the server answers to forms of the profile. Only the server says it. */
export const profileAnswers = catalogue('profile-answers', {
  saved: 'Profile updated!',
  passwordChanged: 'Password changed',
  emailLinkSent: 'Look into the inbox of the new address',
  notSaved: 'Failed to update profile',
  contactAdded: 'Trusted contact added!',
  contactNotAdded: 'Failed to add contact',
  contactDeleted: 'Contact deleted',
  contactNotDeleted: 'Failed to delete contact',
  signedOutThere: 'Signed out there',
  signedOutElsewhere: 'Signed out everywhere else',
  googleDisconnected: 'Google does not open your account any more',
  resend: 'Resend email',
  linkSent: 'We’ve emailed the link again',
  confirmedMeanwhile: 'Your email is confirmed. You can go on.',
});
