/** Owners who were silent for too long, in a database of their own, with a mail provider whose answers the test chooses. */
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { advanceProtocol } from '#services/emergency/advance.ts';
import { addContact } from '#services/emergency/contacts.ts';
import type { EmergencyMailDeps, RefusedMail } from '#services/emergency/emergency-mail-job.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { moveTo } from './daytime.ts';
import { sendDueEmergencyMails } from './jobs.ts';
import { createPerson, createStage } from './person.ts';

export const ORIGIN = 'https://stillhere.example';
export const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: null };

interface MailRow {
  id: string;
  kind: string;
  state: string;
  /** Milliseconds until the next try; null when none is due. */
  wait: number | null;
}

export type SilentOwners = Awaited<ReturnType<typeof createSilentOwners>>;

export async function createSilentOwners() {
  const stage = await createStage();
  const fork = () => stage.orm.em.fork();
  const query = <T>(sql: string, params: unknown[] = []) => fork().execute(sql, params) as Promise<T[]>;
  const owners = {
    stage,
    fork,
    query,
    advance: (id: string) => advanceProtocol({ fork, day: DAY }, id),
    /** Sends due mails. why a fake: the test chooses the provider's answer. */
    async send(
      answer: ProviderAnswer | ((mail: EmailMessage) => Promise<ProviderAnswer>) = ACCEPTED,
      keyring = stage.keyring,
    ) {
      const [sent, refused]: [EmailMessage[], RefusedMail[]] = [[], []];
      const deps: EmergencyMailDeps = {
        fork,
        keyring,
        appOrigin: ORIGIN,
        policy: { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE },
        day: DAY,
        email: {
          async send(message) {
            sent.push(message);
            return typeof answer === 'function' ? answer(message) : answer;
          },
        },
        onRefused: (one) => refused.push(one),
      };
      await sendDueEmergencyMails(deps);
      return { sent, refused };
    },
    /** An owner who was silent for longer than they chose, with one contact and one letter. It is morning in their zone. */
    async silent() {
      const person = await createPerson(stage.context());
      const { id } = person;
      await moveTo(query, id);
      await query('update users set email_confirmed_at = created_at where id = ?', [id]);
      await addContact(stage.context(), id, { name: 'Rui', email: `rui-${person.email}` });
      await setEmergency(stage.context(), id, person.letter.id, true);
      await query(
        `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode,
           revision, synced_revision, next_step_at) values (?, true, 30, 3, now() - interval '31 days', 'armed', 1, 1, 0, now())`,
        [id],
      );
      await query(
        "update users set created_at = created_at - interval '90 days', email_confirmed_at = created_at - interval '90 days' where id = ?",
        [id],
      );
      await owners.advance(id);
      return { ...person, contact: `rui-${person.email}` };
    },
    /** The same owner while contacts are being notified. */
    async missed() {
      const person = await owners.silent();
      await owners.send();
      await query("update emergency_mails set settled_at = settled_at - interval '7 hours' where owner_id = ?", [
        person.id,
      ]);
      await owners.advance(person.id);
      return person;
    },
    mailsOf: (ownerId: string) =>
      query<MailRow>(
        `select m.id, m.kind, m.state, (extract(epoch from j.run_at - now()) * 1000)::float8 as wait from emergency_mails m
           left join jobs j on j.kind = 'emergency-mail' and j.subject = m.id::text and m.state = 'waiting'
         where owner_id = ? order by m.created_at, m.kind`,
        [ownerId],
      ),
    async planOf(ownerId: string) {
      const [row] = await query<{ stage: string; episode: number; revision: number; wait: number | null }>(
        `select stage, episode, revision, (extract(epoch from next_step_at - now()) * 1000)::float8 as wait
         from emergency_protocols where owner_id = ?`,
        [ownerId],
      );
      if (!row) throw new Error('There is no such protocol.');
      return row;
    },
    close: () => stage.close(),
  };
  return owners;
}
