import type { EntityManager } from '@mikro-orm/postgresql';
import { daysSince } from '#domain/emergency/emergency.ts';
import { foresee } from '#domain/emergency/protocol.ts';
import type { OwnWatch } from '#services/mails/emergency-owner.ts';
import { type Protocol, readProtocol } from './protocol-row.ts';

/** Somebody's protocol with everything that is said about it. */
export interface Outlook extends OwnWatch {
  protocol: Protocol;
  ownerEmail: string;
  /** When we next write to the owner; null while nothing is to come. */
  asksAt: Date | null;
}

/**
 * Reads what mails, and the pages behind their links, say of somebody's protocol: its real dates as they are known now.
 * @param day the length of a protocol day, in milliseconds
 */
export async function readOutlook(em: EntityManager, ownerId: string, day: number): Promise<Outlook> {
  const protocol = await readProtocol(em, ownerId, day);
  const [owner] = await em.execute<{ name: string; email: string; time_zone: string }[]>(
    'select name, email, time_zone from users where id = ?',
    [ownerId],
  );
  const contacts = await em.execute<{ name: string }[]>(
    'select name from trusted_contacts where owner_id = ? order by created_at, id',
    [ownerId],
  );
  const { now, lastCheckIn, releasedAt, state } = protocol;
  const ahead = foresee({ day }, state, now);
  const at = (kind: 'missed' | 'last-call' | 'released') => ahead.find((one) => one.kind === kind)?.at ?? null;
  return {
    protocol,
    ownerName: owner?.name ?? '',
    ownerEmail: owner?.email ?? '',
    asksAt: dateOf(ahead[0]?.at ?? null),
    clock: { timeZone: owner?.time_zone ?? 'UTC', day },
    now: new Date(now),
    lastCheckIn: new Date(lastCheckIn),
    daysSince: daysSince(new Date(lastCheckIn), new Date(now), day),
    inactiveDays: state.inactiveDays,
    contacts: contacts.map(({ name }) => name),
    items: protocol.needs.contents,
    toldAt: dateOf(state.missedAt ?? at('missed')),
    lastCallAt: dateOf(at('last-call')),
    releaseAt: dateOf(releasedAt ?? at('released')),
  };
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}
