import { catalogue } from '../catalogue.ts';

/** The pages behind the links of an account's mails. */
export const accountLinks = catalogue('account-links', {
  confirm: {
    heading: 'Is this your address?',
    advice: 'Then we know that our messages reach you.',
    submit: 'Confirm this address',
    done: 'Thank you. Your address is confirmed.',
  },
  change: {
    heading: 'Use this address from now on?',
    advice: 'You will sign in with it, and our messages will go there. Your old address is told.',
    submit: 'Use this address',
    done: 'Your account has its new address.',
  },
  'go-to-stillhere': 'Go to Stillhere',
  forgot: {
    heading: 'Forgot your password?',
    lead: 'We send you a link by which you choose a new one.',
    email: 'Email',
    submit: 'Send the link',
    back: 'Back to Sign In',
  },
  sent: {
    heading: 'Look into your inbox.',
    lead: 'If this address has an account here, a message is on its way to it.',
    advice:
      'Its link is good for an hour. If nothing comes within a few minutes, look among the unwanted messages, or <link>try another address</link>.',
  },
  reset: {
    heading: 'Choose a new password.',
    advice: 'At least 6 characters. Three plain words make a good one. You will be signed out on every device.',
    password: 'New password',
    submit: 'Set this password',
    done: 'Your password was changed. Sign in with the new one.',
  },
  trouble: {
    'not-found': 'If you came by the button in a message, please open it once more from there.',
    gone: 'This link opens nothing any more.',
    'gone-advice':
      'If you have used it before, all is done. If not: <auth>sign in</auth> and ask for another, or <forgot>choose a new password</forgot>.',
    conflict: 'This address is taken.',
    'conflict-advice': 'Your account keeps the address that it has. <auth>Go to Stillhere</auth>',
    'too-many': 'That was asked for very often. Nothing was changed.',
  },
});
