/** Whether a list of a hundred thousand is as quick as one of ten: the verbs by themselves, and the pages over HTTP. */
import { Client } from 'pg';
import { MINUTE } from '#domain/time/durations.ts';
import { listContents, listPublicContents } from '#services/contents/read-contents.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { seal } from '#services/crypto/seal.ts';
import { newId } from '#services/ids.ts';
import type { World } from '#tests/harness/world.ts';
import type { Visitor } from '#tests/http/visitor.ts';
import { percentile } from './table.ts';

const PER_PAGE = 24;
/** Few, as many as a page shows, and many. */
const SIZES = [10, PER_PAGE, 100_000];
/** Verbs read as many rows as the short list has: the comparison is about finding them, not about reading more. */
const ASKED = { limit: 10 };
const BATCH = 5_000;
/** One in so many is a picture with a thumbnail, which lists join. */
const PICTURE_EACH = 5;
const ROUNDS = 60;
const GOAL = 1.5;

/** @param person signed in, with the plan that shows things to everyone; all of their items are public */
export async function measureLists(world: World, person: Visitor, ownerId: string): Promise<void> {
  const context = () => world.context();
  const key = await personKey(context(), ownerId);
  const lists: Record<string, () => Promise<unknown>> = {
    'listContents()': () => listContents(context(), ownerId, ASKED),
    'listContents(), pictures': () => listContents(context(), ownerId, { ...ASKED, type: 'image' }),
    'listPublicContents()': () => listPublicContents(context(), ASKED),
    'GET /dashboard/content': () => page(person, '/dashboard/content'),
    'GET /shared': () => page(person, '/shared'),
  };
  const times: Record<string, number[]> = {};
  let planted = 0;
  for (const size of SIZES) {
    await plant(world, ownerId, key, size - planted);
    planted = size;
    for (const [what, list] of Object.entries(lists)) times[what] = [...(times[what] ?? []), await median(list)];
  }
  console.table(
    Object.entries(times).map(([what, [few = Number.NaN, aPage = Number.NaN, many = Number.NaN]]) => ({
      what,
      '10 items, ms': few.toFixed(1),
      'a page full, ms': aPage.toFixed(1),
      '100,000 items, ms': many.toFixed(1),
      'ratio to a page': (many / aPage).toFixed(2),
      'ratio to 10': (many / few).toFixed(2),
      goal: `<= ${GOAL} ${many / few <= GOAL ? 'met' : 'MISSED'}`,
    })),
  );
}

async function page(person: Visitor, path: string): Promise<void> {
  const response = await person.get(path);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  await response.text();
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return percentile(
    took.sort((a, b) => a - b),
    0.5,
  );
}

/** Inserts ever older items: letters, and some pictures. */
async function plant(world: World, ownerId: string, key: PersonKey, count: number): Promise<void> {
  const client = new Client({ connectionString: world.env.DATABASE_URL });
  await client.connect();
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
      const id = newId();
      const text = { title: `Item ${done + index}`, excerpt: 'Dear Ana, still here.' };
      const head = seal(key, { kind: 'content-head', id }, Buffer.from(JSON.stringify(text)));
      const isPicture = (done + index) % PICTURE_EACH === 0;
      return { id, head, file: isPicture ? newId() : null, at: new Date(Date.now() - (count - done - index) * MINUTE) };
    });
    await client.query(
      `with files as (
         insert into files (id, owner_id, storage_key, state, reserved, seal_header, size, content_mac, content_type, created_at, touched_at)
         select file, $1, file::text, 'ready', 0, '\\x00', 1, '\\x00', 'image/png', at, at
         from unnest($2::uuid[], $4::timestamptz[]) as f (file, at) where file is not null returning id
       ), thumbnails as (
         insert into thumbnails (file_id, state, width, height, sealed) select id, 'ready', 4, 3, '\\x00' from files
       )
       insert into contents (id, owner_id, type, head, body, file_id, content_type, size, is_public, is_emergency, created_at)
       select id, $1, case when file is null then 'text' else 'image' end, head,
         case when file is null then '\\x00'::bytea end, file, case when file is null then 'text/plain' else 'image/png' end, 1, true, false, at
       from unnest($3::uuid[], $5::bytea[], $2::uuid[], $4::timestamptz[]) as c (id, head, file, at)`,
      [
        ownerId,
        rows.map(({ file }) => file),
        rows.map(({ id }) => id),
        rows.map(({ at }) => at),
        rows.map(({ head }) => head),
      ],
    );
  }
  await client.query('vacuum analyze');
  await client.end();
}
