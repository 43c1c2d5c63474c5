import type { Lines } from './lines.ts';

/** Section 5: validation rules. */
export const VALIDATION: Lines = {
  'Validation rules': {
    'Sign-in and sign-up: a valid email; password, minimum 6 characters; full name required at sign-up.': [
      'http/accounts.http.test.ts: says what is missing, at each field, and keeps what was typed but the password',
      'e2e/accounts.spec.ts: what is wrong stands at its field, and the focus goes there',
    ],
    'Create content: title required. For text a message is required.': [
      'e2e/main-job.spec.ts: errors stand at their fields, and nothing typed is lost',
      'http/create.http.test.ts: says what else is missing',
    ],
    'For other types a file is required, otherwise the message is Please select a file.': [
      'http/create.http.test.ts: comes back with what was written, and says so at the field and above',
      'e2e/create.spec.ts: is asked for, and a title that somebody wrote stays',
    ],
    'Picking a file while the title is empty fills the title with the filename.': [
      'e2e/create.spec.ts: is seen before it is sent, gives its name to an empty title, and is scheduled next',
    ],
    'Schedule: content, recipient email and date/time are required. The recipient name is optional.': [
      'spec/required.http.test.ts: %s without %s is refused, and says so at that field',
    ],
    'Phone is required when the delivery type is whatsapp.': [
      'http/schedule-form.http.test.ts: needs a number that can be, and says so at its field',
    ],
    'Trusted contact: name and email required.': [
      'spec/required.http.test.ts: %s without %s is refused, and says so at that field',
    ],
    'Emergency threshold input: a number, minimum 7, maximum 365.': [
      'http/emergency.http.test.ts: days that cannot be are refused at their field, and what was typed is kept',
    ],
    'Subscribing requires login. Otherwise the toast is "Please login first" and the user goes to /auth.': [
      'http/pricing.http.test.ts: needs somebody who is signed in, and goes on where they were',
    ],
    'Choosing Free shows the info toast "You are already on the free plan".': [
      'http/pricing.http.test.ts: Free says what they have',
    ],
    'The success page requires a token. Otherwise "Invalid subscription token" and the user goes to /pricing.': [
      'http/subscription.http.test.ts: refuses a token that is none: %j',
    ],
    'make private: asks whether the user is sure, and says it will no longer be visible to others': [
      'spec/pages.http.test.ts: %s is asked about in the words of the product',
    ],
    'share publicly: says everyone will be able to see it': [
      'spec/pages.http.test.ts: %s is asked about in the words of the product',
      'e2e/create.spec.ts: is asked before, and only a yes ticks the box',
    ],
    'delete content: says the action cannot be undone': [
      'spec/pages.http.test.ts: %s is asked about in the words of the product',
    ],
    'delete trusted contact and delete scheduled delivery also ask': [
      'http/contacts.http.test.ts: a contact is added in place, shown by initial, name and address, and deleted after a question',
      'e2e/every-page.spec.ts: the question before a delivery is deleted holds the keyboard, and Escape keeps the delivery',
    ],
  },
};

/** Section 6: who may what. */
export const ROLES: Lines = {
  'Roles and permissions': {
    'Visitor: landing, auth, pricing, shared gallery and the subscription result pages.': [
      'http/guards.http.test.ts: the table of contents is read as it is meant',
      'http/subscription.http.test.ts: keeps the token of whoever has to sign in first: %s',
    ],
    'Signed-in user: additionally dashboard, profile, create, schedule and emergency.': [
      'http/guards.http.test.ts: sends visitors to the landing page',
    ],
    'Every data call carries a bearer session token.': [
      'api/door.http.test.ts: without a token that opens anything (%s)',
      'spec/calls.test.ts: %s is there, with its fields',
    ],
  },
  'Plan entitlements': {
    'Free: 50 MB, upload only; Plus: 3 GB, delivery and protocol; Premium: 10 GB, public sharing as well': [
      'domain/plan.test.ts: has what is sold, for what it costs',
      'http/pricing-words.test.ts: the three plans say what the table of the product says',
      'db/entitlements.db.test.ts: the vault holds what the table says, to the byte, and then says which plan holds more',
      'api/plans.http.test.ts: is refused at both doors with the plans that would help',
    ],
    'Public sharing is labelled PREMIUM on the create page.': [
      'spec/pages.http.test.ts: keeping something is a type, a title, a message, a box with its badge, and two buttons',
    ],
  },
};
