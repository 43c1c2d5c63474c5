/** What people see who are not signed in: visitors, and recipients of a message. */

import { ROOT } from '../build.ts';
import { ACCOUNT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '../seed/ids.ts';
import { askPlusForCodes, beginSignIn } from './codes.ts';
import { open, postFromOtherSite, press } from './page-actions.ts';
import type { Scene, Shot } from './scene.ts';
import type { World } from './world.ts';

export const VISITOR: Scene = {
  who: 'visitor',
  shots: {
    landing: '/',
    'sign-in': '/auth',
    'sign-in-refused': {
      path: '/auth',
      act: async (page) => {
        await page.getByLabel('Email').fill('helena@example');
        await press(page, 'Sign In');
      },
    },
    'sign-up': '/auth?mode=sign-up',
    // Leaves the browser between the two steps of a sign-in, as the next ones need it.
    'second-step': { path: '/auth', given: askPlusForCodes, act: beginSignIn },
    'second-step-recovery': '/auth/code?recovery',
    'lost-phone': '/auth/code/lost',
    'lost-phone-stop': (world) => world.lostPhonePath('stop-lost-phone'),
    'lost-phone-over': (world) => world.lostPhonePath('lost-phone'),
    forgot: '/auth/forgot',
    genuine: '/genuine',
    'record-roots': '/record/roots',
    shared: '/shared',
    'shared-audio': '/shared?type=audio',
    'shared-letter': { path: '/shared', act: (page) => open(page, 'What the sea did'), isOver: true },
    'shared-picture': `/shared/${FILE_IDS.theOldBoat}`,
    'shared-report': `/shared/${LETTER_IDS.theHat}/report`,
    pricing: '/pricing',
    'pricing-yearly': '/pricing?interval=yearly',
    cancelled: '/subscription/cancel?stay',
    api: '/api',
    lost: '/nothing-here',
    forbidden: {
      path: '/offline',
      act: (page) => postFromOtherSite(page),
    },
    offline: '/offline',
    maintenance: `file://${ROOT}/docs/maintenance.html`,
  },
};

const letter = (thing: Parameters<World['delivery']>[0]) => (world: World) => world.delivery(thing).link;
const opened = (thing: Parameters<World['delivery']>[0]): Shot => ({
  path: letter(thing),
  act: (page) => press(page, /^Open|^See|^Watch|^Listen/),
});

export const RECIPIENT: Scene = {
  who: 'visitor',
  shots: {
    invitation: letter('onThePlatform'),
    'invitation-refuse': (world) => `${world.delivery('onThePlatform').link}?refuse`,
    'invitation-refused': {
      path: (world) => `${world.delivery('onThePlatform').link}?refuse`,
      given: (world) => undoRefusal(world),
      act: (page) => press(page, /close it/),
    },
    'invitation-gone': letter('onThePlatform'),
    'invitation-again': letter('theSoup'),
    'opened-letter': opened('theSoup'),
    'opened-picture': opened('yourRoom'),
    'invitation-expired': {
      path: letter('yourRoom'),
      given: ({ query, delivery }) =>
        query("update deliveries set link_expires_at = now() - interval '3 days' where id = ?", [
          delivery('yourRoom').id,
        ]),
    },
    'invitation-wrong': '/m/wrong',
    'address-asked': (world) => `/address/${world.secret('address', deliveryId(LETTER_IDS.yourKey), 1)}`,
    'address-held': {
      given: ({ query }) => query('update deliveries set address_holds_at = null where address_asked_at is not null'),
      path: (world) => `/address/${world.secret('address', deliveryId(LETTER_IDS.yourKey), 1)}`,
      act: (page) => press(page, /Yes, it’s still right/),
    },
    stop: { path: (world) => world.stopPath() },
    stopped: { path: (world) => world.stopPath(), act: (page) => press(page, /Nothing more from/) },
    unsubscribe: (world) => `/unsubscribe/${world.secret('unsubscribe:delivery_opened', ACCOUNT_IDS.premium, 1)}`,
  },
};

/** Undoes a recipient's "This is not for me". */
function undoRefusal({ query, delivery }: World): Promise<unknown> {
  return query(
    "update deliveries set status = 'sent', failure_code = null, link_epoch = 1, link_revoked_at = null where id = ?",
    [delivery('onThePlatform').id],
  );
}
