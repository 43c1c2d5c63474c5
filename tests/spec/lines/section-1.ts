import type { Lines } from './lines.ts';

const LANDING =
  'spec/pages.http.test.ts: the landing page has its features, four beginnings, its claims, and the ways in';

/** Section 1: what the product does and for whom. */
export const PRODUCT: Lines = {
  'What the product does and for whom': {
    'The product serves two kinds of people: anonymous visitors and signed-in account holders.': [
      'http/guards.http.test.ts: the table of contents is read as it is meant',
      'http/guards.http.test.ts: is for visitors: whoever is signed in goes to the dashboard',
      'http/guards.http.test.ts: sends visitors to the landing page',
    ],
    'Signed-in users keep content (text letters, images, video, audio, files) in a personal vault.': [
      'seed/seed.db.test.ts: the premium account keeps something of each kind, and each file is what it says',
      'vault/at-rest.db.test.ts: no column of any table has it',
    ],
    'They schedule future delivery of a content item to a recipient by email or WhatsApp.': [
      'e2e/main-job.spec.ts: a letter is written, scheduled, changed and taken back',
      'api/delivery-calls.http.test.ts: by WhatsApp it goes to a phone, and what it does not bring goes to the email',
    ],
    'They define an emergency protocol: trusted contacts are emailed and chosen emergency contents are sent.': [
      'faults/emergency.fault.test.ts: lives from armed to released, shown to operators without anything private, and no operator disarms it',
      'recipient/release.db.test.ts: brings letters first and everything that was set aside, as it was when it went out',
    ],
    'They can make content public so it appears in a public gallery.': [
      'e2e/vault.spec.ts: it is shown to everyone and hidden again without leaving the list, each time after a question',
      'http/shared.http.test.ts: shows visitors what is public, the newest first, by category',
    ],
    'Paid plans exist: Free, Plus, Premium.': ['domain/plan.test.ts: has what is sold, for what it costs'],
    'It claims unlimited time capsules, 256-bit encryption, automatic delivery 24/7 and end-to-end encryption.': [
      LANDING,
      'landing/claims.test.ts: each sentence has a line in docs/security.md, and no line is left of one that is gone',
      'landing/claims.test.ts: the tests that hold them are there',
      'landing/claims.test.ts: what does not exist yet is said to be coming',
    ],
    'Features: Time Capsule, Digital Will, Emergency Protocol, Scheduled Delivery, Secure Storage, Memory Vault.': [
      LANDING,
    ],
    'It also shows four use cases and a footer.': [LANDING],
    'Its navigation buttons are Shared, Pricing and Sign In, and the hero button is Start Free.': [
      LANDING,
      'http/pricing.http.test.ts: is among the places of everyone',
    ],
  },
};
