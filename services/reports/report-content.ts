import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { type Statement, writeStatement } from '#domain/report/report.ts';
import type { Context } from '#services/context.ts';
import { idOf, newId } from '#services/ids.ts';

/** So many mails an hour say that something is wrong; more would only bury the others. */
export const REPORTS_AN_HOUR = 5;

/**
 * Takes down what somebody says about a public content, to be mailed to the operators. Beyond REPORTS_AN_HOUR for the
 * same content nothing more is kept, and whoever reports is none the wiser.
 * @param once what tells one opened form from the next; sent again with the same words it is one report. Null: always new
 * @throws AppError not-found when there is no such content, or none that is public
 */
export async function reportContent(
  { em, keyring }: Context,
  contentId: string,
  statement: Statement,
  once: string | null = null,
): Promise<void> {
  if (!isId(contentId)) throw notFound('content');
  const reason = writeStatement(statement);
  const id = once === null ? newId() : idOf(keyring.newestLinkKey, 'report', once, contentId, reason);
  await em.transactional(async (tx) => {
    // Locked: of a hundred at once each sees those before it.
    const [content] = await tx.execute<{ id: string }[]>(
      'select id from contents where id = ? and is_public for no key update',
      [contentId],
    );
    if (!content) throw notFound('content');
    await tx.execute(
      `insert into reports (id, content_id, reason, created_at) select ?, ?, ?, now()
       where (select count(*) from reports where content_id = ? and created_at > now() - interval '1 hour') < ?
       on conflict (id) do nothing`,
      [id, contentId, reason, contentId, REPORTS_AN_HOUR],
    );
  });
}
