import type { Lines } from './lines.ts';

/** Section 2, from the profile on. */
export const MORE_PAGES: Lines = {
  '/profile': {
    'A profile form with a read-only email and an editable full name.': [
      'spec/pages.http.test.ts: the profile has an email to read, a name to change, security, and contacts',
      'http/sessions.http.test.ts: is changed on its page, with the toasts of the catalogue',
    ],
    'Security information.': [
      'spec/pages.http.test.ts: the profile has an email to read, a name to change, security, and contacts',
    ],
    'A trusted contacts list with add and delete.': [
      'http/contacts.http.test.ts: a contact is added in place, shown by initial, name and address, and deleted after a question',
    ],
  },
  '/emergency': {
    'Status Check: last check-in date, days since last check-in, threshold days, and a status indicator.': [
      'spec/pages.http.test.ts: the emergency page has its sections, each with what belongs to it',
    ],
    'A check-in button labelled "Check In - I\'m Still Here".': [
      'spec/pages.http.test.ts: the emergency page has its sections, each with what belongs to it',
      'e2e/emergency.spec.ts: the line moves while the days are edited, the switch asks, Escape changes nothing, and the button checks in',
    ],
    'Protocol Settings: a number input for the inactivity threshold, an active toggle and Save Settings.': [
      'spec/pages.http.test.ts: the emergency page has its sections, each with what belongs to it',
      'spec/pages.http.test.ts: somebody new finds each part of the dashboard, and the switch of the protocol',
      'http/emergency.http.test.ts: days that cannot be are refused at their field, and what was typed is kept',
      'e2e/emergency.spec.ts: the line moves while the days are edited, the switch asks, Escape changes nothing, and the button checks in',
    ],
    'A Trusted Contacts list with avatar initial, name and email.': [
      'spec/pages.http.test.ts: the emergency page has its sections, each with what belongs to it',
    ],
    'The empty text says contacts are added from the Profile page.': [
      'spec/pages.http.test.ts: the emergency page has its sections, each with what belongs to it',
    ],
    'An Add Content selector listing own contents not yet marked emergency (type and title, with an Add button).': [
      'spec/pages.http.test.ts: the emergency page has its sections, each with what belongs to it',
    ],
    'Cards: thumbnail, type badge, title, the first 80 characters of text (or File content) and a Remove button.': [
      'spec/pages.http.test.ts: the emergency page has its sections, each with what belongs to it',
    ],
    'An info box explaining the protocol.': [
      'emergency/page-words.test.ts: names both dates, and sends nothing where there is nobody or nothing',
    ],
  },
  '/pricing': {
    'A monthly/yearly toggle; the yearly option has the badge "2 Months Free".': [
      'spec/pages.http.test.ts: prices, plans and questions are those of the product',
      'http/pricing.http.test.ts: is there for visitors, with their own navigation, and shows either price first',
    ],
    'Three plan cards and an FAQ.': ['spec/pages.http.test.ts: prices, plans and questions are those of the product'],
    'Buttons read Get Started (Free plan) and Subscribe Now, and show Processing... while busy.': [
      'spec/pages.http.test.ts: prices, plans and questions are those of the product',
      'e2e/subscription.spec.ts: a visitor chooses a plan, signs in, thinks again, pays, and is where they wanted to be',
    ],
  },
  '/shared': {
    'Category tabs: All, Texts, Images, Videos, Audio, Documents (types all, text, image, video, audio, file).': [
      'http/shelf.http.test.ts: the gallery has its six categories, in their order',
      'http/shared.http.test.ts: shows visitors what is public, the newest first, by category',
    ],
    'A card grid with a type badge, title, the first 150 characters of text, and the created date.': [
      'spec/pages.http.test.ts: the gallery is called Shared Memories, has its categories, and cards with badge, title and date',
      'http/shared.http.test.ts: shows the first 150 characters of a text',
    ],
    'A click opens a detail modal.': [
      'e2e/shared.spec.ts: a thing opens over the gallery, goes with Escape, and has an address to come back to',
    ],
    'Empty message: No content in this category yet.': [
      'http/shared.http.test.ts: shows visitors what is public, the newest first, by category',
    ],
    'A loading state shows while fetching.': ['e2e/shared.spec.ts: a category is fetched while the page says so'],
  },
  '/subscription/success': {
    'Reads the query parameter token and activates the subscription. Goes to /dashboard after 3 seconds.': [
      'http/subscription.http.test.ts: activates by its button, says so, and leads on after three seconds unless somebody stays',
    ],
  },
  '/subscription/cancel': {
    'Shows Subscription Cancelled and "You cancelled the subscription process. No charges were made." Has a Back to Pricing button. Redirects to /pricing automatically after 5 seconds.':
      [
        'http/subscription.http.test.ts: whoever cancelled is told that nothing was charged, and led on after five seconds unless they stay',
      ],
  },
};
