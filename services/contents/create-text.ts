import { Content } from '#db/entities/content.ts';
import type { CreateText } from '#domain/content/content.schema.ts';
import { excerptOf } from '#domain/content/content.ts';
import { personKey } from '#services/accounts/person-key.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { type ContentView, toContentView } from './content-view.ts';
import { sealBody, sealHead } from './sealed-content.ts';

/** Keeps a letter, sealed, private to its owner. */
export async function createText(context: Context, ownerId: string, input: CreateText): Promise<ContentView> {
  const key = await personKey(context, ownerId);
  const id = newId();
  const content = {
    id,
    owner: ownerId,
    type: 'text' as const,
    head: sealHead(key, id, { title: input.title, excerpt: excerptOf(input.content) }),
    isPublic: false,
    isEmergency: false,
    createdAt: context.now,
  };
  await context.em.insert(Content, { ...content, body: sealBody(key, id, input.content) });
  return toContentView(key, content);
}
