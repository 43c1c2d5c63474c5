/** Every page, by its address, for a visitor, a new person, and a person with a full vault. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#app/routes.ts';
import { ACCOUNT_IDS, CONTACT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { newClient } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { withCodes } from '#tests/harness/codes.ts';
import type { Visitor } from '#tests/http/visitor.ts';
import type { startWeb } from '#tests/recipient/web.ts';
import { openedDelivery } from '#tests/sealed/delivered.ts';
import { makeParcel } from '#tests/sealed/make.ts';
import { upload } from '#tests/sealed/upload.ts';
import { demoPerson, PASSKEY } from './demo.ts';

type Web = Awaited<ReturnType<typeof startWeb>>;

export const VISITORS = [
  ...['/', '/auth', '/auth?mode=sign-up', '/auth/forgot', '/nothing-here'],
  ...['/shared', '/shared?type=text', `/shared/${FILE_IDS.hummed}`, `/shared/${LETTER_IDS.theHat}/report`],
  ...[
    '/pricing',
    '/pricing?interval=yearly',
    '/subscription/cancel?stay',
    '/api',
    '/offline',
    '/genuine',
    '/genuine?language=ar',
    '/record/roots',
  ],
];

/** Of a person with an empty vault. */
export const EMPTY = [
  ...['/dashboard', '/dashboard/content', '/schedule', '/emergency', '/emergency/plan', '/profile', '/profile/plan'],
];

const delivery = (letter: keyof typeof LETTER_IDS) => `/schedule/${deliveryId(LETTER_IDS[letter])}`;

export const OWN = [
  ...['/dashboard', '/dashboard/content', '/create', '/create?type=video', '/schedule', '/schedule?new'],
  '/schedule/several',
  ...[LETTER_IDS.yourName, FILE_IDS.fiveCandles, FILE_IDS.schoolPicture].map((id) => `/dashboard/content/${id}`),
  ...['edit', 'delete', 'publish', 'seal'].map((what) => `/content/${LETTER_IDS.yourName}/${what}`),
  ...['versions', 'versions/1', 'versions/delete'].map((what) => `/content/${LETTER_IDS.yourName}/${what}`),
  ...[`/content/${FILE_IDS.hummed}/unpublish`, `/content/${FILE_IDS.hummed}/edit`],
  `/dashboard?content=${FILE_IDS.hummed}`,
  ...['', '/edit', '/repeat', '/question', '/delete', '/group', '/group/delete'].map(
    (what) => `${delivery('yourKey')}${what}`,
  ),
  ...['', '/resend', '/revoke'].map((what) => `${delivery('onThePlatform')}${what}`),
  `${delivery('aboutTheBoat')}/retry`,
  ...['/emergency', '/emergency/arm', '/emergency/disarm', '/emergency/shorten?inactive_days=7&safety_days=1'],
  ...['/emergency/pause?days=20', '/emergency/say', '/emergency/return', '/emergency/plan', '/emergency/rehearsal'],
  ...['/profile', '/profile/password', '/profile/email', '/profile/picture', '/profile/contacts', '/profile/delete'],
  '/profile/export',
  '/step-up?to=/profile/record/export.csv',
  ...['/profile/notifications', '/profile/warnings', '/profile/warnings/confirm'],
  '/profile/browsers',
  ...['/profile/record', '/profile/record?kind=content&words=item&from=2026-01-01&until=2026-01-02'],
  ...['edit', 'delete', 'card'].map((what) => `/profile/contacts/${CONTACT_IDS.rui}/${what}`),
  ...[
    '/profile/security',
    '/profile/security/codes',
    '/profile/security/duress',
    '/emergency/check-in/password',
    '/profile/security/webhooks',
    `/profile/security/passkeys/${PASSKEY}`,
  ],
  ...['', '/switch?plan_type=plus_monthly', '/cancel', '/refund'].map((what) => `/profile/plan${what}`),
  '/pricing',
  '/subscription/success?token=cs_1&stay',
];

/** Of the same person, without the application. */
export const OWN_STATIC = [`${delivery('yourKey')}/preview`];

/** The mail that notified a contact. */
const TOLD = '019a0000-0000-7000-8000-000000009011';

/** A person whom the owner writes to. */
const CORRESPONDENT = '019a0000-0000-7000-8000-000000009012';

/** Pages of links: static, for anyone with the link. */
export async function linkedPages(web: Web): Promise<string[]> {
  await web.query(
    `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, settled_at, created_at)
     select ?, owner_id, episode, 'contact-told', 0, 'rui@example.com', 'Rui', 'accepted', now(), now()
     from emergency_protocols where owner_id = ? on conflict do nothing`,
    [TOLD, ACCOUNT_IDS.premium],
  );
  await web.query(
    "insert into correspondents (id, owner_id, address_hash) values (?, ?, '\\x00') on conflict do nothing",
    [CORRESPONDENT, ACCOUNT_IDS.premium],
  );
  await web.query('update trusted_contacts set asked_at = now() where id = ?', [CONTACT_IDS.rui]);
  const letter = web.delivery('onThePlatform').link;
  return [
    ...[letter, `${letter}?refuse`],
    `/check-in/${web.secret('check-in', ACCOUNT_IDS.premium, 1)}`,
    ...['', '?say=heard', '?say=confirmed'].map((what) => `/contact/${web.secret('contact', TOLD, 0)}${what}`),
    ...['', '/answer'].map((what) => `/contact/${web.secret('contact-ask', CONTACT_IDS.rui, 1)}${what}`),
    `/address/${web.secret('address', deliveryId(LETTER_IDS.yourKey), 1)}`,
    `/unsubscribe/${web.secret('unsubscribe:delivery_opened', ACCOUNT_IDS.premium, 1)}`,
    `/stop/${web.secret('stop', CORRESPONDENT, 1)}`,
    ...(await secretPages(web)),
    ...['/m/wrong', '/stop/wrong', '/auth/reset/wrong'],
  ];
}

/** The mails to a new person, and to one who forgot their password. */
async function secretPages(web: Web): Promise<string[]> {
  const rows = await web.query<{ id: string; purpose: 'confirm-email' | 'reset-password' }>(
    "select id, purpose from secrets where purpose in ('confirm-email', 'reset-password')",
  );
  const folder = { 'confirm-email': 'confirm', 'reset-password': 'reset' };
  const paths = rows.map(({ id, purpose }) => `/auth/${folder[purpose]}/${web.secret(purpose, id, 0)}`);
  const [alert] = await web.query<{ id: string }>("select id from account_mails where kind = 'device-new' limit 1");
  const notMe = alert ? [`/auth/not-me/${web.secret('not-me', alert.id, 0)}`] : [];
  return [...paths.flatMap((path) => (path.includes('confirm') ? [path, `${path}?new`] : [path])), ...notMe];
}

/** Pages, and who looks at them. */
interface Tour {
  /** Null for a visitor. */
  person: Visitor | null;
  paths: readonly string[];
}

/** A sealed item, for the person to whom it was sent and for its owner, and a rehearsal that names it. */
export async function sealedPages(web: Web): Promise<{ recipients: string[]; own: Tour }> {
  const owner = await newClient(web);
  const { id, file_id } = await upload(owner, await makeParcel('Dear Ana,'));
  const { link } = await openedDelivery(web, owner, { id });
  const { visitor } = await byPage(web, owner);
  await owner.call(`PUT /content/${id}`, { json: { is_emergency: true } });
  const { body } = await owner.call<{ id: string }>('POST /emergency/rehearsal', { json: {} });
  const report = `/emergency/rehearsal/${body.id}`;
  const own = { person: visitor, paths: [`/dashboard/content/${id}`, `/content/${id}/open`, report] };
  return { recipients: [link, `${link}/open/${file_id}`], own };
}

/** A browser between the two steps of a sign-in: the password was right, and a code is asked for. */
export async function halfSignedIn(web: Web): Promise<Tour> {
  const { id, email } = await web.account('cookie');
  await withCodes({ em: web.fork(), keyring: web.keyring, now: new Date() }, { id, email });
  const person = web.visitor();
  await person.post('/auth', { email, password: 'stillhere' });
  return { person, paths: ['/auth/code', '/auth/code?recovery', '/auth/code/lost', ...(await lostPhonePages(web))] };
}

/** The links of somebody who lost their phone, and said so. */
async function lostPhonePages(web: Web): Promise<string[]> {
  const { id, email } = await web.account('cookie');
  await withCodes({ em: web.fork(), keyring: web.keyring, now: new Date() }, { id, email });
  const person = web.visitor();
  await person.post('/auth', { email, password: 'stillhere' });
  await person.post('/auth/code/lost');
  const links = await web.query<{ id: string; purpose: 'lost-phone' | 'stop-lost-phone' }>(
    "select id, purpose from secrets where user_id = ? and purpose like '%lost-phone'",
    [id],
  );
  return links.map((link) => `/auth/lost/${web.secret(link.purpose, link.id, 0)}`);
}

/** @returns every page, each for a person who can see it, with something to show on it */
export async function everyPage(web: Web): Promise<Tour[]> {
  const newcomer = web.visitor();
  const account = { name: 'Marta Sousa', email: 'marta@example.com', password: 'three plain words' };
  const joined = await newcomer.post('/auth?mode=sign-up', { ...account, time_zone: 'Europe/Lisbon' });
  newcomer.cookies.delete('toast');
  const forgot = await web.visitor().post('/auth/forgot', { email: 'premium@example.com' });
  if (joined.status !== 302 || !forgot.ok) throw new Error(`a form answered ${joined.status} or ${forgot.status}`);
  const owner = await demoPerson(web);
  // An earlier version to look at.
  await web.query('update contents set head = head, body = body where id = ?', [LETTER_IDS.yourName]);
  const sealed = await sealedPages(web);
  return [
    { person: null, paths: [...VISITORS, ...(await linkedPages(web)), ...sealed.recipients] },
    { person: newcomer, paths: EMPTY },
    { person: owner, paths: [...OWN, ...OWN_STATIC] },
    sealed.own,
    await halfSignedIn(web),
  ];
}

/** What machines, forms and pictures ask, and what leads elsewhere: there is nothing to look at. */
const NO_PAGES = [
  // They store the choice, and lead back to the page.
  '/m/:secret/language',
  '/contact/:secret/language',
  ...['/auth/passkey', '/auth/passkey/options', '/profile/security/passkeys', '/profile/security/passkeys/options'],
  '/step-up/options',
  ...['/auth/google', '/auth/google/callback', '/logout', '/theme', '/create/upload', '/content/:id/seal/upload'],
  ...[
    '/schedule/:id/extend',
    '/schedule/:id/address',
    '/schedule/:id/test',
    '/schedule/preview',
    '/schedule/preview/file/:file_id',
    '/schedule/preview/file/:file_id/thumbnail',
    '/emergency/check-in',
    '/emergency/contents',
    '/emergency/pause/end',
    '/profile/contacts/:id/test',
    '/profile/contacts/others',
    '/profile/contacts/:id/ask',
    '/profile/contacts/:id/address',
    '/profile/warnings/test',
    '/profile/security/lost',
    '/profile/security/webhooks/:id/test',
  ],
  ...['/profile/devices', '/profile/google', '/profile/plan/keep', '/profile/plan/portal', '/profile/email/confirm'],
  ...['/pricing/subscribe', '/m/:secret/all.zip', '/m/:secret/file/:file_id', '/m/:secret/file/:file_id/thumbnail'],
  ...['/content/:id/parcel.zip', '/content/:id/sealed'],
  ...['/m/:secret/file/:file_id/parcel.zip', '/m/:secret/file/:file_id/sealed'],
  ...['/messages/:locale', '/api/openapi.json', '/api/*', '/webhooks/sendgrid', '/webhooks/twilio', '/webhooks/stripe'],
  ...['/profile/record/export.csv', '/profile/record/export.jsonl', '/record/roots.json', '/record/verify-record.mjs'],
  ...['/healthz', '/readyz', '/*'],
  // Lies over a list, and is looked at where it is opened.
  ...['/dashboard/open/:id', '/dashboard/content/open/:id'],
];

/** @returns the addresses in the table of contents that have a page which is not among those visited */
export function unvisited(visited: readonly string[]): string[] {
  return addressesOf(routes as RouteConfigEntry[])
    .filter((address) => !NO_PAGES.includes(address))
    .filter((address) => {
      const pattern = new RegExp(`^(http://[^/]*)?${address.replace(/:\w+/g, '[^/?]+')}(\\?.*)?$`);
      return !visited.some((path) => pattern.test(path));
    });
}

function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [...(path || index ? [own || '/'] : []), ...addressesOf(children, own)];
  });
}
