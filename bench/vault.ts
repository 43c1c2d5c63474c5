/**
 * Files through the whole product against the object store alone, on the same gateway in the same run: the same bytes,
 * sent and read by the same process. The difference is our work: parsing, counting, hashing, sealing and opening.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { World } from '#tests/harness/world.ts';
import { Visitor } from '#tests/http/visitor.ts';
import { measureLists } from './lists.ts';
import { memoryOf } from './memory.ts';

const ROUNDS = 3;
const RANGES = 200;
const RANGE_BYTES = MEGABYTE;
const LARGE_BYTES = 2 * GIGABYTE;
const LARGE_AT_ONCE = 4;

/** The goal of each line; a ratio is ours against the store alone, 1 being as fast. */
const GOALS = { upload: 0.7, download: 0.7, ranges: 0.6, memory: 400 * MEGABYTE };

/**
 * Measures speed first, then lists, then the memory of a fresh process.
 * @param size of the file, in bytes; with one, speed alone
 */
export async function measureVault(world: World, size: number | null): Promise<void> {
  await world.web.start();
  const store = rawStore(world);
  await measureSpeed(world, (await subscriber(world)).visitor, store, size ?? GIGABYTE);
  if (size === null) await measureRest(world);
  store.client.destroy();
}

async function measureRest(world: World): Promise<void> {
  const reader = await subscriber(world);
  await measureLists(world, reader.visitor, reader.id);
  await world.web.kill();
  await world.web.start();
  await measureMemory(world, (await subscriber(world)).visitor);
}

async function measureSpeed(world: World, person: Visitor, store: RawStore, size: number): Promise<void> {
  const took = { stored: [] as number[], uploaded: [] as number[], read: [] as number[], downloaded: [] as number[] };
  let id = '';
  for (let round = 0; round < ROUNDS; round++) {
    took.stored.push(await seconds(() => store.put('raw', size)));
    took.uploaded.push(
      await seconds(async () => {
        id = await upload(world, person, size);
      }),
    );
  }
  const path = `/api/content/file/${id}`;
  const ours = (from: number, to: number) => download(world, person, path, from, to);
  const alone = (from: number, to: number) => store.get('raw', from, to);
  for (let round = 0; round < ROUNDS; round++) {
    took.read.push(await seconds(() => alone(0, size - 1)));
    took.downloaded.push(await seconds(() => ours(0, size - 1)));
  }
  const ranges = { alone: [] as number[], ours: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const offsets = Array.from({ length: RANGES }, () => randomInt(1, size - RANGE_BYTES));
    ranges.alone.push(await inTurn(offsets, alone));
    ranges.ours.push(await inTurn(offsets, ours));
  }
  const whole = `${size / MEGABYTE} MiB`;
  console.table([
    speedRow(`upload of ${whole}`, size, took.uploaded, took.stored, GOALS.upload),
    speedRow(`download of ${whole}`, size, took.downloaded, took.read, GOALS.download),
    speedRow(`${RANGES} ranges of 1 MiB`, RANGES * RANGE_BYTES, ranges.ours, ranges.alone, GOALS.ranges),
  ]);
}

/** Reads ranges one after the other. */
function inTurn(offsets: readonly number[], read: (from: number, to: number) => Promise<void>): Promise<number> {
  return seconds(async () => {
    for (const from of offsets) await read(from, from + RANGE_BYTES - 1);
  });
}

async function measureMemory(world: World, person: Visitor): Promise<void> {
  const { pid } = world.web;
  const before = memoryOf(pid, 'VmHWM');
  const took = await seconds(() =>
    Promise.all(Array.from({ length: LARGE_AT_ONCE }, () => upload(world, person, LARGE_BYTES))),
  );
  const peak = memoryOf(pid, 'VmHWM');
  console.table([
    {
      what: `${LARGE_AT_ONCE} uploads of 2 GiB at once`,
      'MiB/s together': ((LARGE_AT_ONCE * LARGE_BYTES) / MEGABYTE / took).toFixed(0),
      'web process before, MiB': (before / MEGABYTE).toFixed(0),
      'web process at most, MiB': (peak / MEGABYTE).toFixed(0),
      goal: `< ${GOALS.memory / MEGABYTE} ${peak < GOALS.memory ? 'met' : 'MISSED'}`,
    },
  ]);
}

/** Of the medians of all rounds, in seconds. */
function speedRow(what: string, bytes: number, all: readonly number[], allAlone: readonly number[], goal: number) {
  const [ours, alone] = [median(all), median(allAlone)];
  const ratio = alone / ours;
  return {
    what,
    'MiB/s': (bytes / MEGABYTE / ours).toFixed(0),
    'store alone': (bytes / MEGABYTE / alone).toFixed(0),
    ratio: ratio.toFixed(2),
    goal: `>= ${goal} ${ratio >= goal ? 'met' : 'MISSED'}`,
  };
}

/** A person on the largest plan, signed in. */
async function subscriber(world: World): Promise<{ visitor: Visitor; id: string }> {
  const visitor = new Visitor(world.origin);
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const fields = { name: 'Helena Duarte', email, password: 'stillhere', time_zone: 'Europe/Lisbon' };
  const { status } = await visitor.post('/auth?mode=sign-up', fields);
  if (status !== 302) throw new Error(`signing up answered ${status}`);
  const [row] = await world.query<{ owner_id: string }>(
    `insert into subscriptions (owner_id, plan) select id, 'premium' from users where email = ? returning owner_id`,
    [email],
  );
  return { visitor, id: row?.owner_id ?? '' };
}

const CHUNK = randomBytes(MEGABYTE);
/** As long as a browser's: a parser skips further the longer its boundary is. */
const BOUNDARY = `----WebKitFormBoundary${randomBytes(8).toString('hex')}`;

function* noise(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= CHUNK.length) yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
}

/** Sends a file as the page's script does. @returns its id */
async function upload(world: World, person: Visitor, size: number): Promise<string> {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field('title', 'The sea')}${field('type', 'file')}${field('size', `${size}`)}--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="sea.bin"\r\n\r\n`;
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const sending = request(`${world.origin}/create/upload`, {
    method: 'POST',
    headers: {
      cookie: cookieOf(person),
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + size + tail.length,
    },
  });
  const answered = once(sending, 'response');
  const body = function* () {
    yield Buffer.from(head);
    yield* noise(size);
    yield Buffer.from(tail);
  };
  await pipeline(Readable.from(body()), sending);
  const [response] = await answered;
  const text = Buffer.concat(await response.toArray()).toString('utf8');
  if (response.statusCode !== 201) throw new Error(`the upload was answered with ${response.statusCode}: ${text}`);
  return JSON.parse(text).content.file_id;
}

async function download(world: World, person: Visitor, path: string, from: number, to: number): Promise<void> {
  const asking = request(`${world.origin}${path}`, {
    headers: { cookie: cookieOf(person), range: `bytes=${from}-${to}` },
  });
  asking.end();
  const [response] = await once(asking, 'response');
  if (response.statusCode !== 206) throw new Error(`the download was answered with ${response.statusCode}`);
  await requireLength(response, to - from + 1);
}

function cookieOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

interface RawStore {
  client: S3Client;
  put(key: string, size: number): Promise<void>;
  get(key: string, from: number, to: number): Promise<void>;
}

/** The object store without us, with the same vendor's library and the settings of our adapter. */
function rawStore({ env }: World): RawStore {
  const Bucket = 'stillhere';
  const client = new S3Client({
    endpoint: env.S3_ENDPOINT ?? '',
    region: 'us-east-1',
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID ?? '', secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '' },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    client,
    async put(Key, size) {
      const Body = Readable.from(noise(size), { objectMode: false });
      await new Upload({ client, params: { Bucket, Key, Body } }).done();
    },
    async get(Key, from, to) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${from}-${to}` }));
      await requireLength(Body as Readable, to - from + 1);
    },
  };
}

async function requireLength(bytes: Readable, expected: number): Promise<void> {
  let length = 0;
  for await (const chunk of bytes) length += chunk.length;
  if (length !== expected) throw new Error(`${length} bytes came instead of ${expected}`);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / SECOND;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
