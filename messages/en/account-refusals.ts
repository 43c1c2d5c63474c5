import { catalogue } from '../catalogue.ts';

/** Why something about an account was refused. */
export const accountRefusals = catalogue('account-refusals', {
  'wrong-password': 'That isn’t your password',
  'password-common': 'Many people use this password, so it’s guessed first. Please choose another one',
  'no-password-yet': 'This account has no password yet. Set one with a link we email you',
  'address-unconfirmed':
    'Please confirm {email} first: open the link we emailed there, then try again. Nothing you typed is lost.',
  'address-changed': 'This account has a different email address now.',
  'step-up-required':
    'Prove that it’s you first: give your password, a code or a passkey, at most 10 minutes before this. A token for a program can’t do this; sign in instead.',
  'sign-in-again': 'Please sign out and in again first, so that we know it’s you. Then try again.',
  'delivery-being-sent': 'One of your deliveries is being sent right now. Please try again in a minute.',
  'set-password-first': 'Your account has no password yet. Sign out and choose “Forgot your password?” to set one.',
  'own-address': 'This is already your address',
  'address-taken': 'Another account uses this address now.',
  'just-deleted': 'This account has just been deleted.',
  'google-address-unconfirmed':
    'Google hasn’t confirmed your email address, so we can’t know that it’s yours. Confirm it with Google first, or sign up here with a password.',
  'other-google-account':
    'The account with this address is connected to a different Google account. Sign in with that one, or with your password.',
  'google-not-its-mailbox':
    'This address already has an account, and only Gmail and Google Workspace can prove to us that an address is yours. Sign in with your password, or choose “Forgot your password?”.',
  'google-only-way-in': 'You can only sign in with Google so far. Set a password by email first.',
  'too-many-sign-ins': 'Very many people are using Stillhere right now. Please try again in a minute.',
  'picture-type': 'Please choose a JPG, PNG, WebP, GIF or HEIC.',
  'picture-damaged': 'This picture is damaged or far too large, so we can’t show it. Please choose another.',
  'picture-too-large': 'This picture is larger than {megabytes} MB. Please choose a smaller one.',
  'sign-in-elsewhere': 'This sign-in can’t be completed here. Please sign in again.',
  'wrong-email-or-password': 'That email and password don’t match.',
  'email-taken': 'This email already has an account. Sign in instead.',
  'accounts-out-of-reach': 'We can’t look up your account right now. Nothing was lost. Please try again in a minute.',
  'too-many-pictures': 'Many pictures are being prepared right now. Please try again in a minute.',
  'picture-missing': 'Please choose a picture.',
  'sign-in-first': 'Please login first',
  'passkey-not-added': 'This passkey could not be added. Nothing has changed. Please try again.',
  'passkey-refused':
    'This passkey didn’t sign you in. It may have been removed from your account. Try another one, or use your password.',
  'passkey-not-yours': 'This passkey didn’t prove that it’s you. Please try again, or prove it in another way.',
  'passkey-too-late': 'That took too long. Please try again.',
  'passkey-copied':
    'We refused this passkey because there may be a copy of it. Sign in another way, then remove it on the page Security.',
  'passkey-already-here': 'This passkey is already in an account. Nothing has changed.',
  'passkey-name-in-use': 'Another of your passkeys has this name. Please choose a different one.',
  'too-many-passkeys': 'You already have {max} passkeys. Remove one that you no longer use.',
  'token-name-in-use':
    'You already have a token with this name. Please choose another name, or delete that token first.',
  'token-end-passed': 'This instant has passed. Please give a later one.',
  'code-required': 'This account asks for a code as well: send it as code.',
  'wrong-code': 'That code isn’t right, or was used before. Codes from an app change every 30 seconds.',
  'codes-on-already': 'Codes from an app are on already.',
  'codes-off': 'Codes from an app are off.',
  'wait-not-over': 'The 72 hours are not over yet.',
  'codes-offer-changed': 'This page belongs to another sign-in. Please open it again, and scan the new square.',
  'too-many-tokens': 'You already have {max} tokens. Delete one that you no longer use.',
});
