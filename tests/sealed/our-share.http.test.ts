/** Our share of a sealed item: who gets it, when, and that nobody else does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openParcel } from '#app/sealed/parcel.ts';
import { readLines } from '#app/sealed/shares.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { unseal } from '#services/crypto/seal.ts';
import { type Client, newClient } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { release } from '#tests/recipient/release.ts';
import { unzip } from '#tests/recipient/unzip.ts';
import { holds } from '#tests/spec/holds.ts';
import { markSent as markSentIn, schedule } from './delivered.ts';
import { makeParcel, parcelOf, type TestParcel } from './make.ts';
import { type Item, upload } from './upload.ts';

const LETTER = 'Dear Ana, this is for your eighteenth birthday.';

let web: Web;
let helena: Client;
let parcel: TestParcel;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web);
  parcel = await makeParcel(LETTER);
});
afterAll(() => web?.stop());

const sent = (owner: Client, item: Item) => schedule(web, owner, item);
const markSent = (id: string) => markSentIn(web, id);

/** Each way in which a program or a browser could ask for the parcel or the share with a link. */
const routesOf = (link: string, { file_id }: Item) => [
  `${link}/file/${file_id}/sealed`,
  `${link}/file/${file_id}/sealed.data`,
  `${link}/file/${file_id}/parcel.zip`,
  `${link}/file/${file_id}`,
  `${link}/open/${file_id}`,
  `${link}/all.zip`,
  link,
];

/** @returns whether any of the answers has the share: as bytes, in base64, or as the lines of a sheet */
async function shareIn(addresses: readonly string[], visitor = web.visitor(), headers = {}): Promise<boolean> {
  const share = Buffer.from(parcel.shares.s);
  const forms = [share, Buffer.from(share.toString('base64')), Buffer.from(share.toString('hex'))];
  const lines = share
    .toString('hex')
    .toUpperCase()
    .slice(0, 11)
    .replace(/(.{4})(.{4})(.{3})/, '$1 $2 $3');
  for (const address of addresses) {
    const response = await visitor.send(address, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    if ([...forms, Buffer.from(lines)].some((form) => bytes.includes(form))) return true;
  }
  return false;
}

const press = (link: string) => web.visitor().post(link, { intent: 'open' });

describe('our share', () => {
  test('comes with the parcel once a delivery was sent and opened', async () => {
    const item = await upload(helena, parcel);
    const { id, link } = await sent(helena, item);
    expect(await shareIn(routesOf(link, item))).toBe(false);
    await markSent(id);
    expect(await shareIn(routesOf(link, item))).toBe(false);
    await press(link);
    const response = await web.visitor().get(`${link}/file/${item.file_id}/sealed`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = (await response.json()) as Record<'label' | 'share' | 'meta' | 'key', string>;
    expect(Buffer.from(body.share, 'base64').equals(parcel.shares.s)).toBe(true);
    const shares = [Buffer.from(body.share, 'base64'), parcel.shares.a];
    const opened = await openParcel(parcelOf(parcel), { shares });
    expect(Buffer.from(await opened.read(0, 1000)).toString()).toBe(LETTER);
  });

  test('is in the downloaded parcel of its recipient, as lines to type', async () => {
    const item = await upload(helena, parcel);
    const { id, link } = await sent(helena, item);
    await markSent(id);
    await press(link);
    const response = await web.visitor().get(`${link}/file/${item.file_id}/parcel.zip`);
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const text = files.find(({ name }) => name === 'Part from Stillhere.txt')?.bytes.toString() ?? '';
    const lines = text.match(/^(?:[0-9A-F]{4} ){2}[0-9A-F]{4}$/gm) ?? [];
    expect(readLines(lines, /Checksum: (\w+)/.exec(text)?.[1])).toEqual({ share: new Uint8Array(parcel.shares.s) });
  });

  test('is in the archive of all that a recipient was sent, with the whole parcel', async () => {
    const item = await upload(helena, parcel, { title: 'For Ana' });
    const { id, link } = await sent(helena, item);
    await markSent(id);
    await press(link);
    const response = await web.visitor().get(`${link}/all.zip`);
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const names = ['README.txt', 'open.html', 'key.age', 'meta.age', 'Part from Stillhere.txt', 'content.age'];
    expect(files.map(({ name }) => name)).toEqual(names.map((name) => `For Ana/${name}`));
    const text = `${files[4]?.bytes}`;
    const typed = readLines(text.match(/^(?:[0-9A-F]{4} ){2}[0-9A-F]{4}$/gm) ?? []);
    expect(typed).toEqual({ share: new Uint8Array(parcel.shares.s) });
  });

  test('is offered to its recipient with the parcel, and the bare file is not', async () => {
    const item = await upload(helena, parcel);
    const { id, link } = await sent(helena, item);
    await markSent(id);
    const page = await (await press(link)).text();
    expect(page).toContain('not even Stillhere can open it');
    expect(page).toContain(`href="${link}/file/${item.file_id}/parcel.zip"`);
    expect(page).not.toContain(`${item.file_id}?download`);
  });

  test('goes to nobody before a delivery: not to the owner, a stranger, a contact or a visitor', async () => {
    const item = await upload(helena, parcel);
    const { id, link } = await sent(helena, item);
    const stranger = await newClient(web);
    const own = [
      `/api/content/${item.id}`,
      `/api/content/${item.id}/sealed`,
      `/api/content/list`,
      `/api/content/file/${item.file_id}`,
      `/api/content/file/${item.file_id}/thumbnail`,
      `/api/content/${item.id}/versions`,
      `/api/delivery/${id}`,
      `/api/delivery/${id}/preview`,
      `/content/${item.id}/parcel.zip`,
      `/content/${item.id}/sealed`,
      `/content/${item.id}/open`,
      `/dashboard/content/${item.id}`,
      `/schedule/${id}`,
      `/schedule/${id}/preview`,
      `/schedule/preview/file/${item.file_id}`,
      '/profile/export',
      '/dashboard',
    ];
    for (const { token } of [helena, stranger])
      expect(await shareIn(own, web.visitor(), { authorization: `Bearer ${token}` })).toBe(false);
    for (const { visitor } of [await byPage(web, helena), await byPage(web, stranger)])
      expect(await shareIn([...own, ...routesOf(link, item)], visitor)).toBe(false);
    expect(await shareIn([...own, ...routesOf(link, item)])).toBe(false);
  });

  test('is not given by a link to another delivery, also after that was opened', async () => {
    const item = await upload(helena, parcel);
    const other = await sent(helena, await upload(helena, parcel));
    await markSent(other.id);
    await press(other.link);
    expect(await shareIn([`${other.link}/file/${item.file_id}/sealed`])).toBe(false);
  });

  test.each([
    ['was revoked', (id: string) => helena.call(`POST /delivery/${id}/revoke-link`)],
    ['was deleted', (id: string) => web.query('update deliveries set deleted_at = now() where id = ?', [id])],
    [
      'has expired',
      (id: string) => web.query("update deliveries set link_expires_at = now() - interval '1 day' where id = ?", [id]),
    ],
  ])('is no longer given where the delivery %s', async (_, end) => {
    const item = await upload(helena, parcel);
    const { id, link } = await sent(helena, item);
    await markSent(id);
    await press(link);
    expect(await shareIn(routesOf(link, item))).toBe(true);
    await end(id);
    expect(await shareIn(routesOf(link, item))).toBe(false);
  });

  test('goes to nobody who said “This is not for me”, also after saying it twice', async () => {
    const item = await upload(helena, parcel);
    const { id, link } = await sent(helena, item);
    await markSent(id);
    for (const _ of [1, 2]) await web.visitor().post(link, { intent: 'refuse' });
    await press(link);
    expect(await shareIn(routesOf(link, item))).toBe(false);
  });

  test('is gone with its item, and with its account', async () => {
    const owner = await newClient(web);
    const item = await upload(owner, parcel);
    const kept = await upload(owner, parcel);
    const { id, link } = await sent(owner, item);
    await markSent(id);
    await press(link);
    expect((await owner.call(`DELETE /content/${item.id}`)).status).toBe(204);
    expect(await shareIn(routesOf(link, item))).toBe(false);
    const left = () =>
      web.query<{ content_id: string }>('select content_id from parcel_shares where content_id in (?, ?)', [
        item.id,
        kept.id,
      ]);
    expect(await left()).toEqual([{ content_id: kept.id }]);
    await owner.call('POST /user/delete', { json: { password: 'stillhere' } });
    expect(await left()).toEqual([]);
    expect(await web.query('select 1 from parcels where owner_id = ?', [owner.id])).toEqual([]);
  });

  test('goes to a contact with a release, and no more once the owner is back', async () => {
    const owner = await newClient(web);
    const item = await upload(owner, parcel);
    await owner.call(`PUT /content/${item.id}`, { json: { is_emergency: true } });
    await web.query('update users set email_confirmed_at = now() where id = ?', [owner.id]);
    await owner.call('PUT /emergency/settings?is_active=true');
    const id = (await release(web.fork(), owner.id, ['Rui'])).get('Rui') ?? '';
    const link = `/m/${linkSecret(web.keyring, 'delivery', id, 1)}`;
    expect(await shareIn(routesOf(link, item))).toBe(false);
    await markSent(id);
    await owner.call('POST /emergency/return');
    // It was not opened before.
    await press(link);
    expect(await shareIn(routesOf(link, item))).toBe(false);
    const again = (await release(web.fork(), owner.id, ['Ana'])).get('Ana') ?? '';
    const second = `/m/${linkSecret(web.keyring, 'delivery', again, 1)}`;
    await markSent(again);
    await press(second);
    expect(await shareIn(routesOf(second, item))).toBe(true);
  });
});

test('a dump of everything that we have, with all keys, opens none of the parcels', async () => {
  holds('C-24');
  const owner = await newClient(web);
  const parcels = await Promise.all(Array.from({ length: 5 }, (_, index) => makeParcel(`Letter ${index}`)));
  const byId = new Map<string, TestParcel>();
  for (const one of parcels) byId.set((await upload(owner, one)).id, one);
  const rows = await web.query<{ content_id: string; share: Buffer; wrapped_key: Buffer }>(
    'select s.*, u.wrapped_key from parcel_shares s join contents c on c.id = s.content_id join users u on u.id = c.owner_id where u.id = ?',
    [owner.id],
  );
  const shares = rows.map(({ content_id: id, share, wrapped_key }) => {
    const opened = unseal(web.keyring.openPersonKey(wrapped_key, owner.id), { kind: 'parcel-share', id }, share);
    expect(opened.equals(byId.get(id)?.shares.s ?? Buffer.alloc(0))).toBe(true);
    return opened;
  });
  expect(shares).toHaveLength(parcels.length);
  const tries = parcels.flatMap((one) => shares.flatMap((a) => shares.map((b) => ({ one, pair: [a, b] }))));
  const openings = tries.map(({ one, pair }) => openParcel(parcelOf(one), { shares: pair }));
  const results = await Promise.allSettled(openings);
  expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([]);
});
