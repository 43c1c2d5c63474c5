import { daysSince } from '#domain/emergency/emergency.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import { type Running, runningOf } from '#domain/emergency/running.ts';
import type { Context } from '#services/context.ts';
import { dayOf } from './protocol-row.ts';
import { emergencyStatus } from './status.ts';

/** What every page shows of a protocol that is switched on. */
export interface Glance extends Running {
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
  is_address_confirmed: boolean;
  contacts: number;
  contents: number;
}

/** @returns how a protocol stands that is switched on, cheaply while nothing is the matter; null of one that is off */
export async function glance(context: Context, ownerId: string): Promise<Glance | null> {
  const [row] = await context.em.execute<Row[]>(
    `select p.episode, p.stage, p.last_check_in, p.inactive_days, coalesce(p.paused_until > now(), false) as is_paused,
       u.email_confirmed_at is not null as is_address_confirmed,
       (select count(*)::int from trusted_contacts where owner_id = u.id) as contacts,
       (select count(*)::int from contents where owner_id = u.id and is_emergency) as contents
     from emergency_protocols p join users u on u.id = p.owner_id where p.owner_id = ? and p.is_active`,
    [ownerId],
  );
  if (!row) return null;
  const { stage, inactive_days: of, is_paused: isPaused, is_address_confirmed: isAddressConfirmed } = row;
  const { contacts, contents } = row;
  const status = stage === 'armed' ? null : await emergencyStatus(context, ownerId);
  const people = stage === 'armed' ? { told: 0, receiving: 0 } : await concerned(context, ownerId, row);
  return {
    ...people,
    ...runningOf({ isActive: true, isAddressConfirmed, contacts, contents, mayArm: true }),
    stage,
    day: daysSince(new Date(row.last_check_in), context.now, dayOf(context)),
    of,
    isPaused,
    told_at: status?.contacts_told_at ?? null,
    release_at: status?.release_at ?? null,
  };
}

/** Before the release by who is a contact and what is set aside now; of what has happened, by what was done. */
async function concerned({ em }: Context, ownerId: string, { stage, episode, contacts, contents }: Row) {
  const [row] = await em.execute<{ told: number; sent: number }[]>(
    `select (select count(*)::int from emergency_mails where owner_id = u.id and episode = ? and kind = 'contact-told'
          and state <> 'withdrawn') as told,
       (select count(*)::int from deliveries where owner_id = u.id and release_episode = ? and deleted_at is null) as sent
     from users u where id = ?`,
    [episode, episode, ownerId],
  );
  const { told, sent } = row ?? { told: 0, sent: 0 };
  return {
    told: stage === 'reminding' ? contacts : told,
    receiving: stage === 'released' ? sent : contents > 0 ? contacts : 0,
  };
}
