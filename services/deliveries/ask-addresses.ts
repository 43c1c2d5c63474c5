import type { EntityManager } from '@mikro-orm/postgresql';
import { ASK_AHEAD, FAR } from '#domain/delivery/delivery.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { newId } from '#services/ids.ts';
import { idArray } from './locked.ts';

const AT_ONCE = 500;
/** During an upgrade a worker of the version before mails every notice it finds, this one as a failure: it is gone by then. */
const UNHURRIED = 15 * MINUTE;

const seconds = (duration: number) => `${duration / SECOND} seconds`;

/**
 * Finds deliveries whose far date is near and leaves their owners a mail: does the address still hold? Each is asked about
 * once, and again only after it was changed and is far once more. Of an owner whose own address was never confirmed
 * nobody is asked, until it is.
 * @returns about how many; fewer than a full hand means that none is left for now
 */
export async function askAddresses(em: EntityManager): Promise<number> {
  return em.transactional(async (tx) => {
    // What was chosen lately is passed over by its own row; the timeline is asked only about what is old.
    const near = await tx.execute<{ id: string; owner_id: string; revision: number }[]>(
      `select d.id, d.owner_id, d.revision from deliveries d join users u on u.id = d.owner_id
       where d.status = 'pending' and d.deleted_at is null and d.origin = 'owner' and d.address_asked_at is null
         and d.scheduled_time > now() and d.scheduled_time <= now() + ?::interval and u.email_confirmed_at is not null
         and d.created_at <= d.scheduled_time - ?::interval and not exists (select 1 from timeline t
           where t.delivery_id = d.id and t.kind = 'delivery-rescheduled' and t.at > d.scheduled_time - ?::interval)
       order by d.scheduled_time limit ${AT_ONCE} for update of d skip locked`,
      [seconds(ASK_AHEAD), seconds(FAR), seconds(FAR)],
    );
    if (near.length === 0) return 0;
    await tx.execute('update deliveries set address_asked_at = now() where id = any(?::uuid[])', [
      idArray(near.map(({ id }) => id)),
    ]);
    const rows = near.map(({ id, owner_id, revision }) => ({ id: newId(), delivery_id: id, owner_id, revision }));
    await tx.execute(
      `insert into notices (id, owner_id, kind, delivery_id, revision, tries, next_try_at, created_at)
       select id, owner_id, 'address-check', delivery_id, revision, 0, now() + ?::interval, now()
       from jsonb_to_recordset(?::jsonb) as r(id uuid, owner_id uuid, delivery_id uuid, revision integer)
       on conflict do nothing`,
      [seconds(UNHURRIED), JSON.stringify(rows)],
    );
    return near.length;
  });
}
