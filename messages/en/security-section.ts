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
  tokens: { name: 'Tokens', link: 'Tokens for your own programs' },
  record: { name: 'Record', link: 'See everything that happened' },
  encryption: {
    name: 'What is encrypted',
    text: 'Each letter and file, with its title: AES-256-GCM, with a key of its own.',
  },
});
