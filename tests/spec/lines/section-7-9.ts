import type { Lines } from './lines.ts';

/** Section 7: the calls. */
export const CALLS = {
  'The calls it makes': {
    'S7-1': 'All paths sit under an /api prefix. Authenticated calls send an Authorization bearer header.',
    'S7-2': 'POST /auth/login, POST /auth/register, GET /auth/session, GET /auth/me, POST /auth/logout',
    'S7-3': 'GET /content/list, POST /content/upload, PUT /content/{id}, DELETE /content/{id}',
    'S7-4': 'POST /content/upload-file, GET /content/file/{file_id}',
    'S7-5': 'GET /public/contents: none, no authentication',
    'S7-6': 'GET /delivery/list, POST /delivery/schedule, DELETE /delivery/{id}',
    'S7-7': 'GET and PUT /user/profile',
    'S7-8': 'GET and POST /user/trusted-contacts, DELETE /user/trusted-contacts/{id}',
    'S7-9': 'GET /emergency/status, POST /emergency/check-in, PUT /emergency/settings: query, empty body',
    'S7-10': 'POST /subscription/create, POST /subscription/execute: query, with a body',
  },
} satisfies Lines;

/** Section 8: the error catalogue. */
export const CATALOGUE = {
  'Error toasts': {
    'S8-1': "Sign-in or register failure: shows the server's detail message, else An error occurred",
    'S8-2': 'Error loading data (dashboard, profile, schedule and emergency loads)',
    'S8-3': 'Failed to update (visibility)',
    'S8-4': 'Failed to delete content',
    'S8-5': 'Failed to update profile',
    'S8-6': 'Failed to add contact',
    'S8-7': 'Failed to delete contact',
    'S8-8': 'Error creating content',
    'S8-9': 'Please select a file',
    'S8-10': 'Error scheduling delivery',
    'S8-11': 'Error deleting delivery',
    'S8-12': 'Operation failed (emergency toggle)',
    'S8-13': 'Failed to record check-in',
    'S8-14': 'Failed to update settings',
    'S8-15': "Failed to create subscription: when there is no approval_url, or the server's error detail if present",
    'S8-16': 'Failed to activate subscription: followed by a redirect to /pricing after 2 s',
    'S8-17': 'Invalid subscription token',
    'S8-18': 'Please login first',
  },
  'Success toasts': {
    'S8-19': 'Login successful!',
    'S8-20': 'Registration successful!',
    'S8-21': 'Content is now private, Content is now public',
    'S8-22': 'Content deleted successfully',
    'S8-23': 'Profile updated!',
    'S8-24': 'Trusted contact added!, Contact deleted',
    'S8-25': 'Content created successfully!',
    'S8-26': 'Delivery scheduled successfully!, Delivery deleted',
    'S8-27': 'Added to emergency',
    'S8-28': 'Removed from emergency',
    'S8-29': 'Check-in recorded!',
    'S8-30': 'Settings updated!',
    'S8-31': 'Subscription activated successfully!',
  },
  'Silent failures': {
    'S8-32': 'a failure to load public content is only logged and the list stays empty',
    'S8-33': 'A session exchange failure and a logout failure are only logged.',
    'S8-34': 'A failed authentication check removes the stored token.',
    'S8-35': 'Image load errors hide the image.',
  },
} satisfies Lines;

/** Section 9: constants and limits. */
export const CONSTANTS = {
  'Business constants and limits': {
    'S9-1': 'Password minimum length: 6.',
    'S9-2': 'Dashboard: 5 upcoming deliveries, 6 recent contents, preview 100 characters.',
    'S9-3': 'Previews: 80 characters on emergency cards, 150 on shared cards.',
    'S9-4': 'Inactivity threshold: default 30 days; the input accepts 7 to 365.',
    'S9-5': 'Status indicator: warning above half the threshold, danger at the full threshold.',
    'S9-6': 'Text area: 12 rows.',
    'S9-7': 'Sizes are shown in MB with 2 decimals.',
    'S9-8': 'Days left are rounded up.',
    'S9-9': 'Toasts: default duration 4 seconds, at most 3 visible.',
    'S9-10': 'Prices in USD: Free 0; Plus 5 per month or 50 per year; Premium 10 per month or 100 per year.',
    'S9-11': 'Storage: 50 MB, 3 GB, 10 GB.',
    'S9-12': 'FAQ claims: refunds within 30 days, cancel anytime, data encrypted with 256-bit encryption.',
    'S9-13': 'Redirect delays: 3 s after activation, 2 s after failure, 5 s after cancel.',
    'S9-14': 'The session token is stored in local storage under the key session_token.',
  },
} satisfies Lines;
