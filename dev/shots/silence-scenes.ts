/** The screenshots of an emergency protocol that is not armed, or whose owner is silent. */
import type { Page } from 'playwright-core';
import { press } from './page-actions.ts';
import type { Scene } from './scene.ts';
import type { World } from './world.ts';

/** The protocol while one requirement is missing, and when it is complete. */
export const NOT_RUNNING: Scene[] = (['contact', 'content', 'address', null] as const).map((what) => ({
  who: 'premium',
  given: (world) => world.lack(what),
  shots: {
    [`emergency-${what ? `without-${what}` : 'complete'}`]: '/emergency',
    [`dashboard-${what ? `without-${what}` : 'complete'}`]: '/dashboard',
    ...(what && { [`emergency-arm-without-${what}`]: '/emergency/arm' }),
  },
}));

/** Each stage of a silence: the owner's pages, and the pages of the links in mails. */
export const SILENCE: Scene[] = (['reminding', 'missed', 'last-call', 'released'] as const).flatMap((stage) => [
  {
    who: 'premium' as const,
    given: (world: World) => world.silence(stage),
    shots: {
      [`emergency-${stage}`]: '/emergency',
      [`dashboard-${stage}`]: '/dashboard',
      ...(stage === 'released' && { 'emergency-return': '/emergency/return' }),
    },
  },
  {
    who: 'visitor' as const,
    shots: {
      [`check-in-${stage}`]: (world: World) => world.checkInPath(),
      ...(stage !== 'reminding' && { [`contact-${stage}`]: (world: World) => world.contactPath() }),
      ...(stage === 'released' && {
        'release-invitation': (world: World) => world.releasePath(),
        'release-refuse': async (world: World) => `${await world.releasePath()}?refuse`,
        'release-opened': {
          path: (world: World) => world.releasePath(),
          act: (page: Page) => press(page, /^Open what/),
        },
      }),
    },
  },
]);

/** What a contact can say, and what follows. */
export const SAYING: Scene[] = [
  {
    who: 'visitor',
    given: async (world) => {
      await world.silence('missed');
      await world.letConfirm();
    },
    shots: {
      'contact-confirmable': (world) => world.contactPath(),
      'contact-confirm': async (world) => `${await world.contactPath()}?say=confirmed`,
      'contact-heard': async (world) => `${await world.contactPath()}?say=heard`,
      'contact-held': {
        path: async (world) => `${await world.contactPath()}?say=heard`,
        given: (world) => world.silence('missed'),
        act: (page) => press(page, 'Yes, I have heard from them'),
      },
    },
  },
  { who: 'premium', shots: { 'emergency-held': '/emergency' } },
];

/** After the owner has checked in again. */
export const AFTER: Scene[] = [
  { who: 'premium', given: (world) => world.back(), shots: { 'emergency-back': '/emergency' } },
  {
    who: 'visitor',
    shots: {
      'contact-well': (world) => world.contactPath(),
      'check-in-done': {
        path: (world) => world.checkInPath(),
        given: (world) => world.silence('missed'),
        act: (page) => press(page, "Check In - I'm Still Here"),
      },
    },
  },
];
