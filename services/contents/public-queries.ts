import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import type { ContentView } from './content-view.ts';
import {
  type Asked,
  type Contents,
  readContent,
  readContents,
  readWholeContents,
  type WholeContent,
} from './read-contents.ts';

/** What everyone may see of a content: nothing of whose it is. */
export type PublicContentView = Omit<ContentView, 'is_public' | 'is_emergency'>;
export type WholePublicContent = Omit<WholeContent, 'is_public' | 'is_emergency'>;

/** @returns what people chose to show to everyone, newest first */
export async function listPublicContents(context: Context, asked: Asked): Promise<Contents<PublicContentView>> {
  const { contents, next } = await readContents(context, { sql: 'c.is_public', params: [] }, asked);
  return { contents: contents.map(withoutFlags), next };
}

/** The same with the texts of letters. */
export async function listWholePublicContents(context: Context, asked: Asked): Promise<Contents<WholePublicContent>> {
  const { contents, next } = await readWholeContents(context, { sql: 'c.is_public', params: [] }, asked);
  return { contents: contents.map(withoutFlags), next };
}

/**
 * @returns one public content with its text
 * @throws AppError not-found when there is none, or none that is public
 */
export async function findPublicContent(context: Context, id: string): Promise<WholePublicContent> {
  const content = isId(id) ? await readContent(context, { sql: 'c.is_public and c.id = ?', params: [id] }) : null;
  if (!content) throw notFound('content');
  return withoutFlags(content);
}

function withoutFlags<View extends ContentView>({ is_public, is_emergency, ...shown }: View) {
  return shown;
}
