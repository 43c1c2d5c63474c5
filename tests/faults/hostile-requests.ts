/** Requests that are made to keep the web process busy, or to fill its memory: of visitors, and of people with an account. */
import { connect, type Socket } from 'node:net';
import { MEGABYTE } from '#domain/content/content.ts';
import { upload } from '#tests/http/files.ts';
import type { Visitor } from '#tests/http/visitor.ts';
import { fullOfExif, fullOfXmp, HOSTILE_TYPES } from '#tests/media/hostile.ts';

const KILOBYTE = 1_024;
/** Just below what Node takes as the head of a request. */
const HEAD_BYTES = 15 * KILOBYTE;
const VISITORS_BYTES = 256 * KILOBYTE;

/** Whom the requests go to, and who sends those that need an account. */
export interface Target {
  port: number;
  person: Visitor;
  /** Of a program of another person. */
  token: string;
  /** A file of the person. */
  fileId: string;
}

/** Sends one of them. @returns the status of the answer; 0 where the connection was cut without one */
type Hostile = (target: Target) => Promise<number>;

const filled = (bytes: number, text: string) => Buffer.alloc(bytes, text);
const FORM = 'content-type: application/x-www-form-urlencoded';
const JSON_TYPE = 'content-type: application/json';

async function ended(socket: Socket): Promise<number> {
  let heard = '';
  socket
    .on('error', () => {})
    .on('data', (data: Buffer) => {
      if (heard.length < 20) heard += data.toString('latin1');
    });
  await new Promise((closed) => socket.once('close', closed));
  return Number(heard.split(' ')[1] ?? 0);
}

/** Sends what is given as it is, and reads until the connection ends. */
function raw(line: string, headers: readonly string[] = [], body: Buffer = Buffer.alloc(0)): Hostile {
  return ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    const length = body.length > 0 ? [`content-length: ${body.length}`] : [];
    const head = [`${line} HTTP/1.1`, 'host: x', 'sec-fetch-site: same-origin', 'connection: close', ...length];
    socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n`, 'latin1');
    if (body.length > 0) socket.write(body);
    return ended(socket);
  };
}

const form = (path: string, body: Buffer) => raw(`POST ${path}`, [FORM], body);
const json = (path: string, body: Buffer | string) => raw(`POST ${path}`, [JSON_TYPE], Buffer.from(body));

/** The same of a person who is signed in. */
function signedIn(path: string, body: Buffer, type = FORM): Hostile {
  return (target) => raw(`POST ${path}`, [type, `cookie: ${cookieOf(target)}`], body)(target);
}

function program(line: string, body: Buffer | string = '', headers: readonly string[] = [JSON_TYPE]): Hostile {
  return (target) => raw(line, [...headers, `authorization: Bearer ${target.token}`], Buffer.from(body))(target);
}

function cookieOf({ person }: Target): string {
  return [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

const get = (path: string, ...headers: string[]) => raw(`GET ${path}`, headers);
const ofFile = (header: string): Hostile => {
  return (target) => get(`/api/content/file/${target.fileId}`, header, `cookie: ${cookieOf(target)}`)(target);
};

/** Opens many connections that send this and then nothing, while another request is answered. */
function held(count: number, start: string): Hostile {
  return async (target) => {
    const sockets = Array.from({ length: count }, () => connect(target.port, '127.0.0.1').on('error', () => {}));
    for (const socket of sockets) socket.write(start);
    const status = await get('/')(target);
    for (const socket of sockets) socket.destroy();
    return status;
  };
}

async function all(target: Target, hostile: readonly Hostile[]): Promise<number> {
  return Math.max(...(await Promise.all(hostile.map((one) => one(target)))));
}

const multipart = (...parts: string[]) =>
  Buffer.from(`${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`, 'latin1');
const MULTIPART = 'content-type: multipart/form-data; boundary=B';
const field = (name: string, value: string) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, value: string) =>
  `content-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${value}`;
const uploadOf = (...parts: string[]) =>
  signedIn('/create/upload', multipart(field('title', 'x'), field('type', 'file'), ...parts), MULTIPART);

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const login = (email: string, password = 'wrong one') => json('/api/auth/login', JSON.stringify({ email, password }));
const register = (change: object) =>
  json(
    '/api/auth/register',
    JSON.stringify({
      ...{ name: 'x', email: 'x@example.com', password: 'three plain words', time_zone: 'UTC' },
      ...change,
    }),
  );
const letter = (content: object) => program('POST /api/content/upload', JSON.stringify({ type: 'text', ...content }));
const delivery = (content: object) => program('POST /api/delivery/schedule', JSON.stringify(content));
const FAMILY = '\u{1F468}‍\u{1F469}‍\u{1F467}‍\u{1F466}';
const MARKS = `a${'́'.repeat(1_000)}`;

const FORMS: Record<string, Hostile> = {
  'a form of 24 MB of "+" by a visitor': form('/schedule', filled(24 * MEGABYTE, '+')),
  'eight of them at once': (target) =>
    all(target, Array(8).fill(form('/create', filled(24 * MEGABYTE, '+'))) as Hostile[]),
  'a form of 24 MB of escapes': form('/profile', filled(24 * MEGABYTE, '%41')),
  'a form of 24 MB to a page of visitors': form('/auth/forgot', filled(24 * MEGABYTE, 'a=b&')),
  'a form of ampersands': form('/auth', filled(VISITORS_BYTES, '&')),
  'a form of very many fields': form('/auth', filled(VISITORS_BYTES, 'a=b&')),
  'a form of "+"': form('/auth', filled(VISITORS_BYTES, '+')),
  'a form of broken escapes': form('/auth', filled(VISITORS_BYTES, '%%2')),
  'names that build objects': form('/auth', filled(VISITORS_BYTES, 'a[0][1].b[2]')),
  'names of prototypes': form('/auth', Buffer.from('__proto__[x]=1&constructor.prototype.x=1&email=x')),
  'a signed-in form of 2 MB of "<"': signedIn('/schedule', filled(2 * MEGABYTE - 10, 'title=<<<<')),
  'a signed-in form of 24 MB': signedIn('/emergency', filled(24 * MEGABYTE, 'a=b&')),
  'a letter of 4 MB of "<"': signedIn(
    '/create',
    Buffer.concat([Buffer.from('type=text&content='), filled(3.9 * MEGABYTE, '<')]),
  ),
  'a multipart form by a visitor': raw('POST /auth', [MULTIPART], multipart(field('email', 'x'.repeat(200_000)))),
  'a multipart form of thousands of parts': uploadOf(...Array.from({ length: 20_000 }, () => field('title', 'x'))),
  'a multipart form whose parts have long heads': uploadOf(`x: ${'y'.repeat(MEGABYTE)}\r\n\r\nz`),
  'a multipart field of 5 MB': uploadOf(field('title', 'x'.repeat(5 * MEGABYTE)), file('a', 'a')),
  'a multipart form of boundaries': signedIn('/create/upload', filled(4 * MEGABYTE, '\r\n--B'), MULTIPART),
  'a multipart form with another boundary in its head': raw(
    'POST /create/upload',
    [`content-type: multipart/form-data; boundary=${'-'.repeat(HEAD_BYTES / 2)}`],
    filled(VISITORS_BYTES, '-'),
  ),
  'a file named like a path out of an archive': uploadOf(file('../'.repeat(60_000), 'x')),
  'a file named like a chain of archives': uploadOf(file('a.zip'.repeat(60_000), 'PK\x03\x04')),
  'a file with a name of marks': uploadOf(file(MARKS.repeat(30), 'x')),
};

const CALLS: Record<string, Hostile> = {
  'deep JSON by a visitor': json('/api/auth/login', deep(VISITORS_BYTES / 2 - 1)),
  'deep JSON by a program': program('POST /api/content/upload', deep(MEGABYTE / 2 - 1)),
  'deep objects': program('POST /api/content/upload', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`),
  'JSON of very many keys': program(
    'POST /api/content/upload',
    JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, index]))),
  ),
  'JSON of very many lists': program('POST /api/content/upload', `{"a":[${'[],'.repeat(300_000)}[]]}`),
  'a number of a million digits': program('POST /api/content/upload', `{"title":${'1'.repeat(MEGABYTE - 100)}}`),
  'a string of escapes': program('POST /api/content/upload', `{"title":"${'\\u0000'.repeat(150_000)}"}`),
  'JSON of 24 MB': program('POST /api/content/upload', filled(24 * MEGABYTE, ' ')),
  'a title of families': letter({ title: FAMILY.repeat(20_000), content: 'x' }),
  'a title of marks': letter({ title: MARKS.repeat(400), content: 'x' }),
  'a title of directions': letter({ title: '‮⁦'.repeat(100_000), content: 'x' }),
  'a letter of line breaks': letter({ title: 'x', content: '\r\n'.repeat(200_000) }),
  'a letter of spaces': letter({ title: 'x', content: `${' '.repeat(900_000)}x` }),
  'a letter of half characters': letter({ title: 'x', content: '\uD800'.repeat(100_000) }),
  'an email of dots': login(`a@${'a.'.repeat(100_000)}`),
  'an email of signs': login('a@'.repeat(100_000)),
  'an email of spaces': login(`${' '.repeat(200_000)}a`),
  'an email of quotes': login(`"${'\\"'.repeat(60_000)}`),
  'an email of hyphens': login(`a@${'a-'.repeat(100_000)}.`),
  'a name of spaces': register({ name: `x${' '.repeat(200_000)}x` }),
  'a name of families': register({ name: FAMILY.repeat(5_000) }),
  'a password of 200 KB': register({ password: 'x'.repeat(200_000) }),
  'a time zone of slashes': register({ time_zone: `A${'/A'.repeat(100_000)}` }),
  'a phone number of digits': delivery({ recipient_phone: `+${'1 '.repeat(200_000)}x`, delivery_type: 'whatsapp' }),
  'an instant of digits': delivery({ scheduled_time: `2031-05-04T09:00:00.${'0'.repeat(500_000)}` }),
  'an instant of spaces': delivery({ scheduled_time: `2031-05-04${' '.repeat(500_000)}x` }),
  'a token of 15 KB': get('/api/content/list', `authorization: Bearer ${'a'.repeat(HEAD_BYTES)}`),
  'a cursor of 15 KB': program(`GET /api/content/list?cursor=${'A'.repeat(HEAD_BYTES)}`),
  'thousands of parameters': program(`GET /api/content/list?${'a=1&'.repeat(3_500)}`),
  'a key of 14 KB': program('POST /api/content/upload', '{}', [JSON_TYPE, `idempotency-key: ${'k'.repeat(14_000)}`]),
  'a webhook of 2 MB that nobody signed': json('/webhooks/sendgrid', `[${'{},'.repeat(650_000)}{}]`),
  'a status of Twilio that nobody signed': form('/webhooks/twilio', filled(32 * KILOBYTE, 'a=b&')),
  'a status of Twilio of many fields': form(
    '/webhooks/twilio',
    Buffer.from(Array.from({ length: 5_000 }, (_, index) => `a${index}=`).join('&')),
  ),
  'an event of Stripe that nobody signed': raw(
    'POST /webhooks/stripe',
    [JSON_TYPE, `stripe-signature: t=1,${'v1=a,'.repeat(2_500)}`],
    filled(MEGABYTE, '{'),
  ),
};

const HEADS: Record<string, Hostile> = {
  'a URL of 15 KB': get(`/${'a/'.repeat(HEAD_BYTES / 2)}`),
  'a URL of escaped slashes': get(`/${'%2f'.repeat(HEAD_BYTES / 3)}`),
  'a URL of broken escapes': get(`/shared/${'%zz%c0%ae%'.repeat(1_500)}`),
  'a URL of line breaks': get(`/m/${'%0a%0d'.repeat(2_500)}`),
  'a link of 15 KB': get(`/m/${'A'.repeat(HEAD_BYTES)}`),
  'a target of backslashes': get(`/auth?to=${'/%5c'.repeat(3_700)}`),
  'routes of 15 KB': get(`/shared.data?_routes=${'routes/shared,'.repeat(1_000)}`),
  'more than 16 KB of headers': get('/', `x: ${'y'.repeat(64 * KILOBYTE)}`),
  'more than a thousand headers': get('/', ...Array.from({ length: 1_900 }, (_, index) => `a${index}:`)),
  'thousands of cookies': get('/dashboard', `cookie: ${'a=b; '.repeat(3_000)}`),
  'a session of 15 KB': get('/dashboard', `cookie: session=${'A'.repeat(HEAD_BYTES)}`),
  'cookies of quotes': get('/dashboard', `cookie: ${'session="'.repeat(1_600)}`),
  'thousands of languages': get('/', `accept-language: ${'en-GB;q=0.1,'.repeat(1_200)}`),
  'thousands of encodings': get('/', `accept-encoding: ${'br;q=0 ,'.repeat(1_800)}`),
  'an encoding of spaces': get('/', `accept-encoding: br${' '.repeat(HEAD_BYTES)};q=1`),
  'thousands of tags': ofFile(`if-none-match: ${'"a", '.repeat(2_900)}`),
  'thousands of ranges': ofFile(`range: bytes=${'0-0,'.repeat(3_500)}`),
  'a range of digits': ofFile(`range: bytes=0-${'9'.repeat(14_000)}`),
  'thousands of proxies': get('/', `x-forwarded-for: ${'::ffff:1.1.1.1, '.repeat(900)}`),
  'a browser with a name of 15 KB': raw(
    'POST /api/auth/login',
    [JSON_TYPE, `user-agent: ${'Mozilla/5.0 ('.repeat(1_000)}`],
    Buffer.from(JSON.stringify({ email: 'nobody@example.com', password: 'wrong one' })),
  ),
  'a type of 15 KB': raw('POST /auth', [`content-type: ${'application/'.repeat(1_200)}`], Buffer.from('a')),
  'a method that nobody knows': raw('PROPFIND /'),
  'something that is not HTTP': raw('\0\x01\x02'),
  'an address with another host': raw('GET http://example.com/'),
  'a page with a body of 24 MB': raw('GET /', [], filled(24 * MEGABYTE, 'x')),
};

const chunked = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\nconnection: close\r\n${FORM}\r\ntransfer-encoding: chunked\r\n\r\n`;

function written(text: string): Hostile {
  return ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(text, 'latin1');
    return ended(socket);
  };
}

const PACES: Record<string, Hostile> = {
  'a body of one byte per chunk': written(`${chunked('/auth')}${'1\r\na\r\n'.repeat(200_000)}0\r\n\r\n`),
  'chunks with long extensions': written(`${chunked('/auth')}1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`),
  'dozens of bodies that never come': held(60, chunked('/auth')),
  'dozens of bodies that stop in the middle': held(60, `${chunked('/auth')}10000\r\n${'a'.repeat(60_000)}`),
  'dozens of heads that never end': held(60, 'GET / HTTP/1.1\r\nhost: x\r\nx-a: '),
  'a thousand requests in one connection': written(
    `${'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_000)}GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  ),
  'twenty sign-ins at once': (target) =>
    all(
      target,
      Array.from({ length: 20 }, (_, index) => login(`nobody-${index}@example.com`)),
    ),
};

const FILES: Record<string, Hostile> = Object.fromEntries([
  ...HOSTILE_TYPES.map((type) => [`a file full of places: ${type}`, uploaded(() => fullOfXmp(type, 950_000))]),
  ['a PNG with many pieces of EXIF', uploaded(() => fullOfExif(8, 950_000))],
]);

function uploaded(bytesOf: () => Buffer): Hostile {
  return async ({ person }) => (await upload(person, new Uint8Array(bytesOf()), { type: 'file' })).status;
}

/** By what each is. */
export const HOSTILE: Readonly<Record<string, Hostile>> = { ...FORMS, ...CALLS, ...HEADS, ...PACES, ...FILES };
