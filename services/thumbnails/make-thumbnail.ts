import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#domain/errors.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { personKey } from '#services/accounts/person-key.ts';
import { openFile, type ReadableFile } from '#services/contents/open-file.ts';
import type { VaultContext } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { SealBroken, seal } from '#services/crypto/seal.ts';
import type { DrawnKind } from '#services/media/drawing-protocol.ts';
import type { Drawn } from '#services/media/picture.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import type { Draw } from './draw.ts';

/** Longer than any drawing takes: who died leaves it to the next. */
const CLAIMED = 6 * MINUTE;
const TRIES = 3;
const AFTER_DEATH = MINUTE;
const STORE_AWAY = 15 * SECOND;

/** What thumbnails are made with. */
export interface ThumbnailParts {
  fork(): EntityManager;
  keyring: Keyring;
  objects: ObjectStore;
  draw: Draw;
}

/** What became of one: ids and reasons only, for the log. */
export interface Made {
  fileId: string;
  /** `broken-seal` is a failure as well, and an alarm. */
  outcome: 'ready' | 'failed' | 'later' | 'gone' | 'broken-seal';
  reason?: string;
}

interface Due {
  fileId: string;
  ownerId: string;
  kind: DrawnKind;
  /** This one included. */
  tries: number;
}

/**
 * Makes the thumbnail that has waited longest. The file itself is only read.
 * @returns what became of it; null when none is due
 * @throws whatever the store throws when it does not answer: it is tried again, and that does not count
 */
export async function makeDueThumbnail(parts: ThumbnailParts): Promise<Made | null> {
  const { keyring, objects, draw } = parts;
  const context = { em: parts.fork(), keyring, objects, now: new Date() };
  const due = await claim(context.em);
  if (!due) return null;
  // Whoever tried before never came to record it: the file takes the worker with it.
  if (due.tries > TRIES) return giveUp(context, due, { outcome: 'failed', reason: 'Nobody came back from it.' });
  try {
    return await make(context, due, draw);
  } catch (error) {
    if (error instanceof SealBroken) return giveUp(context, due, { outcome: 'broken-seal', reason: error.message });
    if (error instanceof AppError && error.code === 'not-found') return { fileId: due.fileId, outcome: 'gone' };
    await putOff(context, due, STORE_AWAY, { counts: false });
    throw error;
  }
}

/** Put off and counted first: two workers do not wait for each other, and one that dies of it has counted. */
async function claim(em: EntityManager): Promise<Due | null> {
  const [due] = await em.execute<{ file_id: string; tries: number; type: DrawnKind; owner_id: string }[]>(
    `update thumbnails t set next_try_at = now() + ? * interval '1 second', tries = t.tries + 1
     from contents c where c.file_id = t.file_id and t.file_id = (
       select d.file_id from thumbnails d join contents dc on dc.file_id = d.file_id
       where d.next_try_at <= now() order by d.next_try_at limit 1 for update of d skip locked)
     returning t.file_id, t.tries, c.type, c.owner_id`,
    [CLAIMED / SECOND],
  );
  return due ? { fileId: due.file_id, ownerId: due.owner_id, kind: due.type, tries: due.tries } : null;
}

async function make(context: VaultContext, due: Due, draw: Draw): Promise<Made> {
  const { fileId, ownerId, kind, tries } = due;
  const file = await openFile(context, { accountId: ownerId }, fileId);
  const { contentType, size } = file;
  const drawing = await draw({ kind, contentType, size, read: (start, length) => readPart(file, start, length) });
  switch (drawing.outcome) {
    case 'drawn':
      return keep(context, due, drawing.drawn);
    case 'refused':
      return giveUp(context, due, { outcome: 'failed', reason: drawing.reason });
    case 'died': {
      if (tries >= TRIES) return giveUp(context, due, { outcome: 'failed', reason: drawing.reason });
      await putOff(context, due, AFTER_DEATH * tries, { counts: true });
      return { fileId, outcome: 'later', reason: drawing.reason };
    }
  }
}

async function readPart(file: ReadableFile, start: number, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await file.read(start, start + length - 1, new AbortController().signal)) parts.push(part);
  return Buffer.concat(parts);
}

async function keep(context: VaultContext, { fileId, ownerId }: Due, drawn: Drawn): Promise<Made> {
  const sealed = seal(await personKey(context, ownerId), { kind: 'thumbnail', id: fileId }, drawn.bytes);
  const kept = await context.em.execute<{ file_id: string }[]>(
    `update thumbnails set state = 'ready', next_try_at = null, sealed = ?, width = ?, height = ?
     where file_id = ? and state = 'pending' returning file_id`,
    [sealed, drawn.width, drawn.height, fileId],
  );
  return { fileId, outcome: kept.length > 0 ? 'ready' : 'gone' };
}

async function giveUp({ em }: VaultContext, { fileId }: Due, made: Omit<Made, 'fileId'>): Promise<Made> {
  await em.execute(
    `update thumbnails set state = 'failed', next_try_at = null where file_id = ? and state = 'pending'`,
    [fileId],
  );
  return { fileId, ...made };
}

async function putOff({ em }: VaultContext, { fileId }: Due, wait: number, { counts }: { counts: boolean }) {
  await em.execute(
    `update thumbnails set next_try_at = now() + ? * interval '1 second', tries = tries - ?
     where file_id = ? and state = 'pending'`,
    [wait / SECOND, counts ? 0 : 1, fileId],
  );
}
