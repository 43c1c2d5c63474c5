/** Files on their way in, over the wire: well-formed and not. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { fullOfXmp, HOSTILE_TYPES } from '#tests/media/hostile.ts';
import { PNG, sendForm, upload } from './files.ts';
import { startWeb, type Web } from './web.ts';

type Person = Awaited<ReturnType<Web['person']>>;

let web: Web;
let helena: Person;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.overSocket.person();
});
afterAll(() => web?.stop());

const problem = async (response: Response) => [response.status, await response.json()];

/** Node sends an async iterable as it comes; the DOM's type of a body does not have it. */
function streamed(body: AsyncIterable<Uint8Array>): BodyInit {
  return body as unknown as BodyInit;
}

async function nothingWasKept(person: Person): Promise<void> {
  const [owner] = await web.query<{ id: string }>('select id from users where email = ?', [person.email]);
  expect(await web.query('select id from contents where owner_id = ?', [owner?.id])).toEqual([]);
  expect(await web.query('select id from files where owner_id = ?', [owner?.id])).toEqual([]);
}

/**
 * Speaks HTTP by hand.
 * @param hangUp when to end the connection, where it does not end by itself
 * @returns what came back until the connection ended
 */
async function speak(
  person: Person,
  lines: string[],
  parts: (Buffer | string | number)[],
  hangUp?: Promise<void>,
): Promise<string> {
  const socket = connect(Number(new URL(web.origin).port), '127.0.0.1');
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  const head = [
    'POST /create/upload HTTP/1.1',
    'host: x',
    `cookie: ${cookie}`,
    'sec-fetch-site: same-origin',
    ...lines,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (const part of parts) {
    if (typeof part === 'number') await sleep(part);
    else if (!socket.destroyed) socket.write(part);
  }
  await Promise.race([closed, ...(hangUp ? [hangUp] : [])]);
  socket.destroy();
  return heard;
}

const TYPE = 'content-type: multipart/form-data; boundary=B';
const field = (name: string, value: string) =>
  `--B\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string) =>
  `--B\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;

describe('a file', () => {
  test('is kept with its title, its name without folders, its size and what it is', async () => {
    const response = await upload(helena, PNG, {
      type: 'image',
      title: 'The sea',
      name: '../../etc/sea \u202egpj.png',
    });
    expect(response.status).toBe(201);
    expect((await response.json()).content).toMatchObject({
      type: 'image',
      title: 'The sea',
      is_public: false,
      metadata: { original_filename: 'sea gpj.png', content_type: 'image/png', size: PNG.length },
    });
  });

  test('may come before what is said about it: the order of fields is the sender’s', async () => {
    const form = new FormData();
    form.append('file', new Blob([PNG]), 'sea.png');
    form.append('title', 'The sea');
    form.append('type', 'image');
    const response = await sendForm(helena, '/create/upload', form);
    expect([response.status, (await response.json()).content.title]).toEqual([201, 'The sea']);
  });

  test('without a title has its name for one', async () => {
    const response = await upload(helena, PNG, { type: 'image', title: '  ', name: 'Casa da avó.png' });
    expect((await response.json()).content.title).toBe('Casa da avó.png');
  });

  test('with 4 KiB of name keeps its ending, and with lines or nothing in its name stays one line', async () => {
    const names = [`${'a'.repeat(4_096)}.png`, 'a%00b\r\nx: y.png', '...', '/'];
    const kept: string[] = [];
    for (const name of names) {
      const { content } = await (await upload(helena, PNG, { type: 'image', name })).json();
      kept.push(content.metadata.original_filename);
    }
    expect(kept[0]).toMatch(/^a{100,}\.png$/);
    expect(Buffer.byteLength(kept[0] ?? '')).toBeLessThanOrEqual(200);
    for (const name of kept) expect(name).toMatch(/^[^\p{Cc}/\\]+$/u);
  });
});

describe('refused with a sentence, and nothing is kept:', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), { type: 'image' }, 422, 'This file is empty. Please choose another.'],
    [
      'a page as a picture',
      Buffer.from('<html>'),
      { type: 'image', name: 'a.png' },
      422,
      'This isn’t an image that we can show. You can save it as a File instead.',
    ],
    [
      'a picture as a video',
      PNG,
      { type: 'video', name: 'a.mp4' },
      422,
      'This isn’t a video that we can show. You can save it as a File instead.',
    ],
    ['a type that is none', PNG, { type: 'text' }, 422, 'A file comes as one of image, video, audio, file'],
  ])('%s', async (_what, bytes, picked, status, detail) => {
    const person = await web.overSocket.person();
    const [answered, body] = await problem(await upload(person, bytes, picked));
    expect([answered, body.code]).toEqual([status, 'validation-failed']);
    expect(body.detail).toMatch(detail);
    expect(body.errors[0].field).toMatch(/^(file|title|type)$/);
    await nothingWasKept(person);
  });

  test('no file at all', async () => {
    const form = new FormData();
    form.append('title', 'x');
    form.append('type', 'image');
    expect(await problem(await sendForm(helena, '/create/upload', form))).toMatchObject([
      422,
      { detail: 'Please select a file' },
    ]);
  });

  test('a form that ends before its end, with another boundary, without one, or with two files', async () => {
    const person = await web.overSocket.person();
    const start = field('title', 'x') + field('type', 'image') + file('a.png');
    const whole = `${start}${PNG.toString('latin1')}\r\n--B--\r\n`;
    const send = (body: string, type = TYPE) =>
      speak(
        person,
        [type, 'connection: close', `content-length: ${Buffer.byteLength(body, 'latin1')}`],
        [Buffer.from(body, 'latin1')],
      );
    expect(await send(whole.slice(0, -9))).toMatch(/^HTTP\/1.1 400 /);
    expect(await send(whole, TYPE.replace('=B', '=C'))).toMatch(/^HTTP\/1.1 (400|422) /);
    expect(await send(whole, 'content-type: multipart/form-data')).toMatch(/^HTTP\/1.1 400 /);
    expect(await send(`${start}x\r\n${file('b.png')}y\r\n--B--\r\n`)).toMatch(/^HTTP\/1.1 400 /);
    await nothingWasKept(person);
    expect(await send(whole)).toMatch(/^HTTP\/1.1 201 /);
  });

  test('fewer bytes than were announced', async () => {
    const person = await web.overSocket.person();
    const start = field('title', 'x') + field('type', 'file') + file('a.bin');
    const hangUp = Promise.withResolvers<void>();
    const ended = speak(person, [TYPE, 'content-length: 100000'], [start, randomBytes(50_000)], hangUp.promise);
    await expect.poll(() => web.query('select id from files where state <> ?', ['ready'])).toHaveLength(1);
    hangUp.resolve();
    await ended;
    await expect.poll(() => web.query('select id from files where state <> ?', ['ready'])).toEqual([]);
    await nothingWasKept(person);
  });
});

describe('over the quota', () => {
  test('what is announced as too long is refused before it is sent, with what is left', async () => {
    const person = await web.overSocket.person('Helena Duarte', 'free');
    const answer = await speak(person, [TYPE, 'connection: close', `content-length: ${51 * MEGABYTE}`], []);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"code":"quota-exceeded"');
    expect(answer).toContain('Your vault holds 50.00 MB, and 50.00 MB are left. This needs 50.98 MB.');
    expect(answer).toContain(`"limit":${50 * MEGABYTE},"used":0`);
  });

  test('what turns out to be too long is refused when it does, and the room is free again', async () => {
    const person = await web.overSocket.person('Helena Duarte', 'free');
    await web.query(
      `insert into storage_use (owner_id, type, items, bytes) select id, 'video', 1, ? from users where email = ?`,
      [49 * MEGABYTE, person.email],
    );
    const chunk = randomBytes(64 * 1024);
    const body = async function* () {
      yield Buffer.from(field('title', 'x') + field('type', 'file') + file('a.bin'));
      for (let count = 0; count < 32; count++) yield chunk;
      yield Buffer.from('\r\n--B--\r\n');
    };
    const response = await person.send('/create/upload', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=B' },
      body: streamed(body()),
      duplex: 'half',
    } as RequestInit);
    expect(await problem(response)).toMatchObject([413, { code: 'quota-exceeded', limit: 50 * MEGABYTE }]);
    expect(await web.query(`select id from files where state <> 'ready'`)).toEqual([]);
    expect((await upload(person, randomBytes(MEGABYTE - 100), { type: 'file' })).status).toBe(201);
  });
});

describe('a line that is', () => {
  test('cut in the middle leaves nothing behind', async () => {
    const person = await web.overSocket.person();
    const stop = new AbortController();
    const body = async function* () {
      yield Buffer.from(field('title', 'x') + field('type', 'file') + file('a.bin'));
      for (let count = 0; count < 400; count++) {
        yield randomBytes(64 * 1024);
        if (count === 200) stop.abort();
      }
    };
    const sending = person.send('/create/upload', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=B' },
      body: streamed(body()),
      duplex: 'half',
      signal: stop.signal,
    } as RequestInit);
    await expect(sending).rejects.toThrow();
    await expect.poll(() => web.query(`select id from files where state <> 'ready'`)).toEqual([]);
    await nothingWasKept(person);
    expect((await web.query("select subject from jobs where kind = 'delete-object'")).length).toBeGreaterThan(0);
  });

  test('slow and steady gets through', async () => {
    const person = await web.overSocket.person();
    const bytes = randomBytes(4_000);
    const start = field('title', 'x') + field('type', 'file') + file('a.bin');
    const pieces = Array.from({ length: 20 }, (_, index) => [bytes.subarray(index * 200, (index + 1) * 200), 100]);
    const length = Buffer.byteLength(start) + bytes.length + '\r\n--B--\r\n'.length;
    const answer = await speak(
      person,
      [TYPE, 'connection: close', `content-length: ${length}`],
      [start, ...pieces.flat(), '\r\n--B--\r\n'],
    );
    expect(answer).toMatch(/^HTTP\/1.1 201 /);
  });
});

describe('a file that is made to keep us busy', () => {
  test('is kept, or refused in words that say what to do', async () => {
    for (const type of HOSTILE_TYPES)
      expect((await upload(helena, new Uint8Array(fullOfXmp(type, 200_000)), { type: 'file' })).status).toBe(201);
    const endless = Buffer.concat([fullOfXmp('image/gif', 1_000), Buffer.alloc(2_000_000, 'II*\0')]);
    expect(await problem(await upload(helena, new Uint8Array(endless), { type: 'image' }))).toMatchObject([
      422,
      {
        errors: [{ field: 'file', message: expect.stringMatching(/^This file contains more places than we can hide/) }],
      },
    ]);
  });

  test('is looked into by a thread: the web process has no code that could do it', () => {
    const folder = new URL('../../build/server/', import.meta.url);
    const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const having = (words: string) =>
      scripts.filter((name) => readFileSync(new URL(name, folder), 'utf8').includes(words));
    expect(having('scanning-thread.ts')).not.toEqual([]);
    // The build keeps the words of a regular expression.
    const sign = 'raw profile type';
    expect(having(sign)).toEqual([]);
    expect(readFileSync('services/media/location-metadata.ts', 'utf8')).toContain(sign);
  });
});
