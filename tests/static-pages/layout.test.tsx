import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Theme } from '#app/http/theme.ts';
import { contentSecurityPolicy } from '#app/middleware/headers.ts';
import { STATIC_PAGE } from '#app/page-scripts.ts';
import { StaticDocument } from '#app/static-pages/layout.tsx';
import { LinkTrouble, troubleOf } from '#app/static-pages/trouble-page.tsx';
import { markupOf } from './static-page.tsx';

const headOf = (theme: Theme | null) =>
  renderToStaticMarkup(<StaticDocument theme={theme}>{null}</StaticDocument>).split('<body>')[0];

test('a static page has the theme that its browser chose, or else the system’s', () => {
  expect(headOf(null)).toMatch(
    /content="light dark"\/>.*dark\.css" media="screen and \(prefers-color-scheme: dark\)"\/>/s,
  );
  expect(headOf('dark')).toMatch(/content="dark"\/>.*dark\.css" media="screen"\/>/s);
  expect(headOf('light')).toMatch(/content="light"\/>/);
  expect(headOf('light')).not.toContain('dark.css');
});

test('its policy allows nothing but styles, fonts, pictures, players and forms of ours', () => {
  expect(contentSecurityPolicy(STATIC_PAGE)).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
});

describe('an error boundary', () => {
  const shown = (error: unknown) => markupOf(<LinkTrouble {...troubleOf(error)} />);
  const thrown = (status: number, data: unknown) => ({ status, statusText: '', internal: false, data });

  test('shows the refusal of a page’s work, and of middleware', () => {
    const trouble = { code: 'too-many-requests', explanation: 'That was too often.' } as const;
    expect(shown(thrown(429, trouble))).toMatch(/Please wait a little\..*That was too often\./);
    expect(shown(thrown(403, 'This form was sent from another site.\n'))).toContain(
      'This form was sent from another site.',
    );
  });

  test('says nothing of the router, which writes for developers, and nothing of a fault of ours', () => {
    const wrongMethod = shown(thrown(405, 'Error: You made a POST request'));
    expect(wrongMethod).toContain('Please start again from the page that you wanted.');
    expect(wrongMethod).not.toContain('POST request');
    const fault = shown(new Error('connect ECONNREFUSED'));
    expect(fault).toContain('Something on our side isn’t working.');
    expect(fault).not.toContain('ECONNREFUSED');
  });
});
