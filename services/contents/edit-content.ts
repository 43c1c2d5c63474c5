import type { EntityManager } from '@mikro-orm/postgresql';
import { Content } from '#db/entities/content.ts';
import type { EditText } from '#domain/content/content.schema.ts';
import { type ContentType, excerptOf } from '#domain/content/content.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { personKey } from '#services/accounts/person-key.ts';
import type { Context } from '#services/context.ts';
import { findContent } from './queries.ts';
import type { WholeContent } from './read-contents.ts';
import { openHead, sealBody, sealHead } from './sealed-content.ts';
import { lockSpace, requireSpaceForText, type Space } from './space.ts';

interface Row {
  type: ContentType;
  size: string;
  head: Buffer;
}

/**
 * Gives a content another title, or writes a letter anew. What waits to be sent will be sent as it is then; what was sent
 * stays as it was.
 * @param change what is left out stays as it is
 * @throws AppError quota-exceeded when a letter grows by more than there is room for; conflict for a text where there is
 *   none; not-found
 */
export async function editContent(
  context: Context,
  ownerId: string,
  id: string,
  { title, content: text }: Partial<EditText>,
): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  const key = await personKey(context, ownerId);
  await context.em.transactional(async (tx) => {
    // In the order in which uploads lock: the room first.
    const space = await lockSpace(tx, ownerId);
    const row = await lockContent(tx, ownerId, id);
    if (text !== undefined) requireGrowth(space, row, Buffer.byteLength(text));
    // Both new: what was there is not opened, so a letter that cannot be read any more can be written anew.
    const before = title === undefined || text === undefined ? openHead(key, id, row.head) : { title, excerpt: '' };
    const head = {
      ...before,
      title: title ?? before.title,
      excerpt: text === undefined ? before.excerpt : excerptOf(text),
    };
    await tx.nativeUpdate(
      Content,
      { id, owner: ownerId },
      {
        head: sealHead(key, id, head),
        ...(text === undefined ? {} : { body: sealBody(key, id, text), size: Buffer.byteLength(text) }),
      },
    );
  });
  return findContent(context, ownerId, id);
}

async function lockContent(tx: EntityManager, ownerId: string, id: string): Promise<Row> {
  const [row] = await tx.execute<Row[]>(
    'select type, size, head from contents where id = ? and owner_id = ? for no key update',
    [id, ownerId],
  );
  if (!row) throw notFound('content');
  return row;
}

function requireGrowth(space: Space, { type, size }: Row, wanted: number): void {
  if (type !== 'text') throw new AppError('conflict', 'Only letters can be written anew.');
  const growth = wanted - Number(size);
  if (growth > 0) requireSpaceForText(space, growth);
}
