import { catalogue } from '../catalogue.ts';

/** The profile page, but for the sections that have catalogues of their own. */
export const profile = catalogue('profile', {
  title: 'Profile · Stillhere',
  heading: 'Profile',
  purpose: 'Your name and email address appear on everything we send for you.',
  name: 'Full name',
  timeZone: 'Time zone',
  timeZoneHint: 'We show dates and times in this zone. In {place} it’s {time}.',
  email: {
    label: 'Email',
    hint: 'You can change this <link>below</link>.',
    purpose: 'You sign in with this address, and we write to you there.',
    confirmed: 'Confirmed. Your recipients can reply to it.',
    unconfirmed: 'Not confirmed yet. Open the link we emailed you.',
    change: 'Change your email',
  },
  theme: {
    heading: 'Light or dark',
    purpose: 'In this browser. “System” follows your device’s setting.',
  },
  delete: {
    heading: 'Delete your account',
    purpose: 'You’ll first see everything that would be deleted.',
    link: 'Delete account',
  },
});
