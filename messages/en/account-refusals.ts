import { catalogue } from '../catalogue.ts';

/** Why something about an account was refused. */
export const accountRefusals = catalogue('account-refusals', {
  'wrong-password': 'This is not your password',
  'no-password-yet': 'This account has no password yet. Set one with a link that we mail to you',
  'address-unconfirmed':
    'Please confirm {email} first: open the link we emailed there, then try again. Nothing you typed is lost.',
  'address-changed': 'This account has another email address by now.',
  'sign-in-again': 'Sign out and in again first, so that we know it is you. Then delete the account.',
  'delivery-being-sent': 'A delivery of yours is being sent at this moment. Please try again in a minute.',
  'set-password-first': 'Your account has no password yet. Sign out and choose “Forgot your password?” to set one.',
  'own-address': 'This is your address already',
  'address-taken': 'This address has an account of its own by now.',
  'just-deleted': 'This account has just been deleted.',
  'google-address-unconfirmed':
    'Google has not confirmed an email address of yours, so we cannot know that it is yours. Confirm it there first, or sign up here with a password.',
  'other-google-account':
    'The account with this address opens with another Google account. Sign in with that one, or with your password.',
  'google-only-way-in': 'Google is the only way into your account. Set a password by mail first.',
  'too-many-sign-ins': 'Very many people are signing in at this moment. Please try again in a minute.',
  'picture-type': 'Please choose a JPG, PNG, WebP, GIF or HEIC.',
  'picture-damaged': 'This picture is damaged or far too large, so it cannot be shown. Please choose another.',
  'picture-too-large': 'This picture has more than {megabytes} MB. Please choose a smaller one.',
  'sign-in-elsewhere': 'This sign-in cannot be completed here. Please sign in again.',
  'wrong-email-or-password': 'This email and password do not belong together.',
  'email-taken': 'This email already has an account. Sign in instead.',
  'accounts-out-of-reach':
    'We cannot look up your account at the moment. Nothing was lost; please try again in a minute.',
  'too-many-pictures': 'Many pictures are being made at the moment. Please try again in a minute.',
  'picture-missing': 'Please choose a picture.',
  'sign-in-first': 'Please login first',
});
