/** Every page, as the server sends it, is HTML as the standard has it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyPage } from '#tests/e2e/pages.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { htmlErrors } from './html-checker.ts';

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;
const UNKNOWN = '019a0000-0000-7000-8000-00000000ffff';

let web: Awaited<ReturnType<typeof startWeb>>;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

test('an error in a page is found', async () => {
  const page = (body: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>One</title></head><body>${body}</body></html>`;
  const pages = new Map([
    ['/good', page('<p>Good')],
    ['/bad', page('<p aria-label="No">Bad')],
  ]);
  expect(await htmlErrors(pages)).toEqual([expect.stringMatching(/^\/bad: The “aria-label” attribute must not/)]);
});

test('every page passes the Nu HTML checker', { timeout: 180_000 }, async () => {
  const pages = new Map<string, string>();
  const add = async (name: string, answer: Response) => {
    if (answer.headers.get('content-type')?.startsWith('text/html')) pages.set(name, await answer.text());
  };
  for (const { person, paths } of await everyPage(web)) {
    const asker = person ?? web.visitor();
    for (const address of paths) {
      const path = address.replace(web.origin, '');
      await add(person ? `${path} of an account` : path, await asker.get(path));
      // The page of an error.
      const unknown = path.replace(ID, UNKNOWN);
      if (unknown !== path) await add(unknown, await asker.get(unknown));
    }
  }
  for (const thing of ['onThePlatform', 'yourRoom'] as const) {
    const path = web.delivery(thing).link.replace(web.origin, '');
    await add(`${path}, opened`, await web.visitor().post(path, { intent: 'open' }));
  }
  expect(pages.size).toBeGreaterThan(60);
  expect(await htmlErrors(pages)).toEqual([]);
});
