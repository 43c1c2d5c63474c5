/** The test mail to a trusted contact: a stranger may receive it. */
import { expect, test } from 'vitest';
import { REACH, STOP } from '#dev/mail-samples/facts.ts';
import { contactTest } from '#services/mails/contacts.ts';

const write = (contactName: string) => contactTest({ ...REACH, contactName }, 'https://stillhere.example/', STOP);

test('a name has room in the heading, a message to a stranger has none', () => {
  expect(write('Maria da Conceição Ferreira').text).toMatch(/^Maria da Conceição Ferreira, this is only a test\.\n/);
  const { html, text } = write('Buy the best watches today, at evil.example/watches');
  for (const said of [html, text]) expect(said).not.toContain('evil.example');
  expect(text).toMatch(/^Buy the best watches today, a…, this is only a test\.\n/);
});

test('says how to get no more of them without asking the person who sent it', () => {
  const words = write('Rui').text.replace(/\s+/g, ' ');
  expect(words).toContain(`To get nothing more from us: ${STOP}`);
});
