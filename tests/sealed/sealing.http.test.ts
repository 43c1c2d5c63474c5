/** Sealing what was saved open: the parcel takes its place, and nothing of what was open remains. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openParcel } from '#app/sealed/parcel.ts';
import { claimDeliveries } from '#services/deliveries/claim-and-record.ts';
import { freezeContents } from '#services/deliveries/freeze-contents.ts';
import { type Client, fileForm, newClient, newLetter } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { untilLockWait } from '#tests/harness/lock-waits.ts';
import { PNG } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { makeParcel, parcelOf, type TestParcel } from './make.ts';
import { formOf, type Parts, partsOf } from './upload.ts';

const LETTER = 'Dear Ana, this is for your eighteenth birthday.';
const POLICY = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };

let web: Web;
let helena: Client;
let parcel: TestParcel;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web, 'premium');
  parcel = await makeParcel(LETTER);
});
afterAll(() => web?.stop());

interface Sealing {
  parts?: Parts;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

const seal = (
  id: string,
  { parts = partsOf(parcel), fields = { title: 'For Ana' }, headers = {} }: Sealing = {},
  by = helena,
) => by.call(`POST /content/${id}/seal`, { form: formOf(parts, fields), headers });

/** What the database has of a content. */
async function stored(id: string) {
  const [row] = await web.query<Record<string, unknown>>(
    `select c.type, c.is_sealed, c.is_emergency, c.body is null as "hasNoBody", c.caption is null as "hasNoNote",
       (select count(*)::int from content_versions v where v.content_id = c.id) as versions,
       (select count(*)::int from thumbnails t where t.file_id = c.file_id) as thumbnails,
       (select count(*)::int from parcels p where p.content_id = c.id) as parcels,
       (select count(*)::int from parcel_shares s where s.content_id = c.id) as shares
     from contents c where c.id = ?`,
    [id],
  );
  return row;
}

const SEALED = {
  type: 'file',
  is_sealed: true,
  is_emergency: false,
  hasNoBody: true,
  hasNoNote: true,
  versions: 0,
  thumbnails: 0,
  parcels: 1,
  shares: 1,
};

async function schedule(id: string, owner = helena): Promise<string> {
  const json = {
    content_id: id,
    scheduled_time: '2046-05-04T11:00:00Z',
    recipient_email: 'ana@example.com',
    delivery_type: 'email',
  };
  return (await owner.call<{ id: string }>('POST /delivery/schedule', { json })).body.id;
}

/** Makes a delivery due, as if its day had come. */
const makeDue = (id: string) =>
  web.query("update deliveries set next_attempt_at = now() - interval '1 minute' where id = ?", [id]);

describe('a letter that is sealed', () => {
  test('keeps its id, and loses its text, its earlier versions and its title', async () => {
    const owner = await newClient(web);
    const id = await newLetter(owner, 'The first version');
    await owner.call(`PUT /content/${id}`, { json: { content: LETTER } });
    const { status, body } = await seal(id, {}, owner);
    expect([status, body.id, body.title, body.is_sealed]).toEqual([200, id, 'For Ana', true]);
    expect(await stored(id)).toEqual(SEALED);
    const used = await web.query('select type, items, bytes from storage_use where owner_id = ? and items > 0', [
      owner.id,
    ]);
    expect(used).toEqual([{ type: 'file', items: '1', bytes: `${parcel.content.length}` }]);
  });

  test('opens again with the words, from what is stored', async () => {
    const id = await newLetter(helena, LETTER);
    const { body } = await seal(id);
    const { body: parts } = await helena.call<Record<'meta' | 'key', string>>(`GET /content/${id}/sealed`);
    const headers = { authorization: `Bearer ${helena.token}` };
    const answer = await web.visitor().send(`/api/content/file/${body.file_id}`, { headers });
    const content = Buffer.from(await answer.arrayBuffer());
    const files = { content, meta: Buffer.from(parts.meta, 'base64'), key: Buffer.from(parts.key, 'base64') };
    const opened = await openParcel(parcelOf(files), { words: parcel.words.join(' ') });
    expect(Buffer.from(await opened.read(0, 1000)).toString()).toBe(LETTER);
  });

  test('without sheets leaves no share with us', async () => {
    const id = await newLetter(helena);
    const { share: _, ...parts } = partsOf(parcel);
    await seal(id, { parts });
    expect((await stored(id))?.shares).toBe(0);
  });
});

test('a picture that is sealed loses its file, its thumbnail and its note', async () => {
  const form = fileForm({ type: 'image', title: 'The sea', caption: 'You were four.' }, PNG, 'sea.png');
  const { body } = await helena.call<{ id: string; file_id: string }>('POST /content/upload-file', { form });
  const [file] = await web.query<{ storage_key: string }>('select storage_key from files where id = ?', [body.file_id]);
  const { status, body: sealed } = await seal(body.id);
  expect([status, sealed.caption, sealed.preview]).toEqual([200, '', null]);
  expect(await stored(body.id)).toEqual(SEALED);
  expect(await web.query('select 1 from files where id = ?', [body.file_id])).toEqual([]);
  expect(await web.query('select 1 from thumbnails where file_id = ?', [body.file_id])).toEqual([]);
  // A job deletes the object in the store.
  expect(
    await web.query("select 1 from jobs where kind = 'delete-object' and subject = ?", [file?.storage_key]),
  ).toHaveLength(1);
});

describe('its deliveries', () => {
  test('stay scheduled, and bring the sealed item', async () => {
    const id = await newLetter(helena, LETTER);
    const delivery = await schedule(id);
    await seal(id);
    const { body } = await helena.call(`GET /delivery/${delivery}`);
    expect([body.status, body.content_id, body.content_title]).toEqual(['pending', id, 'For Ana']);
    await makeDue(delivery);
    const [claimed] = await claim(web.fork(), delivery);
    expect(claimed?.frozen.type).toBe('file');
  });

  test('that were sent show the sealed item, and no copy of the letter remains', async () => {
    const id = await newLetter(helena, LETTER);
    const delivery = await schedule(id);
    await freezeContents(web.fork(), [delivery]);
    await seal(id);
    const frozen = await web.query<{ frozen_body: Buffer | null; frozen_head: Buffer | null; head: Buffer }>(
      'select d.frozen_body, d.frozen_head, c.head from delivery_contents d join contents c on c.id = d.content_id where d.delivery_id = ?',
      [delivery],
    );
    expect(frozen[0]?.frozen_body).toBeNull();
    expect(frozen[0]?.frozen_head?.equals(frozen[0].head)).toBe(true);
  });

  test('to trusted contacts stay: it is still set aside', async () => {
    const id = await newLetter(helena);
    await helena.call(`PUT /content/${id}`, { json: { is_emergency: true } });
    await seal(id);
    expect(await stored(id)).toEqual({ ...SEALED, is_emergency: true });
  });
});

async function claim(em: ReturnType<Web['fork']>, id: string) {
  const request = { kind: 'one', id, revision: 1 } as const;
  return (await claimDeliveries({ em, keyring: web.keyring }, request, POLICY)).claimed;
}

describe('it is refused, and nothing changes', () => {
  test('for a public item, for one that is sealed, and for the item of another person', async () => {
    const id = await newLetter(helena);
    await helena.call(`PUT /content/${id}`, { json: { is_public: true } });
    expect((await seal(id)).status).toBe(409);
    await helena.call(`PUT /content/${id}`, { json: { is_public: false } });
    expect((await seal(id, {}, await newClient(web))).status).toBe(404);
    expect((await stored(id))?.is_sealed).toBe(false);
    expect((await seal(id)).status).toBe(200);
    expect((await seal(id)).status).toBe(409);
  });

  test('for a version that is not the newest', async () => {
    const id = await newLetter(helena, 'The first version');
    await helena.call(`PUT /content/${id}`, { json: { content: 'Written since' } });
    const { status, body } = await seal(id, { headers: { 'if-match': '"1"' } });
    expect([status, body.code]).toEqual([412, 'changed-meanwhile']);
    expect((await helena.call(`GET /content/${id}`)).body.content).toBe('Written since');
    expect((await seal(id, { headers: { 'if-match': '"2"' } })).status).toBe(200);
  });

  test('for parts that are no parcel', async () => {
    const id = await newLetter(helena, LETTER);
    const before = await web.query('select count(*) from files');
    expect((await seal(id, { parts: { ...partsOf(parcel), key: Buffer.from('no age file') } })).status).toBe(422);
    expect((await seal(id, { fields: { sealed: 'false', type: 'file', title: 'Open' } })).status).toBe(422);
    expect((await helena.call(`GET /content/${id}`)).body.content).toBe(LETTER);
    expect(await web.query('select count(*) from files')).toEqual(before);
  });
});

describe('at the same moment', () => {
  test('as a delivery of it is sent: it waits for the claim, and is refused', async () => {
    const id = await newLetter(helena, LETTER);
    const delivery = await schedule(id);
    await makeDue(delivery);
    let sealing: Promise<{ status: number }> | undefined;
    await web.fork().transactional(async (tx) => {
      expect(await claim(tx, delivery)).toHaveLength(1);
      sealing = seal(id);
      await untilLockWait(async (sql) => {
        // A transaction sees the others as they were when it first looked.
        await tx.execute('select pg_stat_clear_snapshot()');
        return tx.execute(sql);
      });
    });
    expect((await sealing)?.status).toBe(409);
    expect((await helena.call(`GET /content/${id}`)).body.content).toBe(LETTER);
  });

  test.each([
    ['made public', { is_public: true }],
    ['edited', { content: 'Written since' }],
  ])('as it is %s: one of them is refused', async (_, json) => {
    for (let round = 0; round < 5; round++) {
      const id = await newLetter(helena, LETTER);
      const headers = { 'if-match': '"1"' };
      const [sealed, changed] = await Promise.all([
        seal(id, { headers }),
        helena.call(`PUT /content/${id}`, { json, headers }),
      ]);
      expect([sealed.status === 200, changed.status === 200].filter(Boolean)).toHaveLength(1);
      const { body } = await helena.call(`GET /content/${id}`);
      expect([body.is_sealed, body.is_public && body.is_sealed]).toEqual([sealed.status === 200, false]);
    }
  });

  test('as it is sealed in another window: the second is refused', async () => {
    const id = await newLetter(helena, LETTER);
    const results = await Promise.all([seal(id), seal(id)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stored(id)).toEqual(SEALED);
  });
});

test('what is replaced makes room: an item larger than what is left can be sealed', async () => {
  const owner = await newClient(web, 'free');
  const form = fileForm({ type: 'file', title: 'Deeds' }, Buffer.alloc(30 * 1024 * 1024), 'deeds.bin');
  const { body } = await owner.call<{ id: string }>('POST /content/upload-file', { form });
  const large = await makeParcel(Buffer.alloc(30 * 1024 * 1024));
  expect((await seal(body.id, { parts: partsOf(large) }, owner)).status).toBe(200);
  const used = await web.query('select bytes from storage_use where owner_id = ? and items > 0', [owner.id]);
  expect(used).toEqual([{ bytes: `${large.content.length}` }]);
});

describe('the page', () => {
  test('says what is deleted, by which day backups end, and what the deliveries bring', async () => {
    const owner = await newClient(web);
    const id = await newLetter(owner);
    await schedule(id, owner);
    const { visitor } = await byPage(web, owner);
    expect(await (await visitor.get(`/dashboard/content/${id}`)).text()).toContain(`href="/content/${id}/seal"`);
    const page = await (await visitor.get(`/content/${id}/seal`)).text();
    const inDays = new Date(Date.now() + 35 * 24 * 60 * 60_000);
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(inDays);
    expect(page).toContain(`Copies in our backups end by ${day}.`);
    expect(page).toContain('with all earlier versions');
    expect(page).toContain('One delivery of it is scheduled. It will bring the sealed item.');
    expect(page).toContain('JavaScript is off in this browser');
  });

  test('of a public item asks to make it private first; of a sealed one leads to the item', async () => {
    const id = await newLetter(helena);
    await helena.call(`PUT /content/${id}`, { json: { is_public: true } });
    const { visitor } = await byPage(web, helena);
    expect(await (await visitor.get(`/content/${id}/seal`)).text()).toContain('Make it private first');
    await helena.call(`PUT /content/${id}`, { json: { is_public: false } });
    await seal(id);
    const answer = await visitor.get(`/content/${id}/seal`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/dashboard/content/${id}`]);
    const item = await (await visitor.get(`/dashboard/content/${id}`)).text();
    expect(item).toContain('Sealed');
    expect(item).not.toContain(`/content/${id}/seal"`);
  });
});
