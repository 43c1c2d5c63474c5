import type { Lines } from './lines.ts';

const CALL = 'spec/calls.test.ts: %s is there, with its fields';
const FAILURE = 'spec/failures.http.test.ts: “%s” is told when it could not be done';

/** Section 7: the calls. */
export const CALLS: Lines = {
  'The calls it makes': {
    'All paths sit under an /api prefix. Authenticated calls send an Authorization bearer header.': [
      'api/table.http.test.ts: every call has a row, and every row a call',
      'api/door.http.test.ts: without a token that opens anything (%s)',
    ],
    'POST /auth/login, POST /auth/register, GET /auth/session, GET /auth/me, POST /auth/logout': [
      CALL,
      'http/sessions.http.test.ts: a program opens an account and signs in by itself; of several at the same moment one is made',
      'http/sessions.http.test.ts: logging out by a call ends the session, and is as good without one',
    ],
    'GET /content/list, POST /content/upload, PUT /content/{id}, DELETE /content/{id}': [
      CALL,
      'api/content-calls.http.test.ts: is kept, read, listed and deleted',
      'api/content-calls.http.test.ts: marks for an emergency on every plan, and what is as it was is fine',
    ],
    'POST /content/upload-file, GET /content/file/{file_id}': [
      CALL,
      'api/content-calls.http.test.ts: is kept under its own name, whatever order the form has, and its bytes come for the token',
    ],
    'GET /public/contents: none, no authentication': [
      CALL,
      'api/content-calls.http.test.ts: of what is public show text and file to everyone, and nothing of whose it is',
    ],
    'GET /delivery/list, POST /delivery/schedule, DELETE /delivery/{id}': [
      CALL,
      'api/delivery-calls.http.test.ts: a delivery is scheduled for an instant, read, listed and deleted',
      'api/delivery-calls.http.test.ts: by WhatsApp it goes to a phone, and what it does not bring goes to the email',
    ],
    'GET and PUT /user/profile': [CALL, 'http/sessions.http.test.ts: is changed by calls, one thing at a time'],
    'GET and POST /user/trusted-contacts, DELETE /user/trusted-contacts/{id}': [
      CALL,
      'api/table.http.test.ts: every call has a row, and every row a call',
    ],
    'GET /emergency/status, POST /emergency/check-in, PUT /emergency/settings: query, empty body': [
      CALL,
      'api/table.http.test.ts: every call has a row, and every row a call',
    ],
    'POST /subscription/create, POST /subscription/execute: query, with a body': [
      CALL,
      'http/subscription.http.test.ts: lead to the payment and make a plan of it, whatever comes as a body, and again',
    ],
  },
};

/** Section 8: the error catalogue. */
export const CATALOGUE: Lines = {
  'Error toasts': {
    "Sign-in or register failure: shows the server's detail message, else An error occurred": [
      'spec/pages.http.test.ts: who has an account already is told so in the words of the server',
      'e2e/accounts.spec.ts: a wrong password says so, and keeps the email',
      'e2e/accounts.spec.ts: an outage is told as ours, and nothing typed is lost',
    ],
    'Error loading data (dashboard, profile, schedule and emergency loads)': [
      'http/outage.http.test.ts: %s still comes, empty, and says so',
    ],
    'Failed to update (visibility)': [FAILURE],
    'Failed to delete content': [FAILURE],
    'Failed to update profile': [FAILURE],
    'Failed to add contact': [FAILURE],
    'Failed to delete contact': [FAILURE],
    'Error creating content': [FAILURE],
    'Please select a file': [
      'http/create.http.test.ts: comes back with what was written, and says so at the field and above',
    ],
    'Error scheduling delivery': [FAILURE],
    'Error deleting delivery': [FAILURE],
    'Operation failed (emergency toggle)': [FAILURE],
    'Failed to record check-in': [FAILURE],
    'Failed to update settings': [FAILURE],
    "Failed to create subscription: when there is no approval_url, or the server's error detail if present": [
      'http/pricing.http.test.ts: says what is wrong when it cannot be done, and changes nothing',
    ],
    'Failed to activate subscription: followed by a redirect to /pricing after 2 s': [
      'http/subscription.http.test.ts: says why it failed, and leads on after two seconds',
    ],
    'Invalid subscription token': ['http/subscription.http.test.ts: refuses a token that is none: %j'],
    'Please login first': ['http/pricing.http.test.ts: needs somebody who is signed in, and goes on where they were'],
  },
  'Success toasts': {
    'Login successful!': ['http/accounts.http.test.ts: leads to the dashboard with a word'],
    'Registration successful!': [
      'http/accounts.http.test.ts: opens an account, signs in, and leaves a word for the next page only',
    ],
    'Content is now private, Content is now public': [
      'http/vault.http.test.ts: asks, says what it means, and is taken back as easily',
    ],
    'Content deleted successfully': ['http/vault.http.test.ts: names what goes with it, and takes it along'],
    'Profile updated!': ['http/sessions.http.test.ts: is changed on its page, with the toasts of the catalogue'],
    'Trusted contact added!, Contact deleted': [
      'http/contacts.http.test.ts: a contact is added in place, shown by initial, name and address, and deleted after a question',
    ],
    'Content created successfully!': [
      'e2e/create.spec.ts: is seen before it is sent, gives its name to an empty title, and is scheduled next',
    ],
    'Delivery scheduled successfully!, Delivery deleted': [
      'e2e/main-job.spec.ts: a letter is written, scheduled, changed and taken back',
    ],
    'Added to emergency': [
      'http/emergency.http.test.ts: arming asks first, says what would happen to whom on which date, and saves the days along with it',
    ],
    'Removed from emergency': [
      'http/emergency.http.test.ts: what is set aside is shown with its first words, and somebody else can set aside nothing of it',
    ],
    'Check-in recorded!': [
      'e2e/emergency.spec.ts: the line moves while the days are edited, the switch asks, Escape changes nothing, and the button checks in',
    ],
    'Settings updated!': [
      'http/emergency.http.test.ts: arming asks first, says what would happen to whom on which date, and saves the days along with it',
    ],
    'Subscription activated successfully!': [
      'http/subscription.http.test.ts: activates by its button, says so, and leads on after three seconds unless somebody stays',
    ],
  },
  'Silent failures': {
    'a failure to load public content is only logged and the list stays empty': [
      'http/shared.http.test.ts: while the database is away the gallery is empty and silent',
    ],
    'A session exchange failure and a logout failure are only logged.': [
      'e2e/sessions.spec.ts: whoever logs out without a network is out: the token at once, the session with the next request',
      'http/outage.http.test.ts: whoever logs out is out all the same, and the session ends as soon as it can',
    ],
    'A failed authentication check removes the stored token.': [
      'e2e/sessions.spec.ts: the code leaves the address before it is swapped, the token is checked on each visit, and thrown away when it is no more',
    ],
    'Image load errors hide the image.': [
      'e2e/vault.spec.ts: a picture that does not come hides itself, on the shelf and as a whole',
    ],
  },
};

/** Section 9: constants and limits. */
export const CONSTANTS: Lines = {
  'Business constants and limits': {
    'Password minimum length: 6.': [
      'e2e/accounts.spec.ts: what is wrong stands at its field, and the focus goes there',
    ],
    'Dashboard: 5 upcoming deliveries, 6 recent contents, preview 100 characters.': [
      'db/deliveries.db.test.ts: shows the next five of what is to come, soonest first, and the newest six contents',
      'http/shelf.http.test.ts: the dashboard shows the newest six: badge, title, date, and a hundred characters or “File content”',
    ],
    'Previews: 80 characters on emergency cards, 150 on shared cards.': [
      'spec/pages.http.test.ts: the emergency page has its sections, each with what belongs to it',
      'http/shared.http.test.ts: shows the first 150 characters of a text',
    ],
    'Inactivity threshold: default 30 days; the input accepts 7 to 365.': [
      'db/emergency-settings.db.test.ts: begins inactive, with thirty and three days, checked in when the account was opened',
      'http/emergency.http.test.ts: days that cannot be are refused at their field, and what was typed is kept',
    ],
    'Status indicator: warning above half the threshold, danger at the full threshold.': [
      'domain/emergency.test.ts: %i days of %i: %s',
    ],
    'Text area: 12 rows.': ['http/create.http.test.ts: %s begins with a letter of twelve rows'],
    'Sizes are shown in MB with 2 decimals.': ['spec/figures.test.ts: sizes are written in MB with two decimals'],
    'Days left are rounded up.': ['spec/figures.test.ts: days left are rounded up'],
    'Toasts: default duration 4 seconds, at most 3 visible.': [
      'spec/toasts.spec.ts: toasts are announced, stay for four seconds, and are three at most',
    ],
    'Prices in USD: Free 0; Plus 5 per month or 50 per year; Premium 10 per month or 100 per year.': [
      'domain/plan.test.ts: has what is sold, for what it costs',
      'domain/plan.test.ts: asks for whole cents, and for ten months a year',
      'spec/pages.http.test.ts: prices, plans and questions are those of the product',
    ],
    'Storage: 50 MB, 3 GB, 10 GB.': [
      'db/entitlements.db.test.ts: the vault holds what the table says, to the byte, and then says which plan holds more',
    ],
    'FAQ claims: refunds within 30 days, cancel anytime, data encrypted with 256-bit encryption.': [
      'spec/pages.http.test.ts: prices, plans and questions are those of the product',
      'http/plan.http.test.ts: at once with the newest payment back, once, however often it is pressed',
      'vault/at-rest.db.test.ts: no column of any table has it',
    ],
    'Redirect delays: 3 s after activation, 2 s after failure, 5 s after cancel.': [
      'http/subscription.http.test.ts: activates by its button, says so, and leads on after three seconds unless somebody stays',
      'http/subscription.http.test.ts: says why it failed, and leads on after two seconds',
      'http/subscription.http.test.ts: whoever cancelled is told that nothing was charged, and led on after five seconds unless they stay',
    ],
    'The session token is stored in local storage under the key session_token.': [
      'e2e/sessions.spec.ts: the code leaves the address before it is swapped, the token is checked on each visit, and thrown away when it is no more',
    ],
  },
};
