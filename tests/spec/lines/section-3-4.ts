import type { Lines } from './lines.ts';

/** Section 3: what there is, and its fields. */
export const ENTITIES: Lines = {
  'Entities and their fields': {
    'User: id, name, email, picture.': ['spec/calls.test.ts: %s is there, with its fields'],
    'Session: session_token and user, returned at login, register or session exchange.': [
      'spec/calls.test.ts: %s is there, with its fields',
      'http/sessions.http.test.ts: is swapped for the token of the same session, which no cache keeps',
    ],
    'Content: id, type, title, content, file_id, is_public, is_emergency, metadata, created_at.': [
      'spec/calls.test.ts: %s is there, with its fields',
      'api/content-calls.http.test.ts: is kept, read, listed and deleted',
    ],
    'type (text, image, video, audio, file); metadata (original_filename, content_type, size in bytes)': [
      'spec/calls.test.ts: kinds and states have the names of section 3, and a content says what its file is',
      'api/content-calls.http.test.ts: is kept under its own name, whatever order the form has, and its bytes come for the token',
    ],
    'Delivery: id, content_id, recipient_email, recipient_name, recipient_phone, scheduled_time, delivery_type, status.':
      [
        'spec/calls.test.ts: %s is there, with its fields',
        'api/delivery-calls.http.test.ts: a delivery is scheduled for an instant, read, listed and deleted',
      ],
    'recipient_name (optional), recipient_phone (for WhatsApp), delivery_type (email or whatsapp)': [
      'spec/calls.test.ts: kinds and states have the names of section 3, and a content says what its file is',
      'api/delivery-calls.http.test.ts: by WhatsApp it goes to a phone, and what it does not bring goes to the email',
      'spec/required.http.test.ts: %s asks for nothing else',
    ],
    'status (pending, sent; anything else is shown as Failed)': [
      'spec/pages.http.test.ts: a delivery that is neither pending nor sent is called Failed',
    ],
    'Trusted contact: id, name, email.': ['spec/calls.test.ts: %s is there, with its fields'],
    'Emergency status: is_active, inactive_days_threshold, last_check_in.': [
      'spec/calls.test.ts: %s is there, with its fields',
    ],
    'Profile: name, picture.': ['spec/calls.test.ts: %s is there, with its fields'],
    'Subscription plan type: plan_monthly or plan_yearly, for example plus_monthly or premium_yearly.': [
      'domain/plan.test.ts: names each offer in one way, here and at the provider',
    ],
    'Subscription creation response: approval_url. Execution response: success.': [
      'spec/calls.test.ts: %s is there, with its fields',
      'http/subscription.http.test.ts: lead to the payment and make a plan of it, whatever comes as a body, and again',
    ],
  },
};

/** Section 4: states and transitions. */
export const STATES: Lines = {
  'States and transitions': {
    'Delivery status: pending, sent, failed.': [
      'domain/protocol-lives.test.ts: calls nobody before it is due, always ends, and makes copies only after outcomes that nobody could learn',
    ],
    'A delivery can be deleted only while it is pending and its scheduled time is in the future.': [
      'db/deliveries.db.test.ts: is refused once the time has come, and for a time in the past',
      'api/delivery-calls.http.test.ts: and deleting are over once its time has come, or it was sent',
    ],
    'Content visibility: private and public, changing in both directions, each with a confirmation.': [
      'e2e/vault.spec.ts: it is shown to everyone and hidden again without leaving the list, each time after a question',
    ],
    'New content is private by default, and ticking the public box at creation asks for confirmation first.': [
      'e2e/create.spec.ts: is asked before, and only a yes ticks the box',
    ],
    'Make Public is disabled when the content is already public, and Make Private is disabled when it is private.': [
      'spec/pages.http.test.ts: a content has its type, title and date, its body, what can be done, and what it is',
      'http/vault.http.test.ts: asks, says what it means, and is taken back as easily',
    ],
    'Emergency flag: Add marks a content as emergency and Remove unmarks it.': [
      'http/emergency.http.test.ts: what is set aside is shown with its first words, and somebody else can set aside nothing of it',
    ],
    'Emergency protocol: active or inactive. The default inactivity threshold is 30 days.': [
      'db/emergency-settings.db.test.ts: begins inactive, with thirty and three days, checked in when the account was opened',
    ],
    'Status indicator: danger at the threshold, warning above half of it, otherwise active.': [
      'emergency/page-words.test.ts: turns amber on the day that the line names',
      'emergency/page-words.test.ts: has a lamp that is lit, dimmed from the warning on, and out in danger, after a release and while it is off',
      'domain/emergency.test.ts: %i days of %i: %s',
    ],
    'Subscription flow: choose a plan, create it, approval page; success, then /dashboard after 3 s.': [
      'e2e/subscription.spec.ts: a visitor chooses a plan, signs in, thinks again, pays, and is where they wanted to be',
      'http/subscription.http.test.ts: activates by its button, says so, and leads on after three seconds unless somebody stays',
    ],
    'or to cancel (then /pricing after 5 s)': [
      'http/subscription.http.test.ts: whoever cancelled is told that nothing was charged, and led on after five seconds unless they stay',
    ],
    'A failed execution redirects to /pricing after 2 seconds.': [
      'http/subscription.http.test.ts: says why it failed, and leads on after two seconds',
    ],
    'A session identifier in the URL hash is exchanged for a token; the hash is cleared, the token kept as session_token.':
      [
        'e2e/sessions.spec.ts: the code leaves the address before it is swapped, the token is checked on each visit, and thrown away when it is no more',
      ],
    'Otherwise a stored token is validated. A failed check removes the token.': [
      'e2e/sessions.spec.ts: the code leaves the address before it is swapped, the token is checked on each visit, and thrown away when it is no more',
    ],
    'Logout clears the token and the user, even if the logout call fails.': [
      'e2e/sessions.spec.ts: whoever logs out without a network is out: the token at once, the session with the next request',
    ],
  },
};
