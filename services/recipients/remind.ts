/** "Not now": a recipient is mailed the same link again later, because they asked for it. */
import { query } from '#db/query.ts';
import { type Reminder, reminderAt, remindersBefore } from '#domain/delivery/reminder.ts';
import { AppError } from '#domain/errors.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { linkRefusals } from '#messages/en/link-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { linkSecret } from '#services/crypto/link.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type ClaimedJob, enqueue, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, retryDelay } from '#services/jobs/mail-retry.ts';
import { correspondentOf, stopLink } from '#services/limits/correspondents.ts';
import { recipientReminder } from '#services/mails/invitations.ts';
import { inLanguage } from '#services/reader-language.ts';
import { findByLink, type LinkedDelivery } from './invitations.ts';

/** What sending a reminder needs. */
type ReminderDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'>;

/** Asked for long ago, so its age says nothing about when to give up. */
const RETRY: MailRetry = { permanent: 'give-up', unknown: MINUTE, longestWait: DAY };

/**
 * Notes when the recipient wants to be reminded; a later choice replaces an earlier one. The link works meanwhile.
 * @returns when that is
 * @throws AppError conflict where the link no longer works by then; not-found, gone
 */
export async function remindLater(context: Context, secret: string, reminder: Reminder): Promise<Date> {
  const { id, linkEpoch, expiresAt } = await findByLink(context, secret);
  const { now } = context;
  if (!remindersBefore(expiresAt, now).includes(reminder))
    throw new AppError('conflict', say(linkRefusals['ends-before']));
  const at = reminderAt(now, reminder);
  await context.em.transactional(async (tx) => {
    const noted = await query(tx)
      .updateTable('deliveries')
      .set({ remind_at: at })
      .where('id', '=', id)
      .where('link_epoch', '=', linkEpoch)
      .where('deleted_at', 'is', null)
      .returning(['id', 'owner_id'])
      .execute();
    for (const one of noted)
      record(tx, one.owner_id, 'delivery-put-off', { delivery_id: one.id, until: at.toISOString() });
    await enqueue(tx, 'recipient-reminder', noted, { in: at.getTime() - now.getTime(), anew: true });
  });
  return at;
}

/** Mails the reminders. At least once: a second copy does no harm. */
export function recipientReminderJob(deps: ReminderDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => mailReminder(deps, job) };
}

async function mailReminder(deps: ReminderDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork, keyring, email, policy, appOrigin } = deps;
  const context = { em: fork(), keyring, now: new Date() };
  const found = await findAsked(context, job.subject);
  if (!found) return 'done';
  const { delivery, secret } = found;
  const { ownerId, row } = delivery;
  const correspondent = await correspondentOf(context.em, keyring, { ownerId, address: row.recipient_email });
  if (correspondent.isStopped) return 'done';
  const stop = stopLink(keyring, appOrigin, correspondent);
  const answer = await email.send({
    to: { email: row.recipient_email, name: row.recipient_name },
    unsubscribe: stop,
    reference: { reminder_id: delivery.id },
    ...inLanguage(row.language, () =>
      recipientReminder({
        senderName: row.owner_name,
        senderEmail: row.email_confirmed_at && row.email,
        recipientName: row.recipient_name,
        timeZone: row.time_zone,
        link: `${appOrigin}/m/${secret}`,
        expiresAt: delivery.expiresAt,
        stop,
      }),
    ),
  });
  const againIn = retryDelay(RETRY, answer, job, policy.minute);
  if (againIn !== null) return { againIn };
  await query(fork()).updateTable('deliveries').set({ remind_at: null }).where('id', '=', delivery.id).execute();
  return 'done';
}

/** @returns null where its link was closed or its recipient has opened it since, or nobody asked */
async function findAsked(
  context: Pick<Context, 'em' | 'keyring' | 'now'>,
  id: string,
): Promise<{ delivery: LinkedDelivery; secret: string } | null> {
  const asked = await query(context.em)
    .selectFrom('deliveries')
    .select('link_epoch')
    .where('id', '=', id)
    .where('remind_at', 'is not', null)
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  if (!asked) return null;
  const secret = linkSecret(context.keyring, 'delivery', id, asked.link_epoch);
  const delivery = await findByLink(context, secret).catch(nullIfClosed);
  return delivery && { delivery, secret };
}

function nullIfClosed(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
