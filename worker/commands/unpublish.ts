/**
 * For operators: takes a content out of the gallery, and lets it back.
 *
 *   npm run unpublish -- <content id>
 *   npm run unpublish -- <content id> --let-back
 */
import { parseArgs } from 'node:util';
import { readEnv } from '#config/env.ts';
import { initOrm } from '#db/orm.ts';
import { AppError } from '#domain/errors.ts';
import { letBack, unpublish } from '#services/contents/visibility.ts';
import { whyEnded } from './why-ended.ts';

const { values, positionals } = parseArgs({ options: { 'let-back': { type: 'boolean' } }, allowPositionals: true });
const [id, ...more] = positionals;
if (id === undefined || more.length > 0) {
  console.error('Which one? npm run unpublish -- <content id>');
  process.exit(1);
}

const orm = await initOrm(readEnv().DATABASE_URL, { pool: 2 });
try {
  console.log(values['let-back'] ? await lettingBack(id) : await takingOut(id));
} catch (error) {
  console.error(
    error instanceof AppError
      ? `There is no content ${id}: nothing was changed. The id is the one in the report’s mail.`
      : `${whyEnded(error)} When that is mended, run it again.`,
  );
  process.exitCode = 1;
} finally {
  await orm.close(true);
}

async function takingOut(content: string): Promise<string> {
  const { type, wasPublic } = await unpublish(orm.em.fork(), content, new Date());
  return wasPublic
    ? `The ${type} ${content} is private now: it has left the gallery, and its link and its file open for its owner only, who cannot show it again. Nothing was deleted.`
    : `The ${type} ${content} was not public. Its owner cannot show it from now on.`;
}

async function lettingBack(content: string): Promise<string> {
  return (await letBack(orm.em.fork(), content))
    ? `Its owner may show ${content} again. It is private until they do.`
    : `${content} had not been taken out: nothing was changed.`;
}
