import { catalogue } from '../catalogue.ts';

/** The pages behind the links of an account's mails. */
export const accountLinks = catalogue('account-links', {
  confirm: {
    heading: 'Is this your email address?',
    advice: 'Please confirm it, so that we know that our messages reach you.',
    submit: 'Confirm this address',
    done: 'Thank you. Your address is confirmed.',
  },
  change: {
    heading: 'Use this address from now on?',
    advice: 'You’ll sign in with it, and our messages will go there. We’ll also tell your old address.',
    submit: 'Use this address',
    done: 'Your account has its new address.',
  },
  'go-to-stillhere': 'Go to Stillhere',
  forgot: {
    heading: 'Forgot your password?',
    lead: 'We’ll email you a link to choose a new one.',
    email: 'Email',
    submit: 'Send the link',
    back: 'Back to Sign In',
  },
  sent: {
    heading: 'Check your inbox.',
    lead: 'If this address has an account here, we’ve sent it an email.',
    advice:
      'Its link works for an hour. If nothing arrives within a few minutes, check your spam folder, or <link>try another address</link>.',
  },
  reset: {
    heading: 'Choose a new password.',
    advice: 'At least 6 characters. Three unrelated words make a good password. You’ll be signed out on every device.',
    password: 'New password',
    submit: 'Set this password',
    done: 'Your password was changed. Sign in with the new one.',
  },
  trouble: {
    'not-found': 'If you pressed the button in a message, please try it again from there.',
    gone: 'This link no longer works.',
    'gone-advice':
      'If you’ve used it before, there’s nothing more to do. If not: <auth>sign in</auth> and ask for another, or <forgot>choose a new password</forgot>.',
    conflict: 'This address is taken.',
    'conflict-advice': 'Your account keeps its old address. <auth>Go to Stillhere</auth>',
    'too-many': 'There were too many requests. Nothing was changed.',
  },
});
