import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotNull } from 'kysely';
import type { NoticeKind } from '#db/entities/record.ts';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import type { OptionalMail } from '#domain/accounts/notifications.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import { type FailureCode, needsPhone } from '#domain/delivery/delivery.ts';
import { presentName } from '#domain/time/zone-names.ts';
import { channelLabels } from '#messages/en/delivery-terms.ts';
import { say } from '#messages/say.ts';
import { openHead } from '#services/contents/sealed-content.ts';
import { linkSecret } from '#services/crypto/link.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { readPhone } from '#services/deliveries/phone.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { recordSent, sendMail, TO_ACCOUNTS } from '#services/jobs/mail-retry.ts';
import {
  addressCheck,
  deliveryAlternate,
  deliveryDelayed,
  deliveryFailed,
  deliveryOpened,
  releaseFailed,
} from '#services/mails/deliveries.ts';
import type { Mail } from '#services/mails/layout.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { unsubscribeSecret } from './mail-choices.ts';

/**
 * Mails owners what happened to their deliveries. At least once: a second copy does no harm, so a try with an unknown
 * outcome is repeated.
 */
export function noticeJob(deps: DeliveryDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => mailNotice(deps, job) };
}

async function mailNotice(deps: DeliveryDeps, job: ClaimedJob): Promise<JobOutcome> {
  const row = await readNotice(deps.fork(), job.subject);
  if (!row || !isStillTrue(row)) return 'done';
  return sendMail(deps, job, TO_ACCOUNTS, composeNotice(deps, row), () => recordSent(deps.fork(), job, 'notices'));
}

/** The notices that owners can turn off. */
const OPTIONAL: Partial<Record<NoticeKind, OptionalMail>> = {
  'delivery-opened': 'delivery_opened',
  'delivery-delayed': 'delivery_delayed',
  'address-check': 'address_check',
};

/** One statement for all that a mail says. */
function readNotice(em: EntityManager, id: string) {
  return (
    query(em)
      .selectFrom('notices as n')
      .innerJoin('deliveries as d', 'd.id', 'n.delivery_id')
      .innerJoin('users as u', 'u.id', 'n.owner_id')
      .innerJoin('delivery_contents as dc', (join) =>
        join.onRef('dc.delivery_id', '=', 'd.id').on('dc.position', '=', 0),
      )
      .leftJoin('contents as c', 'c.id', 'dc.content_id')
      .leftJoin('emergency_protocols as p', 'p.owner_id', 'n.owner_id')
      .select(['n.id', 'n.kind', 'n.revision', 'n.delivery_id', 'n.created_at'])
      .select(['u.id as owner_id', 'u.name as owner_name', 'u.email as owner_email', 'u.wrapped_key'])
      .select(['u.email_confirmed_at', 'u.time_zone as owner_time_zone', 'p.stage as protocol_stage'])
      .select(['u.wants_delivery_opened', 'u.wants_delivery_delayed', 'u.wants_address_check', 'u.wants_rehearsal'])
      .select(['d.origin', 'd.status', 'd.deleted_at', 'd.revision as delivery_revision', 'd.failure_code'])
      .select([
        'd.refused_email',
        'd.recipient_name',
        'd.recipient_email',
        'd.recipient_phone',
        'd.channel',
        'd.fell_back_at',
      ])
      .select(['d.scheduled_time', 'd.time_zone', 'd.address_asked_at', 'd.address_holds_at'])
      .select(['c.id as content_id', 'c.type', 'dc.sealed_as'])
      .select(({ eb, fn }) => [
        fn.coalesce('dc.frozen_head', 'c.head').as('head'),
        eb('d.scheduled_time', '>', NOW).as('is_ahead'),
      ])
      // A mail about a release uses neither; without its content there is no other mail (`isStillTrue`).
      .$narrowType<{ type: NotNull; head: NotNull }>()
      .where('n.id', '=', id)
      .where('n.sent_at', 'is', null)
      .executeTakeFirst()
  );
}

type NoticeRow = NonNullable<Awaited<ReturnType<typeof readNotice>>>;

/**
 * Also false once its owner has deleted what it would have brought: nothing of that row is sent then, nor what the owner has
 * turned off. A question about an address stays when only the rules of a time zone have moved the date. An opening is
 * mailed to nobody while the owner is silent after a release (docs/decisions/0079).
 */
function isStillTrue(row: NoticeRow): boolean {
  if (row.deleted_at !== null || (row.content_id === null && row.origin !== 'release')) return false;
  const optional = OPTIONAL[row.kind];
  if (optional && !row[`wants_${optional}`]) return false;
  switch (row.kind) {
    case 'delivery-failed':
      return row.status === 'failed' && row.delivery_revision === row.revision;
    // A failure there has a mail of its own, and says the same.
    case 'delivery-alternate':
      return row.status !== 'failed' && row.delivery_revision === row.revision;
    case 'delivery-delayed':
      return row.status === 'pending' && row.delivery_revision === row.revision;
    case 'delivery-opened':
      return row.origin === 'owner' && row.protocol_stage !== 'released' && row.email_confirmed_at !== null;
    case 'address-check':
      return (
        row.status === 'pending' &&
        (row.delivery_revision === row.revision || row.address_asked_at !== null) &&
        row.address_holds_at === null &&
        Boolean(row.is_ahead)
      );
  }
}

function composeNotice(deps: DeliveryDeps, row: NoticeRow): EmailMessage {
  const { keyring, appOrigin } = deps;
  const optional = OPTIONAL[row.kind];
  return {
    to: { email: row.owner_email, name: row.owner_name },
    ...(row.origin === 'release' ? ofRelease(deps, row) : ofDelivery(deps, row)),
    ...(optional && { unsubscribe: `${appOrigin}/unsubscribe/${unsubscribeSecret(keyring, row.owner_id, optional)}` }),
    reference: { notice_id: row.id },
  };
}

function ofRelease({ appOrigin }: DeliveryDeps, row: NoticeRow): Mail {
  return releaseFailed({
    ownerName: row.owner_name,
    recipientName: row.recipient_name,
    recipientEmail: row.recipient_email,
    failure: failureOf(row),
    link: `${appOrigin}${throughSignIn('/emergency')}`,
  });
}

function ofDelivery({ keyring, appOrigin }: DeliveryDeps, row: NoticeRow): Mail {
  const key = keyring.openPersonKey(row.wrapped_key, row.owner_id);
  const fellBack = row.fell_back_at !== null;
  const phone = needsPhone(row.channel) ? grouped(row.recipient_phone) : null;
  const facts = {
    type: row.type,
    ownerName: row.owner_name,
    recipientName: row.recipient_name,
    recipientEmail: row.recipient_email,
    recipientPhone: fellBack ? null : phone,
    channelLabel: say(channelLabels[row.channel]),
    title: openHead(key, row.sealed_as, row.head).title,
    scheduledTime: row.scheduled_time,
    timeZone: presentName(row.time_zone),
  };
  const story = `${appOrigin}${throughSignIn(`/schedule/${row.delivery_id}`)}`;
  switch (row.kind) {
    case 'delivery-delayed':
      return deliveryDelayed({ ...facts, link: story });
    case 'delivery-alternate':
      return deliveryAlternate({ ...facts, refusedEmail: row.refused_email ?? '', link: story });
    case 'delivery-opened': {
      const timeZone = presentName(row.owner_time_zone);
      return deliveryOpened({ ...facts, timeZone, openedAt: row.created_at, link: story });
    }
    case 'address-check':
      return addressCheck({
        ...facts,
        now: new Date(),
        link: `${appOrigin}/address/${linkSecret(keyring, 'address', row.delivery_id, row.revision)}`,
      });
    case 'delivery-failed': {
      const failure = failureOf(row);
      const retry = `${appOrigin}${throughSignIn(`/schedule/${row.delivery_id}/retry`)}`;
      const link = isByRecipient(failure) ? story : retry;
      return deliveryFailed({ ...facts, failure, triedPhone: fellBack ? phone : null, link });
    }
  }
}

/** As people read it. */
function grouped(phone: string | null): string | null {
  return phone && (readPhone(phone)?.grouped ?? phone);
}

/** A failed delivery has a code: see the constraint `deliveries_failure`. */
function failureOf({ failure_code: code }: NoticeRow): FailureCode {
  return code ?? 'content-refused';
}
