import { expect, test } from 'vitest';
import type { Theme } from '#app/http/theme.ts';
import { offlinePage } from '#app/plain/offline-page.ts';
import { plainResponse } from '#app/plain/page.ts';

const headOf = async (theme: Theme | null) => (await plainResponse(offlinePage(), theme).text()).split('<body>')[0];

test('a plain page comes in the light that its browser asked for, or else in what the system says', async () => {
  expect(await headOf(null)).toMatch(
    /content="light dark">.*dark\.css" media="screen and \(prefers-color-scheme: dark\)">/s,
  );
  expect(await headOf('dark')).toMatch(/content="dark">.*dark\.css" media="screen">/s);
  expect(await headOf('light')).toMatch(/content="light">/);
  expect(await headOf('light')).not.toContain('dark.css');
});
