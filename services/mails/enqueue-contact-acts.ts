import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';

const KINDS = { heard: 'contact-held', confirmed: 'contact-confirmed' } as const;

/**
 * Mails what a contact said to the others who have been notified in this episode. Those who have not been will read it in
 * the mail that notifies them, and on their page.
 * @param email of the contact who said it
 */
export async function notifyOthersOfAct(
  tx: EntityManager,
  { ownerId, episode }: { ownerId: string; episode: number },
  act: keyof typeof KINDS,
  email: string,
): Promise<void> {
  const kind = KINDS[act];
  const others = await query(tx)
    .selectFrom('emergency_mails as m')
    .innerJoin('trusted_contacts as t', (join) =>
      join
        .onRef('t.owner_id', '=', 'm.owner_id')
        // At either of their addresses, as they were notified.
        .on((eb) => eb.or([eb('t.email', '=', eb.ref('m.email')), eb('t.alternate_email', '=', eb.ref('m.email'))])),
    )
    .select(['t.name', 't.language', 'm.email'])
    .distinct()
    .where('m.owner_id', '=', ownerId)
    .where('m.episode', '=', episode)
    .where('m.kind', '=', 'contact-told')
    .where('m.state', '=', 'accepted')
    .where('t.email', '<>', email)
    .where('t.stopped_at', 'is', null)
    .execute();
  if (others.length === 0) return;
  const { next } = await query(tx)
    .selectFrom('emergency_mails')
    .select(({ fn, eb, lit }) => eb(fn.coalesce(fn.max('index'), lit(-1)), '+', lit(1)).as('next'))
    .where('owner_id', '=', ownerId)
    .where('episode', '=', episode)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const mails = others.map((other) => ({ id: newId(), owner_id: ownerId, episode, kind, index: next, ...other }));
  await query(tx)
    .insertInto('emergency_mails')
    .values(mails.map((mail) => ({ ...mail, state: 'waiting' as const, created_at: NOW })))
    .execute();
  await enqueue(tx, 'emergency-mail', mails);
}
