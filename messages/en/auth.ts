import { catalogue } from '../catalogue.ts';

/** Signing in and signing up. */
export const auth = catalogue('auth', {
  description: 'Sign in to Stillhere, or open an account of your own.',
  quote:
    '“You are four, and asleep in the next room with one sock on. You will not remember tonight, so I am keeping it for you.”',
  quoteFrom: 'From a letter to be opened on 4 May 2031',
  name: 'Full name',
  nameHint: 'The name your recipients know you by.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 6 characters. Three unrelated words make a good password.',
  signIn: {
    title: 'Sign In · Stillhere',
    heading: 'Welcome back',
    lead: 'Everything is where you left it.',
    submit: 'Sign In',
    forgot: 'Forgot your password?',
    noAccount: 'No account yet? <link>Sign Up</link>',
  },
  signUp: {
    title: 'Sign Up · Stillhere',
    heading: 'Start Free',
    lead: 'Write something for later. We’ll keep it safe until the day.',
    submit: 'Sign Up',
    hasAccount: 'Already have an account? <link>Sign In</link>',
  },
});

/** spec.md section 8. */
export const authToasts = catalogue('auth-toasts', {
  signedIn: 'Login successful!',
  signedUp: 'Registration successful!',
  signedInInstead: 'You already have an account with this address. We signed you in.',
  failed: 'An error occurred',
});
