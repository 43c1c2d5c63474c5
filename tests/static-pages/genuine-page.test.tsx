/** The page that every mail leads to: static and light, with the addresses and numbers of the configuration. */
import { expect, test } from 'vitest';
import { GenuinePage } from '#app/static-pages/genuine-page.tsx';
import { expectToBeLight, markupOf } from './static-page.tsx';

const ADDRESS = 'https://stillhere.example/';
const markup = (numbers: { whatsapp: string | null; sms: string | null }) =>
  markupOf(<GenuinePage email="letters@stillhere.example" address={ADDRESS} {...numbers} />);

test('has nothing to run and nothing from elsewhere, and is light', async () => {
  const page = markup({ whatsapp: '+351912345678', sms: '+351912345679' });
  expect(page.replaceAll(ADDRESS, '')).not.toMatch(
    /<(script|iframe|style|object|embed|img|form)\b|<[^>"]*\s(style|on\w+)=|https?:|\/\//i,
  );
  expect(page.match(/<h1>/g)).toHaveLength(1);
  await expectToBeLight(page);
});

test('says what messages come from, how their links begin, what is sent and what is never asked for', () => {
  const page = markup({ whatsapp: '+351912345678', sms: null });
  expect(page).toContain('Our emails come from letters@stillhere.example.');
  expect(page).toContain('Our WhatsApp messages come from +351912345678.');
  expect(page).not.toContain('text messages');
  expect(page).toContain(`begins with ${ADDRESS}, up to and with the last slash.`);
  for (const words of ['What we send', 'What we never ask for', 'Your password', 'ask us'])
    expect(page).toContain(words);
});
