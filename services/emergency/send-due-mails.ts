import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { configurationWait, scaled, transientWait } from '#domain/delivery/retry.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { composeMail, type MailToWrite } from './compose-mail.ts';
import { settleMails } from './settle-mails.ts';

const AT_ONCE = 20;
/** Somebody may be waiting for this mail to save everything: it is never tried less often. */
const WAIT_MAX = 30 * MINUTE;

/** What mailing for protocols needs. */
export interface EmergencyPostman extends Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'> {
  /** The length of a protocol day, in milliseconds. */
  day: number;
  /** Hears of each mail that no provider took, for operators: the protocol it belongs to holds meanwhile. */
  onRefused(refused: RefusedMail): void;
}

/** A mail that has not gone. */
export interface RefusedMail {
  mailId: string;
  kind: EmergencyMailKind;
  answer: ProviderAnswer['kind'];
  reason: string;
  tries: number;
}

interface MailRow extends MailToWrite {
  tries: number;
  /** By an earlier try, of which nobody knows what became. */
  mayHaveGone: boolean;
  /** False once its owner has checked in, and while the protocol is blocked: nothing of that episode is said then. */
  isCalledFor: boolean;
}

/**
 * Mails owners and contacts what their protocol has to say. At least once, for as long as it takes: each copy carries
 * the same link and does no harm, while one that never comes may cost everything. Only their own mailbox can refuse it
 * for good. What a provider took is recorded only where the mail was still called for, and plans the protocol anew.
 * @returns how many were taken on; fewer than a full hand means that none is left for now
 */
export async function sendDueEmergencyMails(postman: EmergencyPostman): Promise<number> {
  const rows = await takeDueMails(postman);
  await Promise.all(rows.map((row) => sendMail(postman, row)));
  return rows.length;
}

/** Each time for longer: one that goes out and cannot be recorded would otherwise go out again and again. */
function takeDueMails({ fork, policy }: EmergencyPostman): Promise<MailRow[]> {
  return fork().execute<MailRow[]>(
    `with taken as (
       update emergency_mails set tries = tries + 1, may_have_gone = true,
         next_try_at = now() + least(?::interval * power(2, least(tries, 10)), ?::interval)
       where id = any(array(
         select id from emergency_mails where next_try_at <= now() order by next_try_at limit ${AT_ONCE} for update skip locked))
       returning id, owner_id, episode, kind, email, name, tries)
     select t.id, t.owner_id as "ownerId", t.episode, t.kind, t.email, t.name, t.tries, before.may_have_gone as "mayHaveGone", c.id as "toldId",
       case t.kind when 'all-clear' then true
         when 'released' then p.episode = t.episode and p.stage = 'released'
         when 'undelivered' then p.episode = t.episode and p.stage = 'released'
         when 'contact-told' then p.episode = t.episode and p.is_active and (before.may_have_gone or not p.is_blocked)
         else p.episode = t.episode and p.is_active and p.stage <> 'released' and not p.is_blocked end as "isCalledFor"
     from taken t join emergency_mails before on before.id = t.id join emergency_protocols p on p.owner_id = t.owner_id
       left join emergency_mails c on c.owner_id = t.owner_id and c.episode = t.episode and c.kind = 'contact-told' and c.email = t.email`,
    [
      `${policy.claimLease} milliseconds`,
      `${Math.max(policy.claimLease, scaled(WAIT_MAX, policy.minute))} milliseconds`,
    ],
  );
}

async function sendMail(postman: EmergencyPostman, row: MailRow): Promise<void> {
  const { fork, day, policy, onRefused } = postman;
  if (!row.isCalledFor) return putOff(postman, row, null);
  const answer = await handToProvider(postman, row);
  const state = settledBy(answer);
  if (state) await fork().transactional((tx) => settleMails(tx, day, [{ mailId: row.id, state }]));
  else {
    const mayHaveGone = row.mayHaveGone || answer.kind === 'unknown';
    await putOff(postman, { ...row, mayHaveGone }, waitAfter(answer, row.tries, policy.minute));
  }
  if (answer.kind !== 'accepted')
    onRefused({ mailId: row.id, kind: row.kind, answer: answer.kind, reason: answer.reason, tries: row.tries });
}

async function handToProvider(postman: EmergencyPostman, row: MailRow): Promise<ProviderAnswer> {
  const message = await composeMail({ ...postman, em: postman.fork() }, row).catch((error: Error) => error);
  // A key that is missing from the ring, a text that cannot be written: ours to mend, and tried again.
  if (message instanceof Error) return { kind: 'configuration', reason: `it could not be written: ${message.message}` };
  return postman.email.send(message);
}

/** @returns what a mail is from now on; null where it has to be tried again. What is wrong with our words is ours to mend. */
function settledBy(answer: ProviderAnswer): 'accepted' | 'bounced' | null {
  if (answer.kind === 'accepted') return 'accepted';
  return answer.kind === 'permanent' && answer.failure !== 'content-refused' ? 'bounced' : null;
}

function waitAfter(answer: ProviderAnswer, tries: number, minute: number): number {
  if (answer.kind !== 'transient' && answer.kind !== 'unknown') return configurationWait(minute);
  const wish = answer.kind === 'transient' ? answer.retryAfter : null;
  return Math.min(transientWait(tries, wish, minute), scaled(WAIT_MAX, minute));
}

/** Waits, or is withdrawn; not where it has become something else meanwhile. */
async function putOff(
  { fork }: EmergencyPostman,
  { id, mayHaveGone }: Pick<MailRow, 'id' | 'mayHaveGone'>,
  wait: number | null,
): Promise<void> {
  await fork().execute(
    `update emergency_mails set state = case when ?::interval is null then 'withdrawn' else 'waiting' end,
       next_try_at = now() + ?::interval, may_have_gone = ? where id = ? and state = 'waiting'`,
    [...Array(2).fill(wait === null ? null : `${Math.round(wait)} milliseconds`), mayHaveGone, id],
  );
}
