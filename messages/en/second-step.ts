import { catalogue } from '../catalogue.ts';

/** The page that asks for a code after the password. */
export const secondStep = catalogue('second-step', {
  heading: 'Enter your code.',
  lead: 'Open the app on your phone that makes codes for Stillhere, and type the six digits it shows.',
  code: 'Code from your app',
  submit: 'Sign in',
  'use-recovery': 'I don’t have my phone: use a recovery code',
  recovery: {
    heading: 'Enter a recovery code.',
    lead: 'Type one of the ten codes that you saved when you turned codes on. Each works once.',
    code: 'Recovery code',
    'use-app': 'I have my phone: use a code from the app',
  },
  'still-here': {
    heading: 'You don’t need a code to check in',
    lead: 'We know enough to take your word for it. Nobody is signed in by this.',
    submit: 'Check in: I’m still here',
  },
  done: {
    heading: 'Thank you. Your check-in is recorded.',
    lead: 'You’re not signed in. To see your account, go on with your code.',
    back: 'Enter a code',
  },
  released: {
    heading: 'A check-in can’t stop it now.',
    lead: 'Sign in with a code, and tell us that you’re back.',
  },
  ended: 'That took too long. Please sign in again.',
});
