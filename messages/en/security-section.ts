import { catalogue } from '../catalogue.ts';

/** How an account is secured, on /profile. */
export const securitySection = catalogue('security-section', {
  heading: 'Security',
  password: {
    name: 'Password',
    change: 'Change it',
    none: 'None: you sign in with Google. <set>Set one by email</set>',
  },
  google: {
    name: 'Google',
    since: 'You can sign in with Google, since {since}.',
    disconnect: 'Disconnect, and sign out everywhere else',
  },
  devices: {
    name: 'Signed in on',
    current: '{device}, <strong>this device</strong>',
    currentSince: 'Since {since}',
    since: 'Since {since}, last used on {seen}',
    signOut: 'Sign out there<hidden>: {device}, last used on {seen}</hidden>',
    signOutElsewhere: 'Sign out everywhere else',
  },
  known: {
    name: 'Browsers we know',
    purpose: 'You signed in with these. If someone else guesses at your password, you can still sign in here.',
    current: '{device}, <strong>this browser</strong>',
    seen: 'Last signed in on {seen}',
    forget: 'Forget it<hidden>: {device}, last signed in on {seen}</hidden>',
  },
  encryption: {
    name: 'What is encrypted',
    text: 'Each letter and file, with its title: AES-256-GCM, with a key of its own. Dates and addresses aren’t encrypted, because we need them to deliver.',
  },
});
