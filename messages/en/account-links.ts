import { catalogue } from '../catalogue.ts';

/** The pages behind the links of an account's mails. */
export const accountLinks = catalogue('account-links', {
  confirm: {
    heading: 'Is this your email address?',
    advice: 'Please confirm it, so that we know that our messages reach you.',
    submit: 'Confirm this address',
    done: 'Thank you. Your address is confirmed.',
    password: 'Your password',
    'password-advice': 'You’re not signed in here, so we ask for the password that you chose when you signed up.',
    'choose-new': 'I don’t know the password: choose a new one',
    'new-password': 'New password',
    'new-advice':
      'Choose a new password for this account. At least 6 characters. The old password stops working, your passkeys and tokens end, and you’ll be signed out on every device.',
    'first-advice':
      'This account has no password yet. Choose one here: at least 6 characters. This signs you out on every device and disconnects Google. Or open this link in the browser where you signed up.',
    'submit-new': 'Confirm, and set this password',
    'know-it': 'I know the password',
    'done-with-new': 'Your address is confirmed. Sign in with your new password.',
    'not-you': 'If you didn’t sign up for Stillhere, close this page. Then nothing happens.',
  },
  change: {
    heading: 'Use this address from now on?',
    advice: 'You’ll sign in with it, and our messages will go there. We’ll also tell your old address.',
    submit: 'Use this address',
    done: 'Your account has its new address.',
    'password-advice': 'You’re not signed in here, so we ask for the password of your account.',
    forgot: 'Forgot it? <forgot>Choose a new one</forgot> by your old address first.',
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
    advice:
      'At least 6 characters. Three unrelated words make a good password. You’ll be signed out on every device, and your passkeys and tokens end.',
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
