import { daysSince } from '#domain/emergency/emergency.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import type { Context } from '#services/context.ts';
import { dayOf } from './protocol-row.ts';
import { emergencyStatus } from './status.ts';

/** What every page shows of an active protocol. */
export interface Glance {
  stage: Stage;
  /** Whole days since the last check-in, and how many there may be. */
  day: number;
  of: number;
  isPaused: boolean;
  /** When contacts are told or were, and when everything goes out; ISO 8601, null as in `EmergencyStatus`. */
  told_at: string | null;
  release_at: string | null;
  /** How many people it concerns: who would be told or were, and to whom something would go or went. */
  told: number;
  receiving: number;
}

interface Row {
  episode: number;
  stage: Stage;
  last_check_in: Date | string;
  inactive_days: number;
  is_paused: boolean;
}

/** @returns how an active protocol stands, cheaply while nothing is the matter; null of one that is off */
export async function glance(context: Context, ownerId: string): Promise<Glance | null> {
  const [row] = await context.em.execute<Row[]>(
    `select episode, stage, last_check_in, inactive_days, coalesce(paused_until > now(), false) as is_paused
     from emergency_protocols where owner_id = ? and is_active`,
    [ownerId],
  );
  if (!row) return null;
  const { stage, inactive_days: of, is_paused: isPaused } = row;
  const status = stage === 'armed' ? null : await emergencyStatus(context, ownerId);
  const people = stage === 'armed' ? { told: 0, receiving: 0 } : await concerned(context, ownerId, row);
  return {
    ...people,
    stage,
    day: daysSince(new Date(row.last_check_in), context.now, dayOf(context)),
    of,
    isPaused,
    told_at: status?.contacts_told_at ?? null,
    release_at: status?.release_at ?? null,
  };
}

/** Before the release by who is a contact and what is set aside now; of what has happened, by what was done. */
async function concerned({ em }: Context, ownerId: string, { stage, episode }: Row) {
  const [row] = await em.execute<{ contacts: number; told: number; items: number; sent: number }[]>(
    `select (select count(*)::int from trusted_contacts where owner_id = u.id) as contacts,
       (select count(*)::int from contents where owner_id = u.id and is_emergency) as items,
       (select count(*)::int from emergency_mails where owner_id = u.id and episode = ? and kind = 'contact-told'
          and state <> 'withdrawn') as told,
       (select count(*)::int from deliveries where owner_id = u.id and release_episode = ? and deleted_at is null) as sent
     from users u where id = ?`,
    [episode, episode, ownerId],
  );
  const { contacts, told, items, sent } = row ?? { contacts: 0, told: 0, items: 0, sent: 0 };
  return {
    told: stage === 'reminding' ? contacts : told,
    receiving: stage === 'released' ? sent : items > 0 ? contacts : 0,
  };
}
