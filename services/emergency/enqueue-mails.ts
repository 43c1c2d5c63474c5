import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import type { WarningKind } from '#domain/emergency/protocol.ts';
import { newId } from '#services/ids.ts';

/** Which protocol, and which life of it. */
interface Episode {
  ownerId: string;
  episode: number;
}

/**
 * Leaves a mail to the owner for the worker. A warning that still waits is withdrawn: when a provider that was down is
 * back, one mail comes, and not each that was missed.
 */
export async function enqueueToOwner(
  tx: EntityManager,
  { ownerId, episode }: Episode,
  kind: WarningKind | 'released',
  index: number,
): Promise<void> {
  await withdrawWaiting(tx, { ownerId, episode }, ['reminder', 'missed', 'last-call', 'again']);
  // Fresh warnings are numbered here, where those that were withdrawn are seen, too.
  await tx.execute(
    `insert into emergency_mails (id, owner_id, episode, kind, index, state, created_at, tries, next_try_at)
     values (?, ?, ?, ?, case when ? = 'again' then
       (select count(*) from emergency_mails where owner_id = ? and episode = ? and kind = 'again') else ? end,
       'waiting', now(), 0, now())`,
    [newId(), ownerId, episode, kind, kind, ownerId, episode, index],
  );
}

/** Tells every trusted contact that has not been told in this episode. @returns how many that were */
export async function tellContacts(tx: EntityManager, { ownerId, episode }: Episode): Promise<number> {
  const contacts = await tx.execute<{ name: string; email: string }[]>(
    `select name, email from trusted_contacts t where owner_id = ? and not exists (select 1 from emergency_mails m
       where m.owner_id = t.owner_id and m.episode = ? and m.kind = 'contact-told' and m.email = t.email)
     order by created_at, id`,
    [ownerId, episode],
  );
  await enqueueToContacts(tx, { ownerId, episode }, 'contact-told', contacts);
  return contacts.length;
}

/**
 * Says that all is well to everybody who was told in this episode, also to those who are no contacts any more. Whom the
 * news has not left for yet is told nothing at all.
 */
export async function giveAllClear(tx: EntityManager, { ownerId, episode }: Episode): Promise<void> {
  await withdrawUntold(tx, { ownerId, episode });
  // One that is under way at this moment, or of which nobody knows, counts as told.
  const told = await tx.execute<{ name: string; email: string }[]>(
    `select name, email from emergency_mails
     where owner_id = ? and episode = ? and kind = 'contact-told' and state in ('waiting', 'accepted')`,
    [ownerId, episode],
  );
  await withdrawWaiting(tx, { ownerId, episode }, ['contact-told']);
  await enqueueToContacts(tx, { ownerId, episode }, 'all-clear', told);
}

/**
 * Tells the trusted contacts of people whose protocol stands released that something else could not be delivered: once for
 * each release, however much it is. They cannot be asked themselves any more.
 * @param ownerIds of what has just failed
 */
export async function tellUndelivered(tx: EntityManager, ownerIds: readonly string[]): Promise<void> {
  const contacts = await tx.execute<{ owner_id: string; episode: number; name: string; email: string }[]>(
    `select t.owner_id, p.episode, t.name, t.email from emergency_protocols p join trusted_contacts t on t.owner_id = p.owner_id
     where p.owner_id = any(?::uuid[]) and p.stage = 'released' order by t.owner_id, t.id`,
    [`{${ownerIds.join(',')}}`],
  );
  if (contacts.length === 0) return;
  const rows = contacts.map((contact) => ({ id: newId(), ...contact }));
  await tx.execute(
    `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, created_at, tries, next_try_at)
     select id, owner_id, episode, 'undelivered', 0, email, name, 'waiting', now(), 0, now()
     from jsonb_to_recordset(?::jsonb) as r(id uuid, owner_id uuid, episode integer, name text, email text) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** @returns the addresses of everybody who was told in the present episode, or is being told at this moment */
export async function contactsWhoWereTold(em: EntityManager, ownerId: string): Promise<string[]> {
  const told = await em.execute<{ email: string }[]>(
    `select m.email from emergency_mails m join emergency_protocols p on p.owner_id = m.owner_id and p.episode = m.episode
     where m.owner_id = ? and m.kind = 'contact-told' and (m.state = 'accepted' or (m.state = 'waiting' and m.may_have_gone))
     order by m.email`,
    [ownerId],
  );
  return told.map(({ email }) => email);
}

/** Withdraws the warnings to the owner, and the news to contacts, that have not gone out. */
export async function withdrawUnsent(tx: EntityManager, episode: Episode): Promise<void> {
  await withdrawWaiting(tx, episode, ['reminder', 'missed', 'last-call', 'again']);
  await withdrawUntold(tx, episode);
}

/** Leaves what may be with its contact already: they hear when all is well. */
async function withdrawUntold(tx: EntityManager, { ownerId, episode }: Episode): Promise<void> {
  await tx.execute(
    `update emergency_mails set state = 'withdrawn', next_try_at = null
     where owner_id = ? and episode = ? and kind = 'contact-told' and state = 'waiting' and not may_have_gone`,
    [ownerId, episode],
  );
}

/** Withdraws what has not gone out and is not called for any more. */
export async function withdrawWaiting(
  tx: EntityManager,
  { ownerId, episode }: Episode,
  kinds: readonly EmergencyMailKind[],
): Promise<void> {
  await tx.execute(
    `update emergency_mails set state = 'withdrawn', next_try_at = null
     where owner_id = ? and episode = ? and state = 'waiting' and kind = any(?::text[])`,
    [ownerId, episode, `{${kinds.join(',')}}`],
  );
}

async function enqueueToContacts(
  tx: EntityManager,
  { ownerId, episode }: Episode,
  kind: 'contact-told' | 'all-clear',
  people: readonly { name: string; email: string }[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map(({ name, email }) => ({ id: newId(), name, email }));
  await tx.execute(
    `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, created_at, tries, next_try_at)
     select id, ?, ?, ?, 0, email, name, 'waiting', now(), 0, now()
     from jsonb_to_recordset(?::jsonb) as r(id uuid, name text, email text) on conflict do nothing`,
    [ownerId, episode, kind, JSON.stringify(rows)],
  );
}
