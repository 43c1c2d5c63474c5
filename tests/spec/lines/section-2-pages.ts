import type { Lines } from './lines.ts';

/** Section 2, from the dashboard to the schedule. */
export const PAGES: Lines = {
  'Screens and routes': {
    '/ and /auth: visitors; a signed-in user is redirected to /dashboard': [
      'http/guards.http.test.ts: is for visitors: whoever is signed in goes to the dashboard',
    ],
    '/pricing and /shared: public': [
      'http/pricing.http.test.ts: is there for visitors, with their own navigation, and shows either price first',
      'http/shared.http.test.ts: shows visitors what is public, the newest first, by category',
    ],
    '/shared: public gallery titled Shared Memories': [
      'spec/pages.http.test.ts: the gallery is called Shared Memories, has its categories, and cards with badge, title and date',
    ],
    '/subscription/success: reached after the payment provider; activates the subscription': [
      'http/subscription.http.test.ts: activates by its button, says so, and leads on after three seconds unless somebody stays',
      'e2e/subscription.spec.ts: a visitor chooses a plan, signs in, thinks again, pays, and is where they wanted to be',
    ],
    '/subscription/cancel: reached after the payment provider; cancel notice': [
      'http/subscription.http.test.ts: whoever cancelled is told that nothing was charged, and led on after five seconds unless they stay',
    ],
    '/dashboard, /profile, /create, /schedule, /emergency: signed-in only; others are redirected to /': [
      'http/guards.http.test.ts: sends visitors to the landing page',
    ],
    'A full-screen spinner shows during the initial authentication check.': [
      'e2e/sessions.spec.ts: the code leaves the address before it is swapped, the token is checked on each visit, and thrown away when it is no more',
    ],
    'A toast container runs on every page.': [
      'spec/toasts.spec.ts: toasts are announced, stay for four seconds, and are three at most',
      'http/accounts.http.test.ts: opens an account, signs in, and leaves a word for the next page only',
    ],
    'The default theme is system.': [
      'e2e/theme.spec.ts: the light is chosen, comes with the first answer, and is given back (scripts: %s)',
    ],
    'Navigation: Dashboard, Shared, Create, Schedule, Emergency, Pricing, Profile, and Logout.': [
      'spec/pages.http.test.ts: who is signed in has the eight places, in their order',
      'http/pricing.http.test.ts: is among the places of everyone',
    ],
    'Logout clears the session and goes to /.': [
      'http/accounts.http.test.ts: ends the session here and there, and goes to the landing page',
    ],
    'Visitors on the pricing page see a public navigation with Shared Content and Sign In.': [
      'http/pricing.http.test.ts: is there for visitors, with their own navigation, and shows either price first',
    ],
  },
  '/auth': {
    'The page toggles between sign-in (email, password) and sign-up (full name, email, password).': [
      'spec/pages.http.test.ts: signing in asks for an email and a password, signing up for the full name as well',
    ],
    'A Google sign-in button redirects to an external sign-in provider, with a return to /dashboard.': [
      'e2e/google.spec.ts: somebody goes to Google, thinks again, goes once more, and finds the page that was wanted',
      'http/google.http.test.ts: gets an account without a password, with a confirmed address, and is signed in',
    ],
    'Success leads to /dashboard.': [
      'http/accounts.http.test.ts: opens an account, signs in, and leaves a word for the next page only',
      'http/accounts.http.test.ts: leads to the dashboard with a word',
    ],
  },
  '/dashboard': {
    "A greeting with the user's name.": [
      'spec/pages.http.test.ts: the dashboard greets by name, and has its stats, deliveries, contents and quick actions',
    ],
    'Three stats: total content count, pending deliveries count, emergency protocol Active or Inactive.': [
      'spec/pages.http.test.ts: the dashboard greets by name, and has its stats, deliveries, contents and quick actions',
      'spec/pages.http.test.ts: somebody new finds each part of the dashboard, and the switch of the protocol',
      'http/emergency.http.test.ts: arming asks first, says what would happen to whom on which date, and saves the days along with it',
    ],
    'Upcoming Deliveries: up to 5 pending deliveries with a future time, sorted by time ascending.': [
      'db/deliveries.db.test.ts: shows the next five of what is to come, soonest first, and the newest six contents',
    ],
    'Each shows the content title (or Untitled), days left, date and recipient email.': [
      'spec/pages.http.test.ts: the dashboard greets by name, and has its stats, deliveries, contents and quick actions',
      'spec/figures.test.ts: what has no title is called Untitled',
    ],
    'Recent Content: the first 6 items: thumbnail, type badge, title, a preview of 100 characters (or File content) and date.':
      [
        'http/shelf.http.test.ts: the dashboard shows the newest six: badge, title, date, and a hundred characters or “File content”',
        'http/shelf.http.test.ts: what has a thumbnail is shown by it, on every shelf and in the gallery',
      ],
    'Quick actions to create, schedule and open the profile.': [
      'spec/pages.http.test.ts: the dashboard greets by name, and has its stats, deliveries, contents and quick actions',
    ],
    'Clicking a content card opens a detail modal.': [
      'e2e/vault.spec.ts: a letter opens over %s, and goes with Escape',
      'e2e/vault.spec.ts: without scripts a thing is a page, and each question too',
    ],
  },
  'Content detail modal': {
    'Shows the type, title and created date.': [
      'spec/pages.http.test.ts: a content has its type, title and date, its body, what can be done, and what it is',
    ],
    'Body: text': [
      'http/vault.http.test.ts: is a page of its own: a letter set as a letter, what it is, and what can be done',
    ],
    'Body: image': ['http/vault.http.test.ts: shows a picture in place, with its name, its size and a way to have it'],
    'Body: video': ['http/shelf.http.test.ts: a film has a player'],
    'Body: an audio player with download, the original filename and the size in MB': [
      'http/shelf.http.test.ts: a recording has a player, its filename, its size in MB and a way to have it',
    ],
    'Body: a file with a download link': [
      'http/shelf.http.test.ts: a document is a link to have it, and nothing that would open it here',
    ],
    'Buttons: Make Public, Make Private, Delete.': [
      'spec/pages.http.test.ts: a content has its type, title and date, its body, what can be done, and what it is',
    ],
    'A metadata section shows filename, type and size.': [
      'spec/pages.http.test.ts: a content has its type, title and date, its body, what can be done, and what it is',
      'http/shelf.http.test.ts: a recording has a player, its filename, its size in MB and a way to have it',
    ],
  },
  '/create': {
    'Choose a type: text, image, video, audio, file; a title; a message (for text) or pick a file.': [
      'spec/pages.http.test.ts: keeping something is a type, a title, a message, a box with its badge, and two buttons',
      'http/create.http.test.ts: offers a picker with its hint and what is left, and hides the message',
    ],
    'A public sharing checkbox carries a PREMIUM badge.': [
      'spec/pages.http.test.ts: keeping something is a type, a title, a message, a box with its badge, and two buttons',
    ],
    'Buttons: Cancel and Save.': ['http/shelf.http.test.ts: keeping has Save, and Cancel leads back'],
    'File hints: JPG, PNG, GIF; MP4, MOV, AVI; MP3, WAV, OGG.': [
      'http/create.http.test.ts: offers a picker with its hint and what is left, and hides the message',
    ],
    'The pickers accept image/*, video/*, audio/*, or any file.': [
      'http/create.http.test.ts: offers a picker with its hint and what is left, and hides the message',
    ],
  },
  '/schedule': {
    'Shows the list of deliveries and a toggle that shows the scheduling form.': [
      'spec/pages.http.test.ts: scheduling is one of one’s own things, a way, a recipient and a time; each that waits can be deleted',
    ],
    'Each delivery can be deleted while it is pending and in the future.': [
      'spec/pages.http.test.ts: scheduling is one of one’s own things, a way, a recipient and a time; each that waits can be deleted',
      'db/deliveries.db.test.ts: is refused once the time has come, and for a time in the past',
    ],
  },
};
