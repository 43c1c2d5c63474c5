import { catalogue } from '../catalogue.ts';

/** What the server answers to forms of the profile. Only the server says it. */
export const profileAnswers = catalogue('profile-answers', {
  saved: 'Profile updated!',
  notificationsSaved: 'Your choice is saved',
  passwordChanged: 'Password changed',
  emailLinkSent: 'Check the inbox of the new address',
  notSaved: 'Failed to update profile',
  contactAdded: 'Trusted contact added!',
  contactNotAdded: 'Failed to add contact',
  contactChanged: 'Contact changed',
  contactNotChanged: 'Failed to change contact',
  testSent: 'We’re sending {name} a test. Here you’ll see whether it arrives.',
  asked: 'We’ve asked {name}.',
  contactsSaved: 'Saved',
  contactDeleted: 'Contact deleted',
  contactNotDeleted: 'Failed to delete contact',
  signedOutThere: 'That device is signed out',
  browserForgotten: 'We’ve forgotten that browser',
  signedOutElsewhere: 'You’re signed out everywhere else',
  googleDisconnected: 'You no longer sign in with Google',
  resend: 'Resend email',
  linkSent: 'We’ve emailed the link again',
  confirmedMeanwhile: 'Your email is confirmed. You can go on.',
});
