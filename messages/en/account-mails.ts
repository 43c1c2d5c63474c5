import { catalogue } from '../catalogue.ts';

const WHY_ENTERED = 'We’re writing to you because someone entered this address at Stillhere.';
const WHY_ACCOUNT = 'We’re writing to you because your Stillhere account has this address.';
const REPLY = 'Questions? Reply to this email.';

/**
 * The mails about accounts. They contain no names: an address that is not confirmed may be anybody's, and the person who
 * signs up chooses what the name says.
 */
export const accountMails = catalogue('account-mails', {
  'confirm-email': {
    subject: 'Confirm your email address for Stillhere',
    preview: 'Someone signed up for Stillhere with this address. If it was you, please confirm it.',
    heading: 'Is this your email address?',
    paragraphs: [
      'Someone signed up for Stillhere with this email address. If it was you, please confirm it.',
      'Stillhere keeps letters and files, and sends them to people on a day you choose. Before you can send anything, we need to know that our messages reach you.',
    ],
    label: 'Confirm this address',
    notes: [
      'The link works once, within 7 days.',
      'If it wasn’t you, you don’t need to do anything. The address then stays unconfirmed.',
    ],
    why: [WHY_ENTERED, REPLY],
  },
  'reset-password': {
    subject: 'Choose a new password for Stillhere',
    preview: 'The link works once, within the next hour.',
    heading: 'Choose a new password.',
    paragraphs: ['Someone asked for a new password for the Stillhere account with this email address.'],
    label: 'Choose a new password',
    notes: [
      'The link works once, within the next hour. Anyone with this link can change your password.',
      'If it wasn’t you, you don’t need to do anything. Your password stays the same.',
    ],
    why: [WHY_ACCOUNT, REPLY],
  },
  'change-email': {
    subject: 'Confirm your new email address for Stillhere',
    preview: 'Until you confirm it, your account keeps its old address.',
    heading: 'Is this your new email address?',
    paragraphs: [
      'Someone asked to use this email address for their Stillhere account. If it was you, please confirm it.',
      'Until then, your account keeps its old address. After that, you sign in with this one.',
    ],
    label: 'Use this address',
    notes: [
      'The link works once, within 7 days.',
      'If it wasn’t you, you don’t need to do anything. Nothing changes without this link.',
    ],
    why: [WHY_ENTERED, REPLY],
  },
  'email-taken': {
    subject: 'This address already has a Stillhere account',
    preview: 'Someone tried to use it for another account. Nothing was changed.',
    heading: 'This address already has an account.',
    paragraphs: [
      'Someone tried to use this email address for another Stillhere account. It belongs to yours, so nothing was changed.',
      'If it was you, sign in with this address instead.',
    ],
    label: 'Sign in',
    notes: ['If it wasn’t you, you don’t need to do anything.'],
    why: [WHY_ACCOUNT, REPLY],
  },
  'google-took-over': {
    subject: 'You now sign in to Stillhere with Google, without a password',
    preview: 'We removed the old password, because nobody had confirmed the address.',
    heading: 'You now sign in with Google.',
    paragraphs: [
      'There was a Stillhere account with this email address and a password, but nobody had confirmed the address. Google says that it’s yours. So we removed the password and signed out all other devices.',
      'Everything in the account is still there. If you didn’t open the account yourself, check its trusted contacts, its scheduled deliveries and its items. Delete what isn’t yours.',
    ],
    label: 'See your profile',
    notes: ['If you haven’t just signed in with Google, reply to this email, and we’ll help.'],
    why: [WHY_ACCOUNT],
  },
  'account-deleted': {
    subject: 'Your Stillhere account was deleted',
    preview: 'Everything in it was deleted, too.',
    heading: 'Your account was deleted.',
    paragraphs: [
      'Your Stillhere account was deleted, with everything in it. Scheduled deliveries won’t be sent, and links that we sent for you no longer work. If you had a plan, it’s cancelled.',
      'This can’t be undone. Thank you for trusting us with it.',
    ],
    label: 'Go to Stillhere',
    notes: [
      'If it wasn’t you, someone else has used your account. We’re sorry: we can’t bring anything back. Please reply to this email, so that we can look into it.',
    ],
    why: ['We’re writing to you because your Stillhere account had this address. This is our last email to it.'],
  },
  'owner-deleted': {
    subject: 'About our earlier email: the Stillhere account was deleted',
    preview: 'We won’t send you anything more about it.',
    heading: 'The account that we wrote to you about was deleted.',
    paragraphs: [
      'Some time ago, Stillhere wrote to you because we hadn’t heard from someone who had named you as a trusted contact. That person’s account has now been deleted, by someone who was signed in to it.',
      'We no longer have the name. You’ll find it in our earlier email. If you’re worried about that person, please call or visit.',
      'We won’t send you anything more, and you don’t need to do anything for us.',
    ],
    label: 'Go to Stillhere',
    notes: ['If we sent you something else before, its link no longer works.'],
    why: [
      'We’re writing to you because you were named as a trusted contact at Stillhere. This is our last email.',
      REPLY,
    ],
  },
});
