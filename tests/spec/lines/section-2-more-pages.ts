import type { Lines } from './lines.ts';

/** Section 2, from the profile on. */
export const MORE_PAGES = {
  '/profile': {
    'S2-38': 'A profile form with a read-only email and an editable full name.',
    'S2-39': 'Security information.',
    'S2-40': 'A trusted contacts list with add and delete.',
  },
  '/emergency': {
    'S2-41': 'Status Check: last check-in date, days since last check-in, threshold days, and a status indicator.',
    'S2-42': 'A check-in button labelled "Check In - I\'m Still Here".',
    'S2-43': 'Protocol Settings: a number input for the inactivity threshold, an active toggle and Save Settings.',
    'S2-44': 'A Trusted Contacts list with avatar initial, name and email.',
    'S2-45': 'The empty text says contacts are added from the Profile page.',
    'S2-46':
      'An Add Content selector listing own contents not yet marked emergency (type and title, with an Add button).',
    'S2-47':
      'Cards: thumbnail, type badge, title, the first 80 characters of text (or File content) and a Remove button.',
    'S2-48': 'An info box explaining the protocol.',
  },
  '/pricing': {
    'S2-49': 'A monthly/yearly toggle; the yearly option has the badge "2 Months Free".',
    'S2-50': 'Three plan cards and an FAQ.',
    'S2-51': 'Buttons read Get Started (Free plan) and Subscribe Now, and show Processing... while busy.',
  },
  '/shared': {
    'S2-52':
      'Category tabs: All, Texts, Images, Videos, Audio, Documents (types all, text, image, video, audio, file).',
    'S2-53': 'A card grid with a type badge, title, the first 150 characters of text, and the created date.',
    'S2-54': 'A click opens a detail modal.',
    'S2-55': 'Empty message: No content in this category yet.',
    'S2-56': 'A loading state shows while fetching.',
  },
  '/subscription/success': {
    'S2-57': 'Reads the query parameter token and activates the subscription. Goes to /dashboard after 3 seconds.',
  },
  '/subscription/cancel': {
    'S2-58':
      'Shows Subscription Cancelled and "You cancelled the subscription process. No charges were made." Has a Back to Pricing button. Redirects to /pricing automatically after 5 seconds.',
  },
} satisfies Lines;
