/** For operators: takes a content out of the gallery. `npm run unpublish -- <content id>` */
import { readEnv } from '#config/env.ts';
import { initOrm } from '#db/orm.ts';
import { AppError } from '#domain/errors.ts';
import { unpublish } from '#services/contents/unpublish.ts';

const [id, ...more] = process.argv.slice(2);
if (id === undefined || more.length > 0) {
  console.error('Which one? npm run unpublish -- <content id>');
  process.exit(1);
}

const orm = await initOrm(readEnv().DATABASE_URL, { pool: 2 });
try {
  const { type, wasPublic } = await unpublish(orm.em.fork(), id, new Date());
  console.log(
    wasPublic
      ? `The ${type} ${id} is private now: it has left the gallery, and nobody finds it or its file there any more. Nothing was deleted.`
      : `The ${type} ${id} was not public: nothing was changed.`,
  );
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(`There is no content ${id}: nothing was changed. The id is the one in the report’s mail.`);
  process.exitCode = 1;
} finally {
  await orm.close(true);
}
