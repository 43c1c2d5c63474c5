/** The limit of each form, by the table of addresses: nobody without an account may send more than 256 KiB. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { formLimit } from '#app/http/body-limit.ts';
import routes from '#app/routes.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { MINUTE } from '#domain/time/durations.ts';

const VISITORS = { bytes: 256 * 1_024, within: 2 * MINUTE };
const SIGNED_IN = { bytes: 2 * MEGABYTE, within: null };
const LETTERS = { bytes: 4 * MEGABYTE, within: null };
const WITH_LETTERS = ['/create', '/step-up', '/content/:id/edit'];

function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [own || '/', ...addressesOf(children, own)];
  });
}

const limitOf = (path: string) => formLimit(`http://localhost${path.replaceAll(':id', '01980000')}`);
const all = routes as RouteConfigEntry[];
const behindSignIn = addressesOf(all.filter(({ file }) => file === 'routes/signed-in.tsx')).filter(
  (path) => path !== '/',
);
const forEveryone = addressesOf(all.filter(({ file }) => file !== 'routes/signed-in.tsx'));

describe('what a form may carry', () => {
  test.each(behindSignIn)('%s, behind signing in', (path) => {
    const limit = WITH_LETTERS.includes(path) ? LETTERS : SIGNED_IN;
    expect([limitOf(path), limitOf(`${path}.data`), limitOf(`${path}?to=/x`)]).toEqual([limit, limit, limit]);
  });

  test.each(forEveryone)('%s, for everyone', (path) => {
    expect([limitOf(path), limitOf(`${path}.data`)]).toEqual([VISITORS, VISITORS]);
  });
});
