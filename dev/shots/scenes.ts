/** The screenshots: every page, in each of its states, by the person who visits it. */

import { PASSKEY, plantDemoPasskey } from '#tests/e2e/demo.ts';
import { CONTACT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '../seed/ids.ts';
import { turnCodesOn } from './codes.ts';
import { open, openMenu, pickPhonePicture, press } from './page-actions.ts';
import type { Scene } from './scene.ts';
import { OPENING, SEALING } from './sealed-scenes.ts';
import { AFTER, NOT_RUNNING, SAYING, SILENCE } from './silence-scenes.ts';
import { RECIPIENT, VISITOR } from './visitor-scenes.ts';
import { addWebhook, testWebhook } from './webhooks.ts';
import type { World } from './world.ts';

const NEWCOMER: Scene = {
  who: 'newcomer',
  shots: {
    'new-dashboard': '/dashboard',
    'new-content': '/dashboard/content',
    'new-schedule': '/schedule',
    'new-emergency': '/emergency',
    'new-profile': '/profile',
    codes: '/profile/security/codes',
    'codes-on': { path: '/profile/security/codes', act: turnCodesOn },
    'security-with-codes': '/profile/security',
    duress: '/profile/security/duress',
    'check-in-by-password': '/emergency/check-in/password',
    'webhooks-made': { path: '/profile/security/webhooks', act: addWebhook },
    webhooks: { path: '/profile/security/webhooks', act: testWebhook },
    confirm: (world) => world.accountPath('confirm-email'),
    confirmed: {
      // Its link works once.
      given: ({ query }) => query("update secrets set used_at = null where purpose = 'confirm-email'"),
      path: (world) => world.accountPath('confirm-email'),
      act: (page) => press(page, /Confirm/),
    },
    'forgot-sent': {
      path: '/auth/forgot',
      act: async (page) => {
        await page.getByLabel('Email').fill('plus@example.com');
        await press(page, 'Send the link');
      },
    },
    reset: (world) => world.accountPath('reset-password'),
    'reset-wrong': '/auth/reset/wrong',
    'not-me': (world) => world.notMePath(),
    'not-me-done': { path: (world) => world.notMePath(), act: (page) => press(page, 'This was not me') },
  },
};

const FREE: Scene = {
  who: 'free',
  shots: {
    'free-dashboard': '/dashboard',
    'free-schedule': '/schedule',
    'free-emergency': '/emergency',
    'free-create': '/create',
    'free-plan': '/profile/plan',
    'free-pricing': '/pricing',
  },
};

const story = (thing: string) => `/schedule/${deliveryId(thing)}`;

/** As an owner who saves the letter again: the version before becomes an earlier one. */
async function saveAgain({ query }: World): Promise<void> {
  const sql = 'update contents set head = head, body = body where id = ? and version = 1';
  await query(sql, [LETTER_IDS.yourName]);
}

const VAULT: Scene = {
  who: 'premium',
  shots: {
    dashboard: { path: '/dashboard', given: (world) => world.quiet(12) },
    menu: { path: '/dashboard', act: (page) => openMenu(page), isOver: true },
    content: '/dashboard/content',
    'letter-over': { path: '/dashboard', act: (page) => open(page, 'How we chose your name'), isOver: true },
    letter: `/dashboard/content/${LETTER_IDS.yourName}`,
    'letter-edit': `/content/${LETTER_IDS.yourName}/edit`,
    'letter-versions': {
      path: `/content/${LETTER_IDS.yourName}/versions`,
      given: (world) => saveAgain(world),
    },
    'letter-version': `/content/${LETTER_IDS.yourName}/versions/1`,
    'letter-versions-delete': `/content/${LETTER_IDS.yourName}/versions/delete`,
    'letter-edit-twice': {
      path: `/content/${LETTER_IDS.yourName}/edit`,
      act: async (page) => {
        await page.getByLabel('Title').fill('How we chose it');
        await page.locator('[name=version]').evaluate((input) => input.setAttribute('value', '1'));
        await press(page, 'Save');
        await page.getByText('This version was saved in another window').waitFor();
      },
    },
    'picture-edit': `/content/${FILE_IDS.theOldBoat}/edit`,
    'letter-seal': `/content/${LETTER_IDS.yourName}/seal`,
    'letter-delete': `/content/${LETTER_IDS.yourName}/delete`,
    'letter-publish': `/content/${LETTER_IDS.yourName}/publish`,
    'audio-unpublish': `/content/${FILE_IDS.hummed}/unpublish`,
    picture: `/dashboard/content/${FILE_IDS.theOldBoat}`,
    video: `/dashboard/content/${FILE_IDS.fiveCandles}`,
    audio: `/dashboard/content/${FILE_IDS.hummed}`,
    file: `/dashboard/content/${FILE_IDS.schoolPicture}`,
    create: '/create',
    'create-refused': { path: '/create', act: (page) => press(page, 'Save') },
    'create-video': '/create?type=video',
    'create-picked': { path: '/create?type=image', act: (page) => pickPhonePicture(page) },
    'dashboard-saved': `/dashboard?content=${FILE_IDS.theOldBoat}`,
    'own-shared': '/shared',
    'own-pricing': '/pricing',
    'own-lost': `/dashboard/content/${LETTER_IDS.tryingItOut}`,
  },
};

const DELIVERIES: Scene = {
  who: 'premium',
  shots: {
    schedule: '/schedule',
    'schedule-new': `/schedule?content=${LETTER_IDS.yourName}`,
    'schedule-refused': { path: '/schedule?new', act: (page) => press(page, 'Schedule Delivery') },
    'schedule-several': '/schedule/several',
    'schedule-repeat': `${story(LETTER_IDS.yourName)}/repeat`,
    'schedule-question': `${story(LETTER_IDS.yourName)}/question`,
    'schedule-group': `${story(LETTER_IDS.yourKey)}/group`,
    'schedule-group-delete': `${story(LETTER_IDS.yourKey)}/group/delete`,
    'schedule-story': story(LETTER_IDS.yourKey),
    'schedule-story-sent': story(LETTER_IDS.onThePlatform),
    'schedule-story-opened': story(LETTER_IDS.theSoup),
    'schedule-story-failed': story(LETTER_IDS.aboutTheBoat),
    'schedule-preview': `${story(LETTER_IDS.yourKey)}/preview`,
    'schedule-edit': `${story(LETTER_IDS.yourName)}/edit`,
    'schedule-delete': `${story(LETTER_IDS.yourName)}/delete`,
    'schedule-delete-over': {
      path: '/schedule',
      act: (page) => page.locator('form[action$="/delete"] > button').first().click(),
      isOver: true,
    },
    'schedule-retry': `${story(LETTER_IDS.aboutTheBoat)}/retry`,
    'schedule-resend': `${story(LETTER_IDS.onThePlatform)}/resend`,
    'schedule-revoke': `${story(LETTER_IDS.onThePlatform)}/revoke`,
  },
};

const PROFILE: Scene = {
  who: 'premium',
  shots: {
    profile: '/profile',
    'profile-password': '/profile/password',
    'profile-email': '/profile/email',
    'profile-picture': '/profile/picture',
    'profile-notifications': '/profile/notifications',
    'profile-warnings': { path: '/profile/warnings', given: (world) => world.channels() },
    'profile-warnings-confirm': '/profile/warnings/confirm',
    'profile-browsers': '/profile/browsers',
    'profile-security': { path: '/profile/security', given: plantDemoPasskey },
    'profile-passkey': { path: `/profile/security/passkeys/${PASSKEY}`, given: plantDemoPasskey },
    'profile-record': '/profile/record',
    'profile-contacts': '/profile/contacts',
    'profile-contact-edit': `/profile/contacts/${CONTACT_IDS.rui}/edit`,
    'profile-contact-card': `/profile/contacts/${CONTACT_IDS.rui}/card`,
    'profile-contact-delete': `/profile/contacts/${CONTACT_IDS.rui}/delete`,
    'profile-delete': '/profile/delete',
    'profile-export': '/profile/export',
    'step-up': '/step-up?to=/profile/record/export.csv',
    plan: '/profile/plan',
    'plan-switch': '/profile/plan/switch?plan=plus&interval=monthly',
    'plan-cancel': '/profile/plan/cancel',
    'plan-refund': '/profile/plan/refund',
    'plan-paid': '/subscription/success?token=cs_1&stay',
  },
};

const EMERGENCY: Scene = {
  who: 'premium',
  shots: {
    emergency: { path: '/emergency', given: (world) => world.quiet(12) },
    'emergency-changed': {
      path: '/emergency',
      act: (page) => page.getByLabel('Days without a check-in').fill('60'),
    },
    'emergency-unsaved': {
      path: '/emergency',
      act: (page) => page.getByRole('switch').uncheck(),
    },
    'emergency-arm': '/emergency/arm?inactive_days=30&safety_days=3',
    'emergency-shorten': '/emergency/shorten?inactive_days=7&safety_days=1',
    'emergency-disarm': '/emergency/disarm?inactive_days=30&safety_days=3',
    'emergency-pause': '/emergency/pause?days=20',
    'emergency-plan': '/emergency/plan',
    'contact-asked': (world) => world.askedPath(CONTACT_IDS.rui),
    'emergency-say': '/emergency/say',
    rehearsal: '/emergency/rehearsal',
    'rehearsal-report': { path: (world) => world.rehearsalPath(), given: (world) => world.channels() },
    // The last in this state, because it changes the protocol.
    'emergency-checked-in': {
      path: '/emergency',
      act: async (page) => {
        await press(page, "Check In - I'm Still Here");
        await page.getByText('Check-in recorded!').waitFor();
      },
      isOver: true,
    },
  },
};

/** Our own errors. The last scene: it breaks the world. */
const BROKEN: Scene = {
  who: 'premium',
  given: ({ query }) => query('alter table contents rename to contents_away'),
  shots: {
    'broken-dashboard': '/dashboard',
    'broken-letter': `/dashboard/content/${LETTER_IDS.yourName}`,
  },
};

export const SCENES: readonly Scene[] = [
  // What recipients do changes the senders' pages, so those come first.
  ...[VISITOR, NEWCOMER, FREE, VAULT, DELIVERIES, PROFILE, EMERGENCY, RECIPIENT, SEALING, OPENING],
  ...[...NOT_RUNNING, ...SILENCE, ...SAYING, ...AFTER, BROKEN],
];
