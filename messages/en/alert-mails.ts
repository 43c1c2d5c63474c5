import { catalogue } from '../catalogue.ts';

/** Mails to owners about what a stranger may have done. They contain no names, as those about accounts. */
export const alertMails = catalogue('alert-mails', {
  'device-new': {
    subject: 'A new device signed in to your Stillhere account',
    preview: 'If it was you, there’s nothing to do.',
    heading: 'A new device signed in.',
    paragraphs: ['Someone signed in to your Stillhere account from a device that hadn’t done so before.'],
  },
  'password-changed': {
    subject: 'Your Stillhere password was changed',
    preview: 'If that was you, there’s nothing to do.',
    heading: 'Your password was changed.',
    paragraphs: ['The password of your Stillhere account was changed, and your other devices were signed out.'],
  },
  'factors-changed': {
    subject: 'How you sign in to Stillhere was changed',
    preview: 'If that was you, there’s nothing to do.',
    heading: 'How you sign in was changed.',
    paragraphs: [
      'A passkey, the codes from an app or the recovery codes of your Stillhere account were changed. You’ll find all of them on your profile, under Security.',
    ],
  },
  'google-linked': {
    subject: 'You can now sign in to Stillhere with Google',
    preview: 'If you set this up, there’s nothing to do.',
    heading: 'You can now sign in with Google.',
    paragraphs: [
      'Someone signed in to Stillhere with a Google account that has this email address. From now on, that Google account opens your Stillhere account. You can disconnect it on your profile.',
    ],
  },
  'token-created': {
    subject: 'A new token for your Stillhere account',
    preview: 'If you made it, there’s nothing to do.',
    heading: 'There is a new token for your account.',
    paragraphs: [
      'Someone who was signed in to your Stillhere account made a token. A program that has it can use your account as far as the token allows. You’ll find it on your profile, under Security.',
    ],
  },
  'email-changed': {
    subject: 'Your Stillhere account has a new email address',
    preview: 'If it wasn’t you who changed it, say so at once.',
    heading: 'Your account has a new email address.',
    paragraphs: [
      'The email address of your Stillhere account was changed. You now sign in with the new one, and our messages go there. This is our last email to this address.',
    ],
  },
  'contacts-changed': {
    subject: 'Your trusted contacts at Stillhere were changed',
    preview: 'If that was you, there’s nothing to do.',
    heading: 'Your trusted contacts were changed.',
    paragraphs: [
      'A trusted contact of your Stillhere account was added, changed or removed. You’ll find them on your profile. We don’t send another email about this for the next ten minutes.',
    ],
  },
  'protocol-disarmed': {
    subject: 'Your emergency protocol is off',
    preview: 'If you switched it off, there’s nothing to do.',
    heading: 'Your emergency protocol is off.',
    paragraphs: [
      'Your emergency protocol was switched off. While it is off, nobody receives what you set aside for an emergency.',
    ],
  },
  'protocol-paused': {
    subject: 'Your emergency protocol is paused',
    preview: 'If you paused it, there’s nothing to do.',
    heading: 'Your emergency protocol is paused.',
    paragraphs: ['Your emergency protocol was paused. Until the pause ends, silence doesn’t count.'],
  },
  'export-begun': {
    subject: 'Everything in your Stillhere account was downloaded',
    preview: 'If you downloaded it, there’s nothing to do.',
    heading: 'Someone began to download everything.',
    paragraphs: ['Someone who was signed in to your Stillhere account began to download everything in it.'],
  },
});

/** What all of them say. */
export const inAlerts = catalogue('in-alerts', {
  when: 'It happened on {at}.',
  device: '{device}, on {at}.',
  calm: 'If that was you, there’s nothing to do.',
  label: 'This was not me',
  note: 'The button leads to a page where one press signs out every device and pauses your emergency protocol, so that nothing goes to anyone while you set things right. It works for 30 days.',
  why: 'We’re writing to you because this is the address of a Stillhere account, or was until now.',
  reply: 'Questions? Reply to this email.',
});
