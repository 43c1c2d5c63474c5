import { catalogue } from '../catalogue.ts';

/** The page that asks who it is before something important is changed. */
export const stepUpPage = catalogue('step-up', {
  title: 'Is it you? · Stillhere',
  heading: 'Is it you?',
  lead: 'You last showed it more than 10 minutes ago. We ask again before important changes, so that nobody makes them on a device that you left open.',
  kept: 'Nothing is changed yet, and nothing you entered is lost. We go on with it once we know that it’s you.',
  password: 'Your password',
  code: 'Code from your app, or a recovery code',
  or: 'Or give a code instead.',
  forgot: 'Forgot it? <link>Set a new one by email</link>',
  submit: 'Go on',
  cancel: 'Cancel',
  passkey: 'You sign in with a passkey. Use it to show that it’s you.',
  passkeyNoScripts: 'To use your passkey, turn on JavaScript in this browser.',
  google: 'You sign in with Google. Please sign out and in again, then make the change within 10 minutes.',
  orGoogle: 'Or show it with Google: sign out and in again, then make the change within 10 minutes.',
  signInAgain: 'Please sign out and in again, then make the change within 10 minutes.',
  lost: 'What you entered here is not saved then.',
  signOut: 'Sign out',
  alive: 'To say that you’re here, you never need this. <link>Check in</link>',
});
