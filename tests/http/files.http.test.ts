/** Files over HTTP: who may read them, which range, and as which type. */
import { makeZip } from 'client-zip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keptFile, PNG, shapelessBytes, upload } from './files.ts';
import { startWeb, type Web } from './web.ts';

type Person = Awaited<ReturnType<Web['person']>>;

let web: Web;
let helena: Person;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person();
});
afterAll(() => web?.stop());

const address = (id: string) => `/api/content/file/${id}`;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a file of one million bytes', () => {
  const bytes = shapelessBytes(1_000_000);
  let path: string;
  beforeAll(async () => {
    path = address(await keptFile(await upload(helena, bytes, { type: 'file', name: 'Casa da avó.bin' })));
  });

  test('comes back unchanged, as a sandboxed download under its name', async () => {
    const response = await helena.get(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '1000000',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Casa da avo.bin"; filename*=UTF-8''Casa%20da%20av%C3%B3.bin`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
    });
    expect((await bytesOf(response)).equals(bytes)).toBe(true);
  });

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=262143-262144', 262_143, 262_145],
    ['bytes=999999-', 999_999, 1_000_000],
    ['bytes=-300000', 700_000, 1_000_000],
    ['bytes=100-5000000', 100, 1_000_000],
  ])('%s is answered with that range and its position', async (range, from, to) => {
    const response = await helena.get(path, { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/1000000`);
    expect((await bytesOf(response)).equals(bytes.subarray(from, to))).toBe(true);
  });

  test('a range beyond the end is 416 with the size', async () => {
    const response = await helena.get(path, { range: 'bytes=1000000-' });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */1000000']);
  });

  test('several ranges are answered with the whole file', async () => {
    const response = await helena.get(path, { range: 'bytes=0-1,5-6' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '1000000']);
    await response.body?.cancel();
  });

  test('If-None-Match saves sending it again, and If-Range never mixes two versions', async () => {
    const etag = (await helena.send(path, { method: 'HEAD' })).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect((await helena.get(path, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
    expect((await helena.get(path, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    const whole = await helena.get(path, { range: 'bytes=0-9', 'if-range': '"another"' });
    expect([whole.status, (await bytesOf(whole)).length]).toEqual([200, 1_000_000]);
  });

  test('HEAD has the headers and no bytes', async () => {
    const response = await helena.send(path, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '1000000',
      '',
    ]);
  });

  test('others cannot find out that it exists', async () => {
    const nothing = await helena.get(address('01990000-0000-7000-8000-000000000000'));
    for (const one of [await web.person(), web.visitor()]) {
      const response = await one.get(path);
      expect([response.status, await response.json()]).toEqual([404, await nothing.clone().json()]);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
    for (const wrong of ['x', "'; drop table files", '%00'])
      expect((await helena.get(address(wrong))).status).toBe(404);
  });
});

describe('a public file', () => {
  test('is readable by visitors until it is private, also where a browser has cached it', async () => {
    const person = await web.person();
    const id = await keptFile(await upload(person, PNG, { type: 'image', name: 'sea.png' }));
    const visitor = web.visitor();
    expect((await visitor.get(address(id))).status).toBe(404);
    await web.query('update contents set is_public = true where file_id = ?', [id]);
    const seen = await visitor.get(address(id));
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await bytesOf(seen)).equals(PNG)).toBe(true);
    await web.query('update contents set is_public = false where file_id = ?', [id]);
    // Also for a browser that has it: it asks each time, and never gets a 304.
    expect((await visitor.get(address(id), { 'if-none-match': seen.headers.get('etag') ?? '' })).status).toBe(404);
    expect((await person.get(address(id))).status).toBe(200);
  });

  test('needs the plan, and nothing is saved without it', async () => {
    const person = await web.person();
    const response = await upload(person, PNG, { type: 'image', isPublic: true });
    expect([response.status, await response.json()]).toMatchObject([402, { code: 'plan-required' }]);
    expect(
      await web.query('select id from contents where owner_id = (select id from users where email = ?)', [
        person.email,
      ]),
    ).toEqual([]);
  });
});

describe('a document', () => {
  const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
  const PAGE = Buffer.from('<!doctype html><script>alert(1)</script>');
  const zip = async () => Buffer.from(await new Response(makeZip([{ name: 'a.txt', input: 'Bread' }])).arrayBuffer());

  test.each([
    ['a PDF', async () => PDF, 'deed.pdf', 'application/pdf'],
    ['an archive', zip, 'photos.zip', 'application/zip'],
    ['a text', async () => Buffer.from('Água e sal'), 'notes.txt', 'text/plain'],
    ['a page that calls itself a text', async () => PAGE, 'notes.txt', 'text/plain'],
  ])(
    '%s has its content type for its owner and in the gallery, as a sandboxed download',
    async (_what, make, name, type) => {
      // Once: an archive has the time at which it is made.
      const bytes = await make();
      const id = await keptFile(await upload(helena, bytes, { type: 'file', name }));
      await web.query('update contents set is_public = true where file_id = ?', [id]);
      for (const reader of [helena, web.visitor()]) {
        const response = await reader.get(address(id));
        expect(response.status).toBe(200);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': type,
          'content-disposition': `attachment; filename=${name}`,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        });
        expect((await bytesOf(response)).equals(bytes)).toBe(true);
      }
    },
  );

  test('that is a PDF is read by its owner in the browser, and by nobody else while it is public', async () => {
    const id = await keptFile(await upload(helena, PDF, { type: 'file', name: 'deed.pdf' }));
    await web.query('update contents set is_public = true where file_id = ?', [id]);
    const read = await helena.get(`${address(id)}?read`);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename=deed.pdf',
      'content-security-policy': "script-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    for (const other of [await web.person(), web.visitor()]) {
      const { headers } = await other.get(`${address(id)}?read`);
      expect(headers.get('content-disposition')).toBe('attachment; filename=deed.pdf');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    }
  });
});

describe('a file that a browser could run', () => {
  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'drawing.svg'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'page.html'],
    ['a drawing in XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'drawing.svg'],
    ['a document in XML', '<?xml version="1.0"?><note/>', 'note.xml'],
    ['a page that calls itself a picture', '<!doctype html><script>alert(1)</script>', 'picture.png'],
  ])('%s is saved as a file, and downloaded without its content type', async (_what, text, name) => {
    const id = await keptFile(await upload(helena, Buffer.from(text), { type: 'file', name }));
    const response = await helena.get(address(id));
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(text);
  });

  test('a picture is shown in the page, and is a download with ?download', async () => {
    const id = await keptFile(await upload(helena, PNG, { type: 'image', name: 'sea.png' }));
    expect((await helena.get(address(id))).headers.get('content-disposition')).toBe('inline; filename=sea.png');
    expect((await helena.get(`${address(id)}?download`)).headers.get('content-disposition')).toBe(
      'attachment; filename=sea.png',
    );
  });
});
