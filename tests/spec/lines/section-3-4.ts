import type { Lines } from './lines.ts';

/** Section 3: what there is, and its fields. */
export const ENTITIES = {
  'Entities and their fields': {
    'S3-1': 'User: id, name, email, picture.',
    'S3-2': 'Session: session_token and user, returned at login, register or session exchange.',
    'S3-3': 'Content: id, type, title, content, file_id, is_public, is_emergency, metadata, created_at.',
    'S3-4': 'type (text, image, video, audio, file); metadata (original_filename, content_type, size in bytes)',
    'S3-5':
      'Delivery: id, content_id, recipient_email, recipient_name, recipient_phone, scheduled_time, delivery_type, status.',
    'S3-6': 'recipient_name (optional), recipient_phone (for WhatsApp), delivery_type (email or whatsapp)',
    'S3-7': 'status (pending, sent; anything else is shown as Failed)',
    'S3-8': 'Trusted contact: id, name, email.',
    'S3-9': 'Emergency status: is_active, inactive_days_threshold, last_check_in.',
    'S3-10': 'Profile: name, picture.',
    'S3-11': 'Subscription plan type: plan_monthly or plan_yearly, for example plus_monthly or premium_yearly.',
    'S3-12': 'Subscription creation response: approval_url. Execution response: success.',
  },
} satisfies Lines;

/** Section 4: states and transitions. */
export const STATES = {
  'States and transitions': {
    'S4-1': 'Delivery status: pending, sent, failed.',
    'S4-2': 'A delivery can be deleted only while it is pending and its scheduled time is in the future.',
    'S4-3': 'Content visibility: private and public, changing in both directions, each with a confirmation.',
    'S4-4': 'New content is private by default, and ticking the public box at creation asks for confirmation first.',
    'S4-5':
      'Make Public is disabled when the content is already public, and Make Private is disabled when it is private.',
    'S4-6': 'Emergency flag: Add marks a content as emergency and Remove unmarks it.',
    'S4-7': 'Emergency protocol: active or inactive. The default inactivity threshold is 30 days.',
    'S4-8': 'Status indicator: danger at the threshold, warning above half of it, otherwise active.',
    'S4-9': 'Subscription flow: choose a plan, create it, approval page; success, then /dashboard after 3 s.',
    'S4-10': 'or to cancel (then /pricing after 5 s)',
    'S4-11': 'A failed execution redirects to /pricing after 2 seconds.',
    'S4-12':
      'A session identifier in the URL hash is exchanged for a token; the hash is cleared, the token kept as session_token.',
    'S4-13': 'Otherwise a stored token is validated. A failed check removes the token.',
    'S4-14': 'Logout clears the token and the user, even if the logout call fails.',
  },
} satisfies Lines;
