import { catalogue } from '../catalogue.ts';

/** How an account is secured, on /profile. */
export const securitySection = catalogue('security-section', {
  heading: 'Security',
  password: {
    name: 'Password',
    change: 'Change it',
    none: 'None: you sign in with Google. <set>Set one by mail</set>',
  },
  google: {
    name: 'Google',
    since: 'Opens your account, since {since}.',
    disconnect: 'Disconnect, and sign out everywhere else',
  },
  devices: {
    name: 'Signed in on',
    current: '{device}, <strong>this device</strong>',
    currentSince: 'Since {since}',
    since: 'Since {since}, last seen on {seen}',
    signOut: 'Sign out there<hidden>: {device}, last seen on {seen}</hidden>',
    signOutElsewhere: 'Sign out everywhere else',
  },
  encryption: {
    name: 'What is encrypted',
    text: 'Every letter and file with its title, with AES-256-GCM and a key of its own. Dates and addresses are not: we need them to deliver.',
  },
});
