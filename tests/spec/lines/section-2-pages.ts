import type { Lines } from './lines.ts';

/** Section 2, from the dashboard to the schedule. */
export const PAGES = {
  'Screens and routes': {
    'S2-1': '/ and /auth: visitors; a signed-in user is redirected to /dashboard',
    'S2-2': '/pricing and /shared: public',
    'S2-3': '/shared: public gallery titled Shared Memories',
    'S2-4': '/subscription/success: reached after the payment provider; activates the subscription',
    'S2-5': '/subscription/cancel: reached after the payment provider; cancel notice',
    'S2-6': '/dashboard, /profile, /create, /schedule, /emergency: signed-in only; others are redirected to /',
    'S2-7': 'A full-screen spinner shows during the initial authentication check.',
    'S2-8': 'A toast container runs on every page.',
    'S2-9': 'The default theme is system.',
    'S2-10': 'Navigation: Dashboard, Shared, Create, Schedule, Emergency, Pricing, Profile, and Logout.',
    'S2-11': 'Logout clears the session and goes to /.',
    'S2-12': 'Visitors on the pricing page see a public navigation with Shared Content and Sign In.',
  },
  '/auth': {
    'S2-13': 'The page toggles between sign-in (email, password) and sign-up (full name, email, password).',
    'S2-14': 'A Google sign-in button redirects to an external sign-in provider, with a return to /dashboard.',
    'S2-15': 'Success leads to /dashboard.',
  },
  '/dashboard': {
    'S2-16': "A greeting with the user's name.",
    'S2-17': 'Three stats: total content count, pending deliveries count, emergency protocol Active or Inactive.',
    'S2-18': 'Upcoming Deliveries: up to 5 pending deliveries with a future time, sorted by time ascending.',
    'S2-19': 'Each shows the content title (or Untitled), days left, date and recipient email.',
    'S2-20':
      'Recent Content: the first 6 items: thumbnail, type badge, title, a preview of 100 characters (or File content) and date.',
    'S2-21': 'Quick actions to create, schedule and open the profile.',
    'S2-22': 'Clicking a content card opens a detail modal.',
  },
  'Content detail modal': {
    'S2-23': 'Shows the type, title and created date.',
    'S2-24': 'Body: text',
    'S2-25': 'Body: image',
    'S2-26': 'Body: video',
    'S2-27': 'Body: an audio player with download, the original filename and the size in MB',
    'S2-28': 'Body: a file with a download link',
    'S2-29': 'Buttons: Make Public, Make Private, Delete.',
    'S2-30': 'A metadata section shows filename, type and size.',
  },
  '/create': {
    'S2-31': 'Choose a type: text, image, video, audio, file; a title; a message (for text) or pick a file.',
    'S2-32': 'A public sharing checkbox carries a PREMIUM badge.',
    'S2-33': 'Buttons: Cancel and Save.',
    'S2-34': 'File hints: JPG, PNG, GIF; MP4, MOV, AVI; MP3, WAV, OGG.',
    'S2-35': 'The pickers accept image/*, video/*, audio/*, or any file.',
  },
  '/schedule': {
    'S2-36': 'Shows the list of deliveries and a toggle that shows the scheduling form.',
    'S2-37': 'Each delivery can be deleted while it is pending and in the future.',
  },
} satisfies Lines;
