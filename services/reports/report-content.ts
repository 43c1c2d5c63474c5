import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { REPORTS, REPORTS_FROM } from '#domain/accounts/limits.ts';
import { isId } from '#domain/ids.ts';
import { type Statement, writeStatement } from '#domain/report/report.ts';
import { HOUR } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { idOf, newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { countTry, fromAddress } from '#services/limits/limits.ts';
import { notFound } from '#services/not-found.ts';

/** Per content. More mails would only bury the other reports. */
export const REPORTS_AN_HOUR = 5;

interface NewReport {
  id: string;
  contentId: string;
  reason: string;
}

/**
 * Saves what a visitor reports about a public content, to be mailed to the operators. Beyond REPORTS_AN_HOUR for the same
 * content nothing more is saved, and the visitor does not learn that.
 * @param once identifies the opened form: the same words sent twice from one form are one report. Null: always a new one
 * @throws AppError not-found when there is no such content, or none that is public; too-many-requests from one network, or
 *   altogether
 */
export async function reportContent(
  context: Context,
  contentId: string,
  statement: Statement,
  once: string | null = null,
): Promise<void> {
  if (!isId(contentId)) throw notFound('content');
  await countTry(context, [...fromAddress(context, REPORTS_FROM), { limit: REPORTS, of: [] }]);
  const { em, keyring } = context;
  const reason = writeStatement(statement);
  const id = once === null ? newId() : idOf(keyring.newestLinkKey, 'report', once, contentId, reason);
  await em.transactional(async (tx) => {
    // Under this lock, concurrent reports are counted one after the other.
    const content = await query(tx)
      .selectFrom('contents')
      .select('id')
      .where('id', '=', contentId)
      .where(({ ref }) => ref('is_public'))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!content) throw notFound('content');
    await enqueue(tx, 'report', await insertWithinLimit(tx, { id, contentId, reason }));
  });
}

/** @returns the id of the inserted report; none beyond REPORTS_AN_HOUR, or when it was saved before */
function insertWithinLimit(tx: EntityManager, { id, contentId, reason }: NewReport): Promise<{ id: string }[]> {
  const earlier = query(tx)
    .selectFrom('reports')
    .select(COUNT.as('count'))
    .where('content_id', '=', contentId)
    .where('created_at', '>', ago(HOUR));
  const report = query(tx)
    .selectNoFrom(({ cast, val }) => [
      cast<string>(val(id), 'uuid').as('id'),
      cast<string>(val(contentId), 'uuid').as('content_id'),
      cast<string>(val(reason), 'text').as('reason'),
      NOW.as('created_at'),
    ])
    .where((eb) => eb(earlier, '<', REPORTS_AN_HOUR));
  return query(tx)
    .insertInto('reports')
    .columns(['id', 'content_id', 'reason', 'created_at'])
    .expression(report)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
}
