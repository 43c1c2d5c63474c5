import type { EntityManager } from '@mikro-orm/postgresql';
import { query, type Tables } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { openFile, type ReadableFile } from '#services/contents/open-file.ts';
import type { VaultContext } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { SealBroken, seal } from '#services/crypto/seal.ts';
import { type ClaimedJob, finishing, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import type { DrawnKind } from '#services/media/drawing-protocol.ts';
import type { Drawn } from '#services/media/picture.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import type { Draw, Drawing } from './draw.ts';

/** Longer than any drawing takes. */
const LEASE = 6 * MINUTE;
const TRIES = 3;
const AFTER_DEATH = MINUTE;
const STORE_AWAY = 15 * SECOND;
/** A long recording must not delay another thumbnail. */
const LANES = 2;

/** What thumbnails are made with. */
export interface ThumbnailDeps {
  fork(): EntityManager;
  keyring: Keyring;
  objects: ObjectStore;
  draw: Draw;
  /** Is called with what became of each. */
  onMade(made: Made): void;
}

/** What became of one: ids and reasons only, for the log. */
export interface Made {
  fileId: string;
  /** `broken-seal` is a failure as well, and an alarm. */
  outcome: 'ready' | 'failed' | 'later' | 'gone' | 'broken-seal';
  reason?: string;
}

/** Draws the thumbnail of a file. The file itself is only read. A store that does not answer counts as no try. */
export function thumbnailJob(deps: ThumbnailDeps): JobHandler {
  return { batch: 1, lanes: LANES, lease: LEASE, run: (job) => makeThumbnail(deps, job) };
}

async function makeThumbnail(deps: ThumbnailDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork, keyring, objects, onMade } = deps;
  const context = { em: fork(), keyring, objects, now: new Date() };
  const made = (outcome: Made['outcome'], reason?: string) =>
    onMade({ fileId: job.subject, outcome, ...(reason !== undefined && { reason }) });
  const giveUp = async (outcome: 'failed' | 'broken-seal', reason: string): Promise<JobOutcome> => {
    await record(context, job, { state: 'failed' });
    made(outcome, reason);
    return 'recorded';
  };
  const file = await readPending(context.em, job.subject);
  if (!file) return 'done';
  // No worker before came to record it: the file ends the process that draws it.
  if (job.tries > TRIES) return giveUp('failed', 'No worker came back from it.');
  try {
    const drawing = await drawFile(context, file, deps.draw);
    switch (drawing.outcome) {
      case 'drawn':
        made((await save(context, job, file.ownerId, drawing.drawn)) ? 'ready' : 'gone');
        return 'recorded';
      case 'refused':
        return await giveUp('failed', drawing.reason);
      case 'died':
        if (job.tries >= TRIES) return await giveUp('failed', drawing.reason);
        made('later', drawing.reason);
        return { againIn: AFTER_DEATH * job.tries };
    }
  } catch (error) {
    if (error instanceof SealBroken) return giveUp('broken-seal', error.message);
    if (!(error instanceof AppError && error.code === 'not-found'))
      return { againIn: STORE_AWAY, isCounted: false, reason: error };
    made('gone');
    return 'done';
  }
}

interface PendingFile {
  fileId: string;
  ownerId: string;
  kind: DrawnKind;
}

async function readPending(em: EntityManager, fileId: string): Promise<PendingFile | undefined> {
  const row = await query(em)
    .selectFrom('thumbnails as t')
    .innerJoin('contents as c', 'c.file_id', 't.file_id')
    .select(['c.owner_id', 'c.type'])
    .where('t.file_id', '=', fileId)
    .where('t.state', '=', 'pending')
    .executeTakeFirst();
  return row && { fileId, ownerId: row.owner_id, kind: row.type === 'file' ? 'page' : (row.type as DrawnKind) };
}

async function drawFile(context: VaultContext, { fileId, ownerId, kind }: PendingFile, draw: Draw): Promise<Drawing> {
  const file = await openFile(context, { accountId: ownerId }, fileId);
  const { contentType, size } = file;
  return draw({ kind, contentType, size, read: (start, length) => readPart(file, start, length) });
}

/** @returns a part of a file, decrypted; the bounds are in bytes */
export async function readPart(file: ReadableFile, start: number, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await file.read(start, start + length - 1, new AbortController().signal)) parts.push(part);
  return Buffer.concat(parts);
}

async function save(context: VaultContext, job: ClaimedJob, ownerId: string, { bytes, width, height }: Drawn) {
  const sealed = seal(await personKey(context, ownerId), { kind: 'thumbnail', id: job.subject }, bytes);
  return record(context, job, { state: 'ready', sealed, width, height });
}

/** Leaves a thumbnail whose state has changed meanwhile. @returns whether it was recorded */
async function record(
  { em }: VaultContext,
  job: ClaimedJob,
  changes: Partial<Pick<Tables['thumbnails'], 'state' | 'sealed' | 'width' | 'height'>>,
): Promise<boolean> {
  const rows = await finishing(em, job)
    .updateTable('thumbnails')
    .set(changes)
    .where('file_id', '=', job.subject)
    .where('state', '=', 'pending')
    .returning('file_id')
    .execute();
  return rows.length > 0;
}
