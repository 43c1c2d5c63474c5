/** Compares the screenshots with the routes, so that no page is left out. */
import { expect, test } from 'vitest';
import { SCENES } from '#dev/shots/scenes.ts';
import type { World } from '#dev/shots/world.ts';
import { unvisited } from '#tests/e2e/pages.ts';

/** why: the test needs only addresses, and a real world needs a database, an object store and a build */
const WORLD = {
  delivery: () => ({ id: 'some', link: '/m/some' }),
  secret: () => 'some',
  checkInPath: async () => '/check-in/some',
  contactPath: async () => '/contact/some',
  askedPath: async () => '/contact/some/answer',
  releasePath: async () => '/m/some',
  rehearsalPath: async () => '/emergency/rehearsal/some',
  stopPath: async () => '/stop/some',
  sealed: async () => ({
    ...{ id: 'some', words: [], vault: '/content/some/open', recipient: '/m/some/open/some' },
    ...{ link: '/m/some', waiting: 'some' },
  }),
  accountPath: async (purpose) => `/auth/${purpose === 'confirm-email' ? 'confirm' : 'reset'}/some`,
  notMePath: async () => '/auth/not-me/some',
} satisfies Partial<World> as unknown as World;

test('every page has a screenshot, and no two have the same name', async () => {
  const shots = SCENES.flatMap((scene) => Object.entries(scene.shots));
  const paths = await Promise.all(
    shots.map(async ([, shot]) => {
      const path = typeof shot === 'object' ? shot.path : shot;
      return typeof path === 'string' ? path : path(WORLD);
    }),
  );
  expect(unvisited(paths)).toEqual([]);
  const names = shots.map(([name]) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
