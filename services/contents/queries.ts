import { Content } from '#db/entities/content.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { personKey } from '#services/accounts/person-key.ts';
import type { Context } from '#services/context.ts';
import { type ContentView, toContentView } from './content-view.ts';
import { openBody } from './sealed-content.ts';

/** @returns the newest things a person keeps, at most `limit` */
export async function listContents(
  context: Context,
  ownerId: string,
  { limit }: { limit: number },
): Promise<ContentView[]> {
  const key = await personKey(context, ownerId);
  const contents = await context.em.find(
    Content,
    { owner: ownerId },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit },
  );
  return contents.map((content) => toContentView(key, content));
}

/**
 * @returns one letter with its whole text
 * @throws AppError not-found, also for what belongs to somebody else
 */
export async function findContent(
  context: Context,
  ownerId: string,
  id: string,
): Promise<ContentView & { content: string }> {
  if (!isId(id)) throw notFound('content');
  const content = await context.em.findOne(Content, { id, owner: ownerId }, { populate: ['body'] });
  if (!content) throw notFound('content');
  const key = await personKey(context, ownerId);
  return { ...toContentView(key, content), content: content.body ? openBody(key, id, content.body) : '' };
}
