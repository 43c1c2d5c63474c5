import { readdir, readFile } from 'node:fs/promises';
import { UNSAFE_ErrorResponseImpl as Answer } from 'react-router';
import { describe, expect, test } from 'vitest';
import { errorWords } from '#app/components/error-page.tsx';
import { STATUS } from '#app/http/errors.ts';

const answer = (status: number, data: unknown = null) => new Answer(status, '', data);

describe('what is said about a page that cannot be shown', () => {
  test.each([
    [403, 'You can’t do that here'],
    [404, 'Page not found'],
    [500, 'Something went wrong'],
    [503, 'We can’t do that right now'],
  ])('%i', (status, title) => {
    const words = errorWords(answer(status, 'Nothing was changed.'));
    expect(words).toMatchObject({ status, title, sentence: 'Nothing was changed.' });
  });

  test.each([400, 405])('%i, of which the router speaks to developers, is not called our fault', (status) => {
    const { sentence } = errorWords(
      answer(status, 'Error: You made a POST request to "/" but did not provide an action'),
    );
    expect(sentence).toBe('Nothing was changed. Please start again.');
  });

  test('what broke says that nothing is lost, and nothing of how it broke', () => {
    const { status, title, sentence } = errorWords(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
    expect([status, title]).toEqual([500, 'Something went wrong']);
    expect(sentence).toBe('Something broke on our side. Nothing is lost. Please try again in a moment.');
  });

  test.each(['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])(
    'a request that went nowhere is not our failure to begin with: %s',
    (message) => {
      const { title, sentence } = errorWords(new TypeError(message));
      expect(title).toBe('We can’t reach Stillhere');
      expect(sentence).toContain('Nothing is lost');
    },
  );

  test('a mistake in a script is not taken for a network that is away', () => {
    expect(errorWords(new TypeError("Cannot read properties of undefined (reading 'id')")).status).toBe(500);
  });

  test('every refusal has a title in one voice', () => {
    for (const status of Object.values(STATUS)) {
      const { title } = errorWords(answer(status));
      expect(title).toMatch(/^[A-Z][a-z ’]+$/);
    }
  });
});

test('each page whose form can come back stays where the line is gone', async () => {
  const names = (await readdir('app/routes')).filter((name) => name.endsWith('.tsx'));
  const sources = await Promise.all(names.map(async (name) => [name, await readFile(`app/routes/${name}`, 'utf8')]));
  const forms = sources.filter(([, source]) => /\b(invalidForm|failedForm)\(/.test(source ?? ''));
  expect(forms.length).toBeGreaterThan(10);
  // Six run no script, and one stays by app/visitor-script.ts (tests/e2e/shared.spec.ts). The browser itself sends the form of
  // the archive, since a script could not save it; only a password is typed there.
  const others = forms
    .filter(([, source]) => !/fallbackToForm\(\s*serverAction\(\)/.test(source ?? ''))
    .map(([name]) => name);
  expect(others).toEqual([
    'auth-code.tsx',
    'auth-confirm.tsx',
    'auth-forgot.tsx',
    'auth-lost.tsx',
    'auth-reset.tsx',
    'check-in.tsx',
    'profile-export.tsx',
    'shared-report.tsx',
  ]);
});
