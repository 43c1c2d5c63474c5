import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { scaled } from '#domain/delivery/retry.ts';
import { OFFERS } from '#domain/subscription/plan.ts';
import { HOUR } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { recordSent, sendMail, TO_ACCOUNTS } from '#services/jobs/mail-retry.ts';
import { paymentFailed, planEnded, receipt, refund } from '#services/mails/billing.ts';
import type { Mail } from '#services/mails/layout.ts';

/** How soon we check again whether a silent owner has checked in, on the retry ladder. */
const PUT_OFF_FOR = HOUR;
const OWN_PLAN = throughSignIn('/profile/plan');
const PRICING = '/pricing';

/** What mails about money need. */
export type BillingMailDeps = Pick<DeliveryDeps, 'fork' | 'email' | 'policy' | 'appOrigin'>;

/**
 * Mails people about money. At least once: a second copy does no harm. What is no longer true is not sent. Bad news about
 * a plan waits while its owner is silent, past the deadline of their emergency protocol.
 */
export function billingMailJob(deps: BillingMailDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => mailAboutMoney(deps, job) };
}

async function mailAboutMoney(deps: BillingMailDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork, policy, appOrigin } = deps;
  const row = await readMail(fork(), job.subject);
  if (!row) return 'done';
  if (row.is_owner_silent && (row.kind === 'payment-failed' || row.kind === 'plan-ended'))
    return { againIn: scaled(PUT_OFF_FOR, policy.minute), isCounted: false };
  const mail = compose(appOrigin, row);
  if (!mail) return 'done';
  const message = { to: { email: row.email, name: null }, ...mail, reference: { billing_mail_id: row.id } };
  return sendMail(deps, job, TO_ACCOUNTS, message, () => recordSent(fork(), job, 'billing_mails'));
}

/** With the plan as it is at this moment: it has no row for Free. */
function readMail(em: EntityManager, id: string) {
  return query(em)
    .selectFrom('billing_mails as m')
    .innerJoin('users as u', 'u.id', 'm.owner_id')
    .leftJoin('subscriptions as s', 's.owner_id', 'm.owner_id')
    .select(['m.id', 'm.kind', 'm.amount', 'm.plan_type', 'm.created_at', 'u.email', 'u.time_zone'])
    .select(['s.status', 's.period_ends_at', 's.is_ending'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('emergency_protocols as p')
          .select('p.owner_id')
          .whereRef('p.owner_id', '=', 'm.owner_id')
          .where('p.is_active', '=', true)
          .where('p.stage', 'in', ['missed', 'last-call', 'released']),
      ).as('is_owner_silent'),
    )
    .where('m.id', '=', id)
    .where('m.sent_at', 'is', null)
    .executeTakeFirst();
}

type MailRow = NonNullable<Awaited<ReturnType<typeof readMail>>>;

/** @returns null where it is no longer true */
function compose(appOrigin: string, row: MailRow): Mail | null {
  const about = {
    amount: row.amount ?? 0,
    offer: row.plan_type && OFFERS[row.plan_type],
    link: `${appOrigin}${OWN_PLAN}`,
  };
  switch (row.kind) {
    case 'receipt':
      return receipt({
        ...about,
        at: row.created_at,
        paidUntil: row.period_ends_at,
        isEnding: row.is_ending ?? false,
        timeZone: row.time_zone,
      });
    case 'refund':
      return refund(about);
    case 'payment-failed':
      return row.status === 'past-due' ? paymentFailed(about) : null;
    case 'plan-ended':
      return row.status === null ? planEnded({ link: `${appOrigin}${PRICING}` }) : null;
  }
}
