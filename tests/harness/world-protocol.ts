/** Emergency protocols in a world, whose days pass when a test moves its rows back. */
import { HOUR } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { moveTo } from './daytime.ts';
import { eventually } from './process.ts';
import { passTime } from './protocol.ts';
import type { World } from './world.ts';
import { createWriter } from './writer.ts';

/** An owner in whose zone it is morning and whose protocol is armed, with a letter for one contact. */
export async function createArmed(
  world: World,
  settings: { contact: string; inactive_days: number; safety_days: number },
  context: () => Context = world.context,
) {
  const { contact, ...days } = settings;
  const writer = await createWriter(world);
  await moveTo(world.query, writer.id);
  await addContact(context(), writer.id, { name: 'Ana', email: contact });
  await setEmergency(context(), writer.id, writer.letter.id, true);
  await changeSettings(context(), writer.id, { is_active: true, ...days });
  return writer;
}

/**
 * Lets time pass for every protocol, and syncs the engine with the next step of each.
 * @param isOutage whether people could not reach us meanwhile
 */
export async function passHours(world: World, hours: number, { isOutage = false } = {}): Promise<void> {
  await passTime(world.parts.fork(), hours * HOUR, { isOutage });
  // Locked in their order, as the dispatcher does.
  await world.query(
    `with locked as (
       select owner_id from emergency_protocols where is_active and next_step_at is not null order by owner_id for update)
     update emergency_protocols p set revision = revision + 1 from locked where p.owner_id = locked.owner_id returning 1`,
  );
}

/**
 * Waits until nothing is due before more time passes: every due protocol was advanced, and every mail was sent and
 * reported on. A later report would count from the new time.
 * @param refused the owner whose mails no provider accepts
 */
export async function atRest(world: World, refused: string | null = null): Promise<void> {
  await eventually(
    () =>
      world.query(
        `select owner_id from emergency_protocols where next_step_at <= now()
         union all select owner_id from emergency_mails
           where (state = 'waiting' or (state = 'accepted' and delivered_at is null)) and owner_id is distinct from ?::uuid`,
        [refused],
      ),
    (open) => open.length === 0,
  );
}

/** The mails to an owner, in the order in which they were made; instants in milliseconds. */
export async function warningsOf(world: World, ownerId: string) {
  const rows = await world.query<{ kind: string; index: number; state: string; settled_at: string | null }>(
    'select * from emergency_mails where owner_id = ? and email is null order by created_at, id',
    [ownerId],
  );
  return rows.map(({ kind, index, state, settled_at }) => ({
    name: kind === 'reminder' ? `reminder ${index}` : kind,
    state,
    at: Date.parse(settled_at ?? ''),
  }));
}

/** @returns the stage of a protocol, and its release in milliseconds; NaN before that */
export async function protocolOf(world: World, ownerId: string) {
  const [row] = await world.query<{ stage: string; released_at: string | null }>(
    'select * from emergency_protocols where owner_id = ?',
    [ownerId],
  );
  if (!row) throw new Error('This protocol was never changed.');
  return { stage: row.stage, releasedAt: Date.parse(row.released_at ?? '') };
}

/** @returns all that a protocol is decided on, for a failure that explains itself */
export async function describeProtocol(world: World, ownerId: string): Promise<string> {
  const read = (sql: string, params: string[] = []) => world.query(sql, params);
  return JSON.stringify(
    {
      now: await read('select now()'),
      protocol: await read('select * from emergency_protocols where owner_id = ?', [ownerId]),
      mails: await read(
        `select kind, index, state, created_at, settled_at, deferred_at, delivered_at, bounced_at
         from emergency_mails where owner_id = ? order by created_at, id`,
        [ownerId],
      ),
      outages: await read('select began_at, ended_at from outages order by began_at'),
      heartbeats: await read('select * from heartbeats'),
      clock: await read('select * from database_clock'),
    },
    null,
    1,
  );
}
