import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmergencyMailKind } from '#db/entities/emergency.ts';
import { CLOCK_NOW, inMilliseconds } from '#db/instants.ts';
import { query } from '#db/query.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { scaled } from '#domain/delivery/retry.ts';
import { outageGapOf } from '#domain/emergency/availability.ts';
import { contactMailWait, contactZoneOf } from '#domain/emergency/contact-hours.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type ClaimedJob, finishing, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, retryDelay } from '#services/jobs/mail-retry.ts';
import { type Correspondent, correspondentOf, stopLink } from '#services/limits/correspondents.ts';
import { lockAccount } from '#services/lock-account.ts';
import { composeMail } from './compose-mail.ts';
import { followStops } from './contact-stops.ts';
import { isClockHeld } from './database-clock.ts';
import { settleMails } from './settle-mails.ts';

/** An owner may need this mail to stop a release: it is never tried less often. */
const LONGEST_WAIT = 30 * MINUTE;
/** Only the reader's own mailbox refuses one for good (`settledBy`); a fault in our text is ours to correct. */
const RETRY: MailRetry = { permanent: 'wait-for-operators', unknown: 'ladder', longestWait: LONGEST_WAIT };

/** What mails of protocols need. */
export interface EmergencyMailDeps extends Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'> {
  /** The length of a protocol day, in milliseconds. */
  day: number;
  /** Is called for each mail that no provider took, for operators: its protocol waits meanwhile. */
  onRefused(refused: RefusedMail): void;
}

/** A mail that no provider took. */
export interface RefusedMail {
  mailId: string;
  kind: EmergencyMailKind;
  answer: ProviderAnswer['kind'];
  reason: string;
  tries: number;
}

/**
 * Mails owners and contacts about a protocol. At least once, for as long as it takes: each copy carries the same link and
 * does no harm, while a mail that never arrives may cost everything. An accepted mail is recorded only while it is still
 * needed, and plans the protocol anew. The lease doubles: a mail that goes out and cannot be recorded would otherwise go
 * out again and again.
 */
export function emergencyMailJob(deps: EmergencyMailDeps): JobHandler {
  const { claimLease, minute } = deps.policy;
  return {
    batch: 20,
    lease: claimLease,
    longestLease: Math.max(claimLease, scaled(LONGEST_WAIT, minute)),
    run: (job) => mailProtocol(deps, job),
  };
}

async function mailProtocol(deps: EmergencyMailDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork, day, policy, onRefused } = deps;
  const wait = await untilContactTime(deps, job.subject);
  if (wait > 0) return { againIn: wait, isCounted: false };
  const begun = await markMayHaveArrived(fork(), job.subject);
  if (!begun) return 'done';
  const row = await readMail(fork(), job.subject);
  if (!row) return 'done';
  const { may_have_gone: mayHaveArrived } = begun;
  const contact = row.email === null ? null : await findContact(deps, row.ownerId, row.email);
  if (!isNeeded(row, mayHaveArrived) || contact?.isStopped) {
    await withdraw(fork(), job, mayHaveArrived);
    if (contact?.isStopped) await followLateStop(deps, row.ownerId);
    return 'recorded';
  }
  const answer = await sendToProvider(deps, row, contact && stopLink(deps.keyring, deps.appOrigin, contact));
  if (answer.kind !== 'accepted')
    onRefused({ mailId: row.id, kind: row.kind, answer: answer.kind, reason: answer.reason, tries: job.tries });
  const state = settledBy(answer);
  if (state) {
    await fork().transactional((tx) => settleMails(tx, day, [{ mailId: row.id, state }]));
    return 'done';
  }
  if (answer.kind !== 'unknown' && !mayHaveArrived) await markCertainlyRefused(fork(), row.id);
  const againIn = retryDelay(RETRY, answer, job, policy.minute);
  return againIn === null ? 'done' : { againIn };
}

/**
 * Also a mail that no provider took by day waits for the morning, and each while the database's clock is in doubt. The
 * all-clear never waits, because it ends a fear. A witness is told of a release when its letters go out: after a duress hold.
 * @returns how long a mail to a contact waits, in milliseconds; 0 if it goes out now, as each mail to an owner does
 */
async function untilContactTime({ fork, day }: EmergencyMailDeps, id: string): Promise<number> {
  const mail = await query(fork())
    .selectFrom('emergency_mails as m')
    .innerJoin('users as u', 'u.id', 'm.owner_id')
    .leftJoin('duress_holds as h', 'h.owner_id', 'm.owner_id')
    .select(['m.kind', 'u.time_zone'])
    .select(({ ref }) => [inMilliseconds(ref('m.created_at')).as('madeAt'), inMilliseconds(CLOCK_NOW).as('now')])
    .select(({ ref }) => inMilliseconds(ref('h.ends_at')).as('heldUntil'))
    .where('m.id', '=', id)
    .where('m.state', '=', 'waiting')
    .where('m.email', 'is not', null)
    .where('m.kind', '<>', 'all-clear')
    .executeTakeFirst();
  if (!mail) return 0;
  if (await isClockHeld(fork())) return outageGapOf(day);
  const held = mail.kind === 'witness-told' ? (mail.heldUntil ?? mail.now) - mail.now : 0;
  return Math.max(held, contactMailWait(mail, contactZoneOf(mail.time_zone, day)));
}

/**
 * Records that the mail may arrive from now on, until it was certainly refused.
 * @returns whether an earlier try, of unknown outcome, may have reached them; undefined where it no longer waits
 */
function markMayHaveArrived(em: EntityManager, id: string) {
  return query(em)
    .updateTable('emergency_mails as m')
    .from((eb) =>
      eb
        .selectFrom('emergency_mails')
        .select(['id', 'may_have_gone'])
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .forUpdate()
        .as('before'),
    )
    .set({ may_have_gone: true })
    .whereRef('m.id', '=', 'before.id')
    .returning('before.may_have_gone')
    .executeTakeFirst();
}

/** Read after `markMayHaveArrived`: a check-in that came before it counts. */
function readMail(em: EntityManager, id: string) {
  return query(em)
    .selectFrom('emergency_mails as m')
    .innerJoin('emergency_protocols as p', 'p.owner_id', 'm.owner_id')
    .leftJoin('emergency_mails as notification', (join) =>
      join
        .onRef('notification.owner_id', '=', 'm.owner_id')
        .onRef('notification.episode', '=', 'm.episode')
        .on('notification.kind', '=', 'contact-told')
        .onRef('notification.email', '=', 'm.email'),
    )
    .leftJoin('trusted_contacts as t', (join) =>
      join.onRef('t.owner_id', '=', 'm.owner_id').onRef('t.email', '=', 'm.email'),
    )
    .select([
      'm.id',
      'm.owner_id as ownerId',
      'm.episode',
      'm.kind',
      'm.email',
      'm.name',
      'notification.id as notificationId',
    ])
    .select(({ fn }) => fn.coalesce('t.language', 'm.language').as('language'))
    .select(['p.episode as presentEpisode', 'p.stage', 'p.is_active', 'p.is_blocked'])
    .where('m.id', '=', id)
    .executeTakeFirst();
}

type MailRow = NonNullable<Awaited<ReturnType<typeof readMail>>>;

/** False once its owner has checked in, and while the protocol is blocked: no mail of that episode is sent then. */
function isNeeded(row: MailRow, mayHaveArrived: boolean): boolean {
  const isPresent = row.presentEpisode === row.episode;
  switch (row.kind) {
    case 'all-clear':
      return true;
    case 'released':
    case 'undelivered':
    case 'witness-told':
      return isPresent && row.stage === 'released';
    case 'contact-told':
      return isPresent && row.is_active && (mayHaveArrived || !row.is_blocked);
    default:
      return isPresent && row.is_active && row.stage !== 'released' && !row.is_blocked;
  }
}

/** @returns the contact, who may want nothing more from this owner or from Stillhere */
function findContact({ fork, keyring }: EmergencyMailDeps, ownerId: string, address: string): Promise<Correspondent> {
  return fork().transactional((tx) => correspondentOf(tx, keyring, { ownerId, address }));
}

/** A contact who stopped Stillhere before this owner first wrote to them could not be found then. */
async function followLateStop({ fork, keyring, day }: EmergencyMailDeps, ownerId: string): Promise<void> {
  await fork().transactional(async (tx) => {
    if (await lockAccount(tx, ownerId)) await followStops(tx, keyring, ownerId, day);
  });
}

async function sendToProvider(deps: EmergencyMailDeps, row: MailRow, stop: string | null): Promise<ProviderAnswer> {
  const message = await composeMail({ ...deps, em: deps.fork() }, row, stop).catch((error: Error) => error);
  // A key that is missing from the ring: ours to correct, and tried again.
  if (message instanceof Error) return { kind: 'configuration', reason: `it could not be written: ${message.message}` };
  // A mailbox that was away may work again, and each of these may be the one that stops a release.
  return deps.email.send({ ...message, triesBounced: true });
}

/** @returns its new state; null where it is tried again. A text that is refused is ours to correct. */
function settledBy(answer: ProviderAnswer): 'accepted' | 'bounced' | null {
  if (answer.kind === 'accepted') return 'accepted';
  return answer.kind === 'permanent' && answer.failure !== 'content-refused' ? 'bounced' : null;
}

/** Leaves a mail whose state has changed meanwhile. */
async function withdraw(em: EntityManager, job: ClaimedJob, mayHaveArrived: boolean): Promise<void> {
  await finishing(em, job)
    .updateTable('emergency_mails')
    .set({ state: 'withdrawn', may_have_gone: mayHaveArrived })
    .where('id', '=', job.subject)
    .where('state', '=', 'waiting')
    .execute();
}

/** The provider certainly did not take it, and no try before this one may have reached its reader. */
async function markCertainlyRefused(em: EntityManager, id: string): Promise<void> {
  await query(em)
    .updateTable('emergency_mails')
    .set({ may_have_gone: false })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
