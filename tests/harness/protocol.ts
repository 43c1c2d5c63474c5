/** Emergency protocols in a database of their own, for tests in which days pass: its instants are moved back instead. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Stage } from '#domain/emergency/protocol.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { type Advanced, advanceProtocol } from '#services/emergency/advance.ts';
import { beat } from '#services/emergency/availability.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { settleMails } from '#services/emergency/settle-mails.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { moveTo } from './daytime.ts';
import { createPerson, createStage } from './person.ts';

/** A mail of the protocol, as its row has it. */
export interface MailRow {
  id: string;
  episode: number;
  kind: string;
  index: number;
  email: string | null;
  state: string;
}

export interface ProtocolRow {
  is_active: boolean;
  stage: string;
  episode: number;
  revision: number;
  /** ISO 8601. */
  next_step_at: string | null;
}

/** The instants of a protocol, by table; in the order in which every transaction locks them. */
const INSTANTS = {
  users: ['email_confirmed_at'],
  emergency_protocols: ['last_check_in', 'missed_at', 'released_at', 'paused_until', 'next_step_at'],
  emergency_mails: ['created_at', 'settled_at', 'deferred_at', 'delivered_at', 'bounced_at'],
  warning_messages: ['created_at', 'delivered_at'],
  jobs: ['run_at', 'created_at'],
  outages: ['began_at', 'ended_at'],
  contact_acts: ['at'],
  duress_holds: ['began_at', 'ends_at'],
} as const;

/**
 * Moves everything that emergency protocols read into the past, at once: as if this much time had passed.
 * @param isOutage whether people could not reach us meanwhile: then the last heartbeat is as long ago
 */
export async function passTime(em: EntityManager, milliseconds: number, { isOutage = false } = {}): Promise<void> {
  const span = `'${milliseconds} milliseconds'::interval`;
  await em.transactional(async (tx) => {
    await tx.execute('select 1 from users order by id for update');
    // The dispatcher locks several of them without their owners.
    await tx.execute('select 1 from emergency_protocols order by owner_id for update');
    for (const [table, columns] of Object.entries(INSTANTS)) {
      const moved = columns.map((column) => `${column} = ${column} - ${span}`);
      await tx.execute(`update ${table} set ${moved.join(', ')}`);
    }
    if (isOutage) await tx.execute(`update heartbeats set beat_at = beat_at - ${span}`);
  });
}

export type Years = Awaited<ReturnType<typeof createYears>>;

/** A database in which years pass while people can reach us. */
export async function createYears() {
  const stage = await createStage();
  const fork = () => stage.orm.em.fork();
  const query = <T>(sql: string, params: unknown[] = []) => fork().execute<T[]>(sql, params);
  await beat(fork(), DAY);

  const years = {
    stage,
    fork,
    query,
    context: (): Context => stage.context(),
    close: () => stage.close(),
    /** Forgets every outage, and beats. */
    async reachable(): Promise<void> {
      await query('delete from outages');
      await years.pass(0);
    },
    /** Lets time pass in which people could reach us. */
    async pass(milliseconds: number): Promise<void> {
      await passTime(fork(), milliseconds);
      await query('update heartbeats set beat_at = clock_timestamp()');
    },
    /** Lets time pass in which nothing of ours ran; then the web process beats again. */
    async outage(milliseconds: number): Promise<void> {
      await passTime(fork(), milliseconds, { isOutage: true });
      await beat(fork(), DAY);
    },
    advance: (ownerId: string): Promise<Advanced> => advanceProtocol({ fork, day: DAY }, ownerId),
    /** Records the outcome of all mails that wait. */
    async settle(ownerId: string, state: 'accepted' | 'bounced' = 'accepted'): Promise<void> {
      const waiting = await years.mails(ownerId, 'waiting');
      await fork().transactional((tx) =>
        settleMails(
          tx,
          DAY,
          waiting.map(({ id }) => ({ mailId: id, state })),
        ),
      );
    },
    mails: (ownerId: string, state: string): Promise<MailRow[]> =>
      query<MailRow>('select * from emergency_mails where owner_id = ? and state = ? order by created_at, id', [
        ownerId,
        state,
      ]),
    /** The kinds of the mails to the owner, in order; with the state of those that were not accepted. */
    async warnings(ownerId: string): Promise<string[]> {
      const mails = await query<MailRow>(
        'select * from emergency_mails where owner_id = ? and email is null order by created_at, id',
        [ownerId],
      );
      return mails.map(({ kind, state }) => (state === 'accepted' ? kind : `${kind} ${state}`));
    },
    /** Lets time pass, advances the protocol and settles its mails. @returns its stage */
    async stageAfter(ownerId: string, milliseconds: number): Promise<string> {
      await years.pass(milliseconds);
      await years.advance(ownerId);
      await years.settle(ownerId);
      return (await years.row(ownerId)).stage;
    },
    async daysToRelease(ownerId: string): Promise<number> {
      const { release_at } = await emergencyStatus(stage.context(), ownerId);
      return (Date.parse(release_at ?? '') - Date.now()) / DAY;
    },
    async row(ownerId: string): Promise<ProtocolRow> {
      const [row] = await query<ProtocolRow>('select * from emergency_protocols where owner_id = ?', [ownerId]);
      if (!row) throw new Error('This protocol was never changed.');
      return row;
    },
    /** The protocol's entries in the timeline, in order. */
    async timeline(ownerId: string): Promise<string[]> {
      const rows = await query<{ kind: string }>(
        "select kind from timeline where owner_id = ? and kind like 'protocol-%' order by at, id",
        [ownerId],
      );
      return rows.map(({ kind }) => kind.slice('protocol-'.length));
    },
    /** An owner in whose zone it is morning and whose protocol is armed, with a letter and two contacts; thirty days, and three. */
    async armed() {
      const person = await createPerson(stage.context());
      await moveTo(query, person.id);
      await query('update users set email_confirmed_at = now() where id = ?', [person.id]);
      for (const name of ['Ana', 'Rui'])
        await addContact(stage.context(), person.id, { name, email: `${name.toLowerCase()}@example.com` });
      await setEmergency(stage.context(), person.id, person.letter.id, true);
      await changeSettings(stage.context(), person.id, { is_active: true });
      return person;
    },
    /** Lets an owner be silent until this stage begins; every mail is accepted at once. */
    async silentOn(ownerId: string, until: Stage): Promise<void> {
      for (const days of [29, 1, 2, 1]) {
        await years.pass(days * DAY);
        await years.advance(ownerId);
        await years.settle(ownerId);
        if ((await years.row(ownerId)).stage === until) return;
      }
      throw new Error(`The protocol never became ${until}.`);
    },
    /** An owner who has been silent until this stage. */
    async silent(until: Stage) {
      const person = await years.armed();
      await years.silentOn(person.id, until);
      return person;
    },
  };
  return years;
}
