/** Every mail and message in the pseudo-language: what stays in plain English letters is not in a catalogue. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKED, RELEASED } from '#dev/mail-samples/facts.ts';
import { SAMPLES } from '#dev/mail-samples/samples.ts';
import type { TypeCounts } from '#domain/content/content.ts';
import { loadLocale } from '#messages/load-locale.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import type { Claimed } from '#services/deliveries/claim-and-record.ts';
import { composeSms, composeWhatsApp } from '#services/deliveries/compose-invitation.ts';
import type { Mail } from '#services/mails/layout.ts';
import { identified, inWords, listed, quoted } from '#services/mails/words.ts';

/** What callers pass in: names, titles, addresses, brands, lists joined by Intl, and sentences of other catalogues. */
const VALUES = [
  'That is my sister, and she never said yes to this.',
  'How we chose your name',
  'Where everything is',
  'Five candles',
  'Helena Duarte',
  'Rui and Marta',
  ...['Rui', 'Marta', 'Ana', 'Lisbon', 'UTC', 'WhatsApp', 'Stillhere', 'Plus', 'Premium', 'Firefox', 'Linux'],
];
const PATTERNS = [
  /https:\S+/g,
  /[\w.]+@(example\.com|stillhere\.example)/g,
  /stillhere\.example(\/genuine)?/g,
  /npm run unpublish -- \S+/g,
  /node tools\/verify-record\.mjs record\.jsonl --root/g,
  /\b[\da-f]{64}\b/g,
  /\b(text|image|video|audio|file) [\da-f-]{36}/g,
  // Intl has no such language: its dates are American.
  /\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/g,
];
const RELEASED_TYPES: TypeCounts = { text: 2, image: 1, file: 1 };
/** The pseudo-language puts an accent on each of these. */
const PLAIN = /[aeiouycnsz]/i;

/** Lists in the samples. Intl joins them with a word of its own, so the last test looks at their parts. */
let lists: string[] = [];
let mails: ReadonlyMap<string, { mail: Mail }>;

beforeAll(async () => {
  await loadLocale('en-XA');
  // The samples are written when their module loads, so the query makes it load once more.
  const again = `${import.meta.resolve('#dev/mail-samples/samples.ts')}?in-pseudo-language`;
  mails = (await import(again)).SAMPLES;
  const checked = listed(CHECKED.map(({ name, email }) => identified(name, email)));
  lists = [listed(RELEASED.titles.map((title) => quoted(title))), inWords(RELEASED_TYPES), checked];
});

afterAll(() => loadLocale('en'));

function withoutValues(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const withoutLists = lists.reduce((left, list) => left.replaceAll(list, ' '), line);
  const rest = PATTERNS.reduce((left, pattern) => left.replace(pattern, ' '), withoutLists);
  return VALUES.reduce((left, value) => left.replaceAll(value, ' '), rest);
}

/** The words that are English, or that no message of a catalogue surrounds. */
function untranslated(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const [part] of withoutValues(text).matchAll(/\p{L}+|[[\]]/gu)) {
    if (part === '[') depth++;
    else if (part === ']') depth--;
    else if (depth === 0 || PLAIN.test(part)) found.push(part);
  }
  return found;
}

describe('in the pseudo-language', () => {
  test.each([...SAMPLES.keys()])('%s has no untranslated word', (name) => {
    const { subject, preview, text, html } = mails.get(name)?.mail ?? { subject: '', preview: '', text: '', html: '' };
    expect(text).toContain('~]');
    expect(untranslated(`${subject} ${preview} ${text}`)).toEqual([]);
    expect(html).toContain('<html lang="en-XA">');
  });

  test('nor have the messages to phones, and what is written for missing names', () => {
    const keyring = new Keyring(`test:${Buffer.alloc(32).toString('base64')}`);
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const delivery = { id, recipientPhone: '+351912345678', recipientName: null, language: 'en', linkEpoch: 1 };
    const claimed = { delivery, attemptId: id, frozen: { ownerName: ' ', ownerEmail: null } } as Claimed;
    const { recipient, sender } = composeWhatsApp(keyring, claimed).words;
    const { text } = composeSms(keyring, 'https://stillhere.example', claimed);
    expect(untranslated(`${recipient} ${sender} ${text}`)).toEqual([]);
  });

  test('nor have the parts of lists', () => {
    const [titles = '', kinds = ''] = lists;
    const names = listed(Array.from({ length: 9 }, () => 'Rui'));
    for (const list of [titles, kinds, names]) {
      const parts = list.split(/, and |, | and /);
      expect(parts.length).toBeGreaterThan(2);
      expect(parts.flatMap((part) => untranslated(part))).toEqual([]);
    }
  });

  test('a word that is in no catalogue is found', () => {
    expect(untranslated('[Štîll~~] here [Ñö, Helena Duarte, and~~]')).toEqual(['here', 'and']);
  });
});
