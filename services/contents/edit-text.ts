import { Content } from '#db/entities/content.ts';
import type { EditText } from '#domain/content/content.schema.ts';
import { type ContentType, excerptOf } from '#domain/content/content.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { personKey } from '#services/accounts/person-key.ts';
import type { Context } from '#services/context.ts';
import { findContent } from './queries.ts';
import type { WholeContent } from './read-contents.ts';
import { sealBody, sealHead } from './sealed-content.ts';
import { leftOf, lockSpace, quotaExceeded } from './space.ts';

/**
 * Writes a letter anew. What waits to be sent will be sent as it is then; what was sent stays as it was.
 * @throws AppError quota-exceeded when it grows by more than there is room for; conflict when it is no letter; not-found
 */
export async function editText(context: Context, ownerId: string, id: string, input: EditText): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  const key = await personKey(context, ownerId);
  const size = Buffer.byteLength(input.content);
  await context.em.transactional(async (tx) => {
    // In the order in which uploads lock: the room first.
    const space = await lockSpace(tx, ownerId);
    const [content] = await tx.execute<{ type: ContentType; size: string }[]>(
      'select type, size from contents where id = ? and owner_id = ? for no key update',
      [id, ownerId],
    );
    if (!content) throw notFound('content');
    if (content.type !== 'text') throw new AppError('conflict', 'Only letters can be written anew.');
    const growth = size - Number(content.size);
    if (growth > 0 && growth > leftOf(space)) throw atMessage(quotaExceeded(space, growth));
    await tx.nativeUpdate(
      Content,
      { id, owner: ownerId },
      {
        head: sealHead(key, id, { title: input.title, excerpt: excerptOf(input.content) }),
        body: sealBody(key, id, input.content),
        size,
      },
    );
  });
  return findContent(context, ownerId, id);
}

/** What is too much stands in the message here, not in a file. */
function atMessage({ code, message, facts }: AppError): AppError {
  return new AppError(code, message, [{ field: 'content', message }], facts);
}
