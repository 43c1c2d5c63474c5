import { catalogue } from '../catalogue.ts';

/** The profile page, but for the sections that have catalogues of their own. */
export const profile = catalogue('profile', {
  title: 'Profile · Stillhere',
  heading: 'Profile',
  purpose: 'Your name stands on every invitation we send for you.',
  name: 'Full name',
  timeZone: 'Time zone',
  timeZoneHint: 'Dates and hours are shown in this zone. In {place} it is {time}.',
  email: {
    label: 'Email',
    hint: 'It is changed <link>below</link>.',
    purpose: 'This is how you sign in, and where our messages go.',
    confirmed: 'Confirmed. Whoever gets something from you can answer there.',
    unconfirmed: 'Not confirmed yet.',
    change: 'Change your email',
  },
  theme: {
    heading: 'Light or dark',
    purpose: 'In this browser. “System” follows what your device says.',
  },
  delete: {
    heading: 'Delete your account',
    purpose: 'You see everything that would go, before anything does.',
    link: 'Delete account',
  },
});
