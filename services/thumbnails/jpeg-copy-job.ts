/** Makes the JPEG copy of a picture that most browsers do not show: its recipients see all of it. */
import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { openFile } from '#services/contents/open-file.ts';
import { contentMac, sealBlanks } from '#services/contents/sealed-content.ts';
import type { VaultContext } from '#services/context.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { SealBroken, Sealer } from '#services/crypto/seal.ts';
import { sealStream } from '#services/crypto/seal-stream.ts';
import { newId } from '#services/ids.ts';
import { type ClaimedJob, enqueue, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { readPart, type ThumbnailDeps } from './thumbnail-job.ts';

/** Longer than any drawing takes. */
const LEASE = 6 * MINUTE;
const TRIES = 3;
const AFTER_DEATH = MINUTE;
const STORE_AWAY = 15 * SECOND;

/** Without a copy recipients get the small picture and the original, so nothing else is lost when none can be made. */
export function jpegCopyJob(deps: ThumbnailDeps): JobHandler {
  return { batch: 1, lease: LEASE, run: (job) => makeCopy(deps, job) };
}

async function makeCopy({ fork, keyring, objects, draw, onMade }: ThumbnailDeps, job: ClaimedJob): Promise<JobOutcome> {
  const context = { em: fork(), keyring, objects, now: new Date() };
  const failed = (outcome: 'failed' | 'broken-seal', reason: string): JobOutcome => {
    onMade({ fileId: job.subject, outcome, reason });
    return 'done';
  };
  const ownerId = await ownerWithoutCopy(context.em, job.subject);
  if (!ownerId) return 'done';
  if (job.tries > TRIES) return failed('failed', 'No worker came back from it.');
  try {
    const file = await openFile(context, { accountId: ownerId }, job.subject);
    const { contentType, size } = file;
    const drawing = await draw({ kind: 'copy', contentType, size, read: (...range) => readPart(file, ...range) });
    if (drawing.outcome === 'drawn') {
      await saveCopy(context, ownerId, job.subject, drawing.drawn.bytes);
      onMade({ fileId: job.subject, outcome: 'ready' });
      return 'done';
    }
    if (drawing.outcome === 'refused' || job.tries >= TRIES) return failed('failed', drawing.reason);
    return { againIn: AFTER_DEATH * job.tries };
  } catch (error) {
    if (error instanceof SealBroken) return failed('broken-seal', error.message);
    if (error instanceof AppError && error.code === 'not-found') return 'done';
    return { againIn: STORE_AWAY, isCounted: false, reason: error };
  }
}

/** @returns the owner of a picture that has no copy; null where there is one, and for a picture that is gone */
async function ownerWithoutCopy(em: EntityManager, fileId: string): Promise<string | null> {
  const row = await query(em)
    .selectFrom('files as f')
    .leftJoin('files as copy', (join) => join.onRef('copy.original_id', '=', 'f.id').on('copy.state', '=', 'ready'))
    .select(['f.owner_id', 'copy.id as copy_id'])
    .where('f.id', '=', fileId)
    .executeTakeFirst();
  return row && row.copy_id === null ? row.owner_id : null;
}

/** The row comes first, as for an upload: if this process dies, the janitor finds the row and the object. */
async function saveCopy(context: VaultContext, ownerId: string, fileId: string, bytes: Buffer): Promise<void> {
  const { em, objects } = context;
  // Not the beginning of the job: the janitor would take it for stalled.
  const now = new Date();
  const key = await personKey(context, ownerId);
  const id = newId();
  const storageKey = randomBytes(24).toString('hex');
  // Of a try that did not end.
  await query(em).deleteFrom('files').where('original_id', '=', fileId).where('state', '<>', 'ready').execute();
  await query(em)
    .insertInto('files')
    .values({
      ...{ id, owner_id: ownerId, storage_key: storageKey, state: 'uploading', reserved: 0 },
      ...{ original_id: fileId, created_at: now, touched_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  try {
    const sealer = new Sealer(key, { kind: 'file', id });
    await objects.put(storageKey, sealStream(sealer, inOne(bytes)), new AbortController().signal);
    const content_mac = contentMac(key, id, createHash('sha256').update(bytes).digest());
    const ready = await query(em)
      .updateTable('files')
      .set({ state: 'ready', seal_header: sealer.header, size: bytes.length, content_type: 'image/jpeg', content_mac })
      .set({ sealed_blanks: sealBlanks(key, id, []) })
      .where('id', '=', id)
      .where('state', '<>', 'ready')
      // Its owner may have deleted the picture meanwhile.
      .where(({ exists, selectFrom }) => exists(selectFrom('files as f').select('f.id').where('f.id', '=', fileId)))
      .executeTakeFirst();
    if (ready.numUpdatedRows > 0n) return;
    await query(em).deleteFrom('files').where('id', '=', id).execute();
    await enqueue(em, 'delete-object', storageKey, { anew: true });
  } catch (error) {
    await query(em).deleteFrom('files').where('id', '=', id).execute();
    throw error;
  }
}

async function* inOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
