import { catalogue } from '../catalogue.ts';

/**
 * The mails about accounts. They contain no names: an address that is not confirmed may be anybody's, and the person who
 * signs up chooses what the name says.
 */
export const accountMails = catalogue('account-mails', {
  'confirm-email': {
    subject: 'Please confirm your email address',
    preview: 'One button, and Stillhere knows that its messages reach you.',
    heading: 'Is this your address?',
    paragraphs: [
      'Somebody opened an account at Stillhere with this email address. If it was you, please confirm it.',
      'Then we know that what matters reaches you: a letter that could not be delivered, or a new password.',
    ],
    label: 'Confirm this address',
    notes: [
      'The link is good for 7 days.',
      'If that was not you, you need to do nothing: without this link nothing changes.',
    ],
    why: ['You get this because this address was entered at Stillhere.', 'Reply to this email to reach us.'],
  },
  'reset-password': {
    subject: 'Choose a new password',
    preview: 'The link is good for an hour, and once.',
    heading: 'Choose a new password.',
    paragraphs: ['Somebody asked for a new password for the Stillhere account of this address.'],
    label: 'Choose a new password',
    notes: [
      'The link is good for an hour, and once. Whoever has it can enter your account, so keep this email to yourself.',
      'If that was not you, you need to do nothing: your password stays as it is.',
    ],
    why: ['You get this because your Stillhere account has this address.', 'Reply to this email to reach us.'],
  },
  'change-email': {
    subject: 'Please confirm your new email address',
    preview: 'Until then, your account keeps the address that it has.',
    heading: 'Is this your new address?',
    paragraphs: [
      'Somebody wants to use this email address for their account at Stillhere. If it was you, please confirm it.',
      'Until then, your account keeps the address that it has. From then on you sign in with this one.',
    ],
    label: 'Use this address',
    notes: [
      'The link is good for 7 days.',
      'If that was not you, you need to do nothing: without this link nothing changes.',
    ],
    why: ['You get this because this address was entered at Stillhere.', 'Reply to this email to reach us.'],
  },
  'email-changed': {
    subject: 'Your account has another email address now',
    preview: 'This address does not open it any more.',
    heading: 'Your account has another address now.',
    paragraphs: [
      'The email address of your Stillhere account was changed. From now on you sign in with the new one, and our messages go there. This is the last one to this address.',
    ],
    label: 'See your profile',
    notes: [
      'If that was not you, somebody else has been in your account. Reply to this email at once, and we will help.',
    ],
    why: ['You get this because your Stillhere account had this address until now.'],
  },
  'email-taken': {
    subject: 'This address has an account already',
    preview: 'Somebody tried to use it for another account. Nothing was changed.',
    heading: 'This address has an account already.',
    paragraphs: [
      'Somebody wanted to use this email address for another account at Stillhere. It belongs to yours, so nothing was changed.',
      'If it was you: sign in with this address instead.',
    ],
    label: 'Sign in',
    notes: ['If that was not you, you need to do nothing. They were not told that this address has an account.'],
    why: ['You get this because your Stillhere account has this address.', 'Reply to this email to reach us.'],
  },
  'password-changed': {
    subject: 'Your password was changed',
    preview: 'If that was you, all is well.',
    heading: 'Your password was changed.',
    paragraphs: [
      'The password of your Stillhere account was changed, and other devices were signed out.',
      'If that was you, all is well.',
    ],
    label: 'It was not me: choose a new password',
    notes: ['Somebody else who knows your password can read what you keep. Choosing a new one signs them out.'],
    why: ['You get this because your Stillhere account has this address.', 'Reply to this email to reach us.'],
  },
  'google-linked': {
    subject: 'Your account opens with Google now',
    preview: 'If that was you, all is well.',
    heading: 'Your account opens with Google now.',
    paragraphs: [
      'Somebody signed in at Stillhere with a Google account of this email address. From now on that Google account opens your Stillhere account.',
      'If that was you, all is well.',
    ],
    label: 'See your profile',
    notes: [
      'If that was not you, somebody else has a Google account with your address. You can disconnect it on your profile; that signs it out.',
    ],
    why: ['You get this because your Stillhere account has this address.', 'Reply to this email to reach us.'],
  },
  'google-took-over': {
    subject: 'Your account opens with Google, and not with its password any more',
    preview: 'Nobody had confirmed its address until now.',
    heading: 'Your account opens with Google now.',
    paragraphs: [
      'There was a Stillhere account with this email address and a password, and nobody had ever confirmed the address. Google says that it is yours. So the password was removed, and every other device was signed out.',
      'What was kept in the account is still there. If it was not you who opened it, please look at its trusted contacts, its scheduled deliveries and what is in it, and delete what is not yours.',
    ],
    label: 'See your profile',
    notes: ['If you have not signed in with Google just now, reply to this email, and we will help.'],
    why: ['You get this because your Stillhere account has this address.'],
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    preview: 'Everything that you kept at Stillhere is gone.',
    heading: 'Your account was deleted.',
    paragraphs: [
      'Your Stillhere account was deleted, and all that you kept in it. What was scheduled is not sent any more, and links that were sent open nothing any more.',
      'This cannot be undone. Thank you for having trusted us with it.',
    ],
    label: 'Go to Stillhere',
    notes: [
      'If that was not you, somebody else has been in your account. Reply to this email: we cannot bring anything back, but we want to know.',
    ],
    why: ['You get this because your Stillhere account had this address. This is the last message to it.'],
  },
  'owner-deleted': {
    subject: 'What we told you about somebody has come to an end',
    preview: 'They have deleted their account at Stillhere. Nothing more is sent to you.',
    heading: 'What we told you has come to an end.',
    paragraphs: [
      'Some time ago we wrote to you that we had not heard from somebody who had named you as a trusted contact. Their account at Stillhere has now been deleted, by somebody who was signed in to it.',
      'Nothing more is sent to you, and there is nothing you need to do. With the account its names are gone as well, so we cannot say here whose it was: our earlier message does.',
    ],
    label: 'Go to Stillhere',
    notes: ['If something was sent to you before, it opens nothing any more.'],
    why: [
      'You get this because you were named at Stillhere as a trusted contact. This is the last message about it.',
      'Reply to this email to reach us.',
    ],
  },
});
