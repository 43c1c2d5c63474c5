import type { Lines } from './lines.ts';

/** Section 5: validation rules. */
export const VALIDATION = {
  'Validation rules': {
    'S5-1': 'Sign-in and sign-up: a valid email; password, minimum 6 characters; full name required at sign-up.',
    'S5-2': 'Create content: title required. For text a message is required.',
    'S5-3': 'For other types a file is required, otherwise the message is Please select a file.',
    'S5-4': 'Picking a file while the title is empty fills the title with the filename.',
    'S5-5': 'Schedule: content, recipient email and date/time are required. The recipient name is optional.',
    'S5-6': 'Phone is required when the delivery type is whatsapp.',
    'S5-7': 'Trusted contact: name and email required.',
    'S5-8': 'Emergency threshold input: a number, minimum 7, maximum 365.',
    'S5-9': 'Subscribing requires login. Otherwise the toast is "Please login first" and the user goes to /auth.',
    'S5-10': 'Choosing Free shows the info toast "You are already on the free plan".',
    'S5-11': 'The success page requires a token. Otherwise "Invalid subscription token" and the user goes to /pricing.',
    'S5-12': 'make private: asks whether the user is sure, and says it will no longer be visible to others',
    'S5-13': 'share publicly: says everyone will be able to see it',
    'S5-14': 'delete content: says the action cannot be undone',
    'S5-15': 'delete trusted contact and delete scheduled delivery also ask',
  },
} satisfies Lines;

/** Section 6: who may what. */
export const ROLES = {
  'Roles and permissions': {
    'S6-1': 'Visitor: landing, auth, pricing, shared gallery and the subscription result pages.',
    'S6-2': 'Signed-in user: additionally dashboard, profile, create, schedule and emergency.',
    'S6-3': 'Every data call carries a bearer session token.',
  },
  'Plan entitlements': {
    'S6-4': 'Free: 50 MB, upload only; Plus: 3 GB, delivery and protocol; Premium: 10 GB, public sharing as well',
    'S6-5': 'Public sharing is labelled PREMIUM on the create page.',
  },
} satisfies Lines;
