import { catalogue } from '../catalogue.ts';

/** The page behind “This was not me” in a mail. */
export const notMe = catalogue('not-me', {
  heading: 'Was this not you?',
  what: {
    'device-new': 'A new device signed in to your account on {at}.',
    'password-changed': 'Your password was changed on {at}.',
    'factors-changed': 'How you sign in was changed on {at}.',
    'google-linked': 'A Google account was connected on {at}.',
    'token-created': 'A token for a program was made on {at}.',
    'webhook-created': 'A webhook was added on {at}.',
    'email-changed': 'The email address of your account was changed on {at}.',
    'contacts-changed': 'Your trusted contacts were changed on {at}.',
    'protocol-disarmed': 'Your emergency protocol was switched off on {at}.',
    'protocol-paused': 'Your emergency protocol was paused on {at}.',
    'export-begun': 'Someone began to download everything on {at}.',
  },
  advice:
    'If it was you, close this page. If not, press the button. We then sign out every device and program, end every passkey and every link that we mailed, delete every webhook, and pause your emergency protocol for {days} days. Scheduled deliveries stay as they are.',
  submit: 'This was not me',
  done: 'Everyone is signed out.',
  paused: 'Your emergency protocol is paused until {at}. Nothing is released until then.',
  'not-paused': 'Your emergency protocol isn’t running, so there was nothing to pause.',
  next: 'What to do now',
  steps: {
    password: '<forgot>Choose a new password</forgot>. A person who knows the old one could sign in again.',
    mailbox: 'Change the password of your mailbox too, if others may read it.',
    look: 'Sign in, and look at your trusted contacts, your plan, your scheduled deliveries and, under Security, at your passkeys, codes and tokens. Your record lists what was done.',
    arm: 'Switch your emergency protocol on again, or end the pause, when everything is right.',
  },
  help: 'If you can’t get in, reply to our email.',
});
