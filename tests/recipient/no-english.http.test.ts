/** Asks for everything that a recipient's or contact's browser can ask for: no answer is in English by accident. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { ACCOUNT_IDS, CONTACT_IDS, FILE_IDS, fileId } from '#dev/seed/ids.ts';
import { sealedPages } from '#tests/e2e/pages.ts';
import { startWeb } from './web.ts';

const MAIL = '019a0000-0000-7000-8000-000000009031';
const STOP = '019a0000-0000-7000-8000-000000009032';
const PICTURE = fileId(FILE_IDS.fiveCandles);
/** Of a person who opens a link. */
const GERMAN = { accept: 'text/html', 'accept-language': 'de' };

let web: Awaited<ReturnType<typeof startWeb>>;
let sealed: string[];

beforeAll(async () => {
  // A text that German lacks is then said in the language of the process, which is for tests: it ends with a mark.
  web = await startWeb(undefined, { APP_LANGUAGE: 'en-XA' });
  sealed = (await sealedPages(web)).recipients.map((link) => new URL(link, web.origin).pathname);
  await web.query(
    `update deliveries set status = 'sent', next_attempt_at = null, failure_code = null, finished_at = now(),
       sent_at = coalesce(sent_at, now()), language = 'de', link_years = null where deleted_at is null`,
  );
  await web.query("update trusted_contacts set language = 'de', asked_at = now()");
  await web.query(
    `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, settled_at, created_at, language)
     select ?, p.owner_id, episode, 'contact-told', 0, t.email, t.name, 'accepted', now(), now(), 'de'
     from emergency_protocols p join trusted_contacts t on t.id = ? where p.owner_id = ?`,
    [MAIL, CONTACT_IDS.rui, ACCOUNT_IDS.premium],
  );
  await web.query("insert into correspondents (id, owner_id, address_hash) values (?, ?, '\\x01')", [
    STOP,
    ACCOUNT_IDS.premium,
  ]);
});
afterAll(() => web?.stop());

/** The beginning of the addresses of readers, as app/middleware/readers-language.ts knows them. */
const READERS = /^(m|contact|stop|genuine)(\/|$)/;

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)]);

/** @returns the addresses of a path of app/routes.ts: with links that are valid, one that is cut off, and nothing behind it */
function addressesOf(path: string): string[] {
  const [kind] = path.split('/');
  const secrets = {
    m: [web.delivery('onThePlatform'), web.delivery('fiveCandles')].map(({ link }) => new URL(link).pathname.slice(3)),
    contact: [web.secret('contact', MAIL, 0), web.secret('contact-ask', CONTACT_IDS.marta, 1)],
    stop: [web.secret('stop', STOP, 1)],
  };
  const own = secrets[kind as keyof typeof secrets] ?? [];
  const files = [PICTURE, CONTACT_IDS.rui];
  return [...own, 'cut-off'].flatMap((secret) =>
    files.map((file) => `/${path}`.replace(':secret', secret).replace(':file_id', file).replace('*', 'elsewhere')),
  );
}

const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: { ...GERMAN, origin: web.origin, ...headers },
});
const broken = (type: string): RequestInit => ({
  method: 'POST',
  body: '--x\r\ncontent-disposition: form-data; name="intent"',
  headers: { ...GERMAN, origin: web.origin, 'content-type': type },
});

/** The buttons of the pages with a form. */
const INTENTS = {
  m: ['save', 'extend', 'later', 'answer'],
  contact: ['heard', 'confirmed', 'raised', 'accepted', 'moved'],
};

/** What a browser can send to an address: each button, what no page of ours sends, and what arrives in part. */
function requests(path: string): RequestInit[] {
  const [, kind = '', , below] = path.split('/');
  const strange = [
    { headers: GERMAN },
    form({ intent: 'x' }),
    form({ intent: 'open' }, { origin: 'https://elsewhere.example' }),
    ...['PUT', 'DELETE'].map((method) => ({ ...form({ intent: 'open' }), method })),
  ];
  if (kind === 'm' && below !== undefined && below !== 'language') return strange;
  const intents = INTENTS[kind as keyof typeof INTENTS] ?? [];
  return [
    ...strange,
    ...intents.map((intent) => form({ intent, answer: 'No', name: 'Rui', email: 'not an address', when: 'week' })),
    form({}),
    form({ intent: 'later', when: 'never' }),
    form({ language: 'xx' }),
    form({ intent: 'x'.repeat(3_000_000) }),
    broken('multipart/form-data; boundary=x'),
    broken('application/json'),
  ];
}

/** Of the sealed item: its owner gave none, and it was saved in the language of the process. */
const OWNERS_TITLE = '[À šéàléd îtém~~~~~]';

/** What can be so of each delivery, as a change of its row. */
const STATES = {
  'not opened': 'opened_at = null',
  opened: 'opened_at = now()',
  asked: "opened_at = null, question = '\\x01', answer_hash = 'x'",
  expired: "answer_hash = null, question = null, link_years = 2, sent_at = now() - interval '9 years'",
  revoked: 'link_revoked_at = now()',
  replaced: 'link_revoked_at = null, link_epoch = link_epoch + 1',
};

/** @returns what is said in another language than the reader's */
async function markedIn(answer: Response): Promise<string[]> {
  const text = Buffer.from(await answer.arrayBuffer()).toString();
  return (text.match(/\[[^[\]<>]*~\]/g) ?? []).filter((marked) => marked !== OWNERS_TITLE);
}

async function walk(paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of paths)
    for (const request of requests(path)) {
      const answer = await web.fetch(path, request);
      for (const text of await markedIn(answer)) found.set(text, `${request.method ?? 'GET'} ${answer.status} ${path}`);
    }
  return found;
}

test('a text that a language lacks is found', async () => {
  expect(await markedIn(await web.fetch('/pricing', { headers: GERMAN }))).not.toEqual([]);
});

test.each(Object.entries(STATES))(
  'whatever is asked for of a delivery that is %s is answered in German',
  async (_state, change) => {
    await web.query(`update deliveries set ${change} where status = 'sent'`);
    const paths = pathsOf(routes).filter((path) => path.startsWith('m/'));
    expect(paths.length).toBeGreaterThan(6);
    expect(await walk([...new Set(paths.flatMap(addressesOf)), ...sealed])).toEqual(new Map());
  },
);

test('whatever a trusted contact asks for is answered in German, and so are the pages that know no reader', async () => {
  const paths = pathsOf(routes).filter((path) => READERS.test(path) && !path.startsWith('m/'));
  expect(paths.length).toBeGreaterThan(4);
  const addresses = [...new Set(paths.flatMap(addressesOf))];
  const acts = addresses
    .filter((path) => path.startsWith('/contact/'))
    .flatMap((path) => ['heard', 'confirmed', 'raised'].map((act) => `${path}?say=${act}`));
  expect(await walk([...addresses, ...acts])).toEqual(new Map());
});

test('an address below a link, and one that has lost its end, are answered in German', async () => {
  expect(await walk(['/m', '/m/', '/m/x/y', '/m/x/y/z', '/contact', '/contact/x/y', '/stop', '/genuine/x'])).toEqual(
    new Map(),
  );
});
