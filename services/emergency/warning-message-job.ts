import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { LOST_WAIT } from '#domain/accounts/codes.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { scaled } from '#domain/delivery/retry.ts';
import { CODE_LIFE, type WarningMessageKind } from '#domain/emergency/warning-channels.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, retryDelay } from '#services/jobs/mail-retry.ts';
import { lockAccount } from '#services/lock-account.ts';
import type { WarningPhones } from '#services/ports/senders.ts';
import { composeWarningMail, composeWarningText, type WarningToWrite } from './compose-warning.ts';
import { noteChannelFailure } from './record-warning-events.ts';

/** As of the mail to the account's address: each may be the one that stops a release. */
const LONGEST_WAIT = 30 * MINUTE;
const RETRY: Record<WarningMessageKind, MailRetry> = {
  warning: { permanent: 'give-up', unknown: 'ladder', longestWait: LONGEST_WAIT },
  test: { permanent: 'give-up', unknown: MINUTE, giveUpAfter: DAY },
  code: { permanent: 'give-up', unknown: 30 * SECOND, giveUpAfter: CODE_LIFE },
  'lost-phone': { permanent: 'give-up', unknown: MINUTE, giveUpAfter: LOST_WAIT },
};

/** How old a message may be that is no warning; a warning is asked of the protocol. */
const LIFE = { test: DAY, code: CODE_LIFE, 'lost-phone': LOST_WAIT };

/** What messages to an owner's other channels need. */
export interface WarningMessageDeps extends Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'> {
  phones: WarningPhones;
  /** The length of a protocol day, in milliseconds. */
  day: number;
  /** Is called for each message that no provider took, for operators. */
  onRefused(refused: RefusedMessage): void;
}

/** A message that no provider took. */
export interface RefusedMessage extends Pick<WarningToWrite, 'kind' | 'channel'> {
  messageId: string;
  answer: ProviderAnswer['kind'];
  reason: string;
  tries: number;
}

/**
 * Sends warnings, tests and codes to owners by their other channels. At least once: a second copy does no harm. A warning
 * is tried for as long as it is needed; a channel that refuses it is said to its owner.
 */
export function warningMessageJob(deps: WarningMessageDeps): JobHandler {
  const { claimLease, minute } = deps.policy;
  return {
    batch: 20,
    lease: claimLease,
    longestLease: Math.max(claimLease, scaled(LONGEST_WAIT, minute)),
    run: (job) => sendWarning(deps, job),
  };
}

async function sendWarning(deps: WarningMessageDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork, policy } = deps;
  const row = await readMessage(fork(), job.subject);
  if (!row) return 'done';
  if (!(await isNeeded(fork(), row))) {
    await leaveWaiting(fork(), row.id, 'withdrawn');
    return 'done';
  }
  const answer = await sendToProvider(deps, row);
  if (answer.kind === 'accepted') {
    await leaveWaiting(fork(), row.id, 'accepted');
    return 'done';
  }
  const { id: messageId, kind, channel } = row;
  deps.onRefused({ messageId, kind, channel, answer: answer.kind, reason: answer.reason, tries: job.tries });
  const againIn = retryDelay(RETRY[kind], answer, job, policy.minute);
  if (againIn !== null) return { againIn };
  await fork().transactional(async (tx) => {
    await lockAccount(tx, row.ownerId);
    await leaveWaiting(tx, row.id, 'failed');
    await noteChannelFailure(tx, row);
  });
  return 'done';
}

function readMessage(em: EntityManager, id: string) {
  return query(em)
    .selectFrom('warning_messages as m')
    .innerJoin('users as u', 'u.id', 'm.owner_id')
    .leftJoin('emergency_mails as mail', 'mail.id', 'm.mail_id')
    .select(['m.id', 'm.owner_id as ownerId', 'm.kind', 'm.channel', 'm.address', 'u.name as ownerName'])
    .leftJoin('secrets as s', (join) =>
      join
        .onRef('s.user_id', '=', 'm.owner_id')
        .on('s.purpose', '=', 'stop-lost-phone')
        .on('s.used_at', 'is', null)
        .on('s.expires_at', '>', NOW),
    )
    .select(['mail.id as mailId', 'mail.kind as mailKind', 'mail.episode', 's.id as stopId'])
    .where('m.id', '=', id)
    .where('m.state', '=', 'waiting')
    .executeTakeFirst();
}

/** False for a code that has expired, a test of long ago, a wait that was stopped, an address that was changed, and a warning that was answered. */
async function isNeeded(em: EntityManager, row: WarningToWrite): Promise<boolean> {
  const message = await query(em)
    .selectFrom('warning_messages as m')
    .leftJoin('warning_channels as c', (join) =>
      join
        .onRef('c.owner_id', '=', 'm.owner_id')
        .onRef('c.channel', '=', 'm.channel')
        .onRef('c.address', '=', 'm.address'),
    )
    .select(['c.is_used', 'c.confirmed_at', 'c.address'])
    .where('m.id', '=', row.id)
    .$if(row.kind !== 'warning', (rest) => rest.where('m.created_at', '>', ago(LIFE[row.kind as keyof typeof LIFE])))
    .executeTakeFirst();
  if (!message) return false;
  if (row.kind === 'code') return message.address !== null;
  if (row.channel === 'email') return true;
  if (!message.is_used || message.confirmed_at === null) return false;
  if (row.kind === 'lost-phone') return row.stopId !== null;
  return row.kind === 'test' || isUnanswered(em, row);
}

/** As `isNeeded` of the mail that it repeats (services/emergency/emergency-mail-job.ts). */
async function isUnanswered(em: EntityManager, { mailId }: WarningToWrite): Promise<boolean> {
  const protocol = await query(em)
    .selectFrom('emergency_mails as m')
    .innerJoin('emergency_protocols as p', (join) =>
      join.onRef('p.owner_id', '=', 'm.owner_id').onRef('p.episode', '=', 'm.episode'),
    )
    .select(['m.kind', 'p.stage', 'p.is_active', 'p.is_blocked'])
    .where('m.id', '=', mailId)
    .executeTakeFirst();
  if (!protocol) return false;
  const { kind, stage, is_active: isActive, is_blocked: isBlocked } = protocol;
  return kind === 'released' ? stage === 'released' : isActive && stage !== 'released' && !isBlocked;
}

/** A sentence that cannot be written, because of a key that is missing from the ring, is ours to correct. */
async function sendToProvider(deps: WarningMessageDeps, row: WarningToWrite): Promise<ProviderAnswer> {
  const { email, phones } = deps;
  if (row.channel === 'email' || row.channel === 'second_email') {
    const mail = await composeWarningMail({ ...deps, em: deps.fork() }, row).catch((error: Error) => error);
    if (mail instanceof Error) return { kind: 'configuration', reason: `it could not be written: ${mail.message}` };
    return email.send({
      ...mail,
      to: { email: row.address, name: null },
      reference: { warning_message_id: row.id },
      triesBounced: true,
    });
  }
  const sender = phones[row.channel];
  if (!sender) return { kind: 'configuration', reason: `${row.channel} is not set up` };
  return sender.send({ to: row.address, messageId: row.id, ...composeWarningText(deps, row) });
}

/** Leaves a message whose state has changed meanwhile. */
async function leaveWaiting(em: EntityManager, id: string, state: 'accepted' | 'failed' | 'withdrawn'): Promise<void> {
  await query(em)
    .updateTable('warning_messages')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
