/** How long others wait during uploads of files that are made to keep the scan for locations busy. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MEGABYTE } from '#domain/content/content.ts';
import type { World } from '#tests/harness/world.ts';
import { upload } from '#tests/http/files.ts';
import { Visitor } from '#tests/http/visitor.ts';
import { fullOfExif, fullOfXmp, HOSTILE_TYPES } from '#tests/media/hostile.ts';

const FILE_BYTES = 0.95 * MEGABYTE;
const AT_ONCE = 4;
const EXIF_CHUNKS = 8;
/** How long any other request may wait, in milliseconds. */
const GOAL = 250;

/**
 * Uploads each hostile file alone, then four of each at once.
 * @returns whether no other request waited longer than the goal
 */
export async function measureHostile(world: World): Promise<boolean> {
  await world.web.start();
  const person = await createVisitor(world);
  const files = [
    ...HOSTILE_TYPES.map((type) => ({ what: type, bytes: fullOfXmp(type, FILE_BYTES) })),
    { what: `PNG with ${EXIF_CHUNKS} eXIf`, bytes: fullOfExif(EXIF_CHUNKS, FILE_BYTES) },
  ];
  await stalls(world, person, 'a first file', [fullOfXmp('image/gif', 1_000)]);
  const rows = [];
  for (const { what, bytes } of files) rows.push(await stalls(world, person, what, [bytes]));
  const all = files.flatMap(({ bytes }) => Array.from({ length: AT_ONCE }, () => bytes));
  const harmless = all.map(({ length }) => randomBytes(length));
  rows.push(await stalls(world, await createVisitor(world), 'as many harmless files', harmless));
  rows.push(await stalls(world, person, `${AT_ONCE} of each at once`, all));
  console.table(
    rows.map(({ what, took, statuses, worst }) => ({
      what,
      'answered after, ms': took.toFixed(0),
      statuses: [...new Set(statuses)].join(', '),
      'longest /healthz, ms': worst.toFixed(0),
      goal: `< ${GOAL} ${worst < GOAL ? 'met' : 'MISSED'}`,
    })),
  );
  return rows.every(({ worst }) => worst < GOAL);
}

/** Uploads all of the files at once while a thread asks for /healthz, one time after the other. */
async function stalls(world: World, person: Visitor, what: string, files: readonly Buffer[]) {
  const watcher = new Worker(new URL('./longest-wait.ts', import.meta.url), { workerData: `${world.origin}/healthz` });
  await once(watcher, 'online');
  const began = performance.now();
  const answers = await Promise.all(files.map((bytes) => upload(person, new Uint8Array(bytes), { type: 'file' })));
  const took = performance.now() - began;
  watcher.postMessage('stop');
  const [worst] = await once(watcher, 'message');
  return { what, took, statuses: answers.map(({ status }) => status), worst: Number(worst) };
}

/** A free account is enough. */
async function createVisitor(world: World): Promise<Visitor> {
  const visitor = new Visitor(world.origin);
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const fields = { name: 'Helena Duarte', email, password: 'stillhere', time_zone: 'Europe/Lisbon' };
  const { status } = await visitor.post('/auth?mode=sign-up', fields);
  if (status !== 302) throw new Error(`signing up answered ${status}`);
  return visitor;
}
