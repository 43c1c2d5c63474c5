/** What is photographed, held against the table of contents: a page that nobody looks at is seen here. */
import { expect, test } from 'vitest';
import { SCENES } from '#dev/shots/scenes.ts';
import type { World } from '#dev/shots/world.ts';
import { unvisited } from '#tests/e2e/pages.ts';

/** why: only the form of an address matters here, and a world takes a database, an object store and a build */
const WORLD = {
  delivery: () => ({ id: 'some', link: '/m/some' }),
  secret: () => 'some',
  checkInPath: async () => '/check-in/some',
  contactPath: async () => '/contact/some',
  releasePath: async () => '/m/some',
  accountPath: async (purpose) => `/auth/${purpose === 'confirm-email' ? 'confirm' : 'reset'}/some`,
} satisfies Partial<World> as unknown as World;

test('every page has its picture, under a name of its own', async () => {
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
