import type { BillingMailKind } from '#db/entities/subscription.ts';
import { scaled } from '#domain/delivery/retry.ts';
import { OFFERS, type PlanType } from '#domain/subscription/plan.ts';
import { HOUR } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { paymentFailed, planEnded, receipt, refund } from '#services/mails/billing.ts';
import type { Mail } from '#services/mails/layout.ts';
import { waitAfter } from '#services/notices/wait-after.ts';

const AT_ONCE = 20;
/** How soon it is looked again whether somebody silent was heard, on the retry ladder. */
const PUT_OFF_FOR = HOUR;
const OWN_PLAN = '/auth?to=%2Fprofile%2Fplan';
const PRICING = '/pricing';

/** What mailing about money needs. */
export type BillingPostman = Pick<DeliveryDeps, 'fork' | 'email' | 'policy' | 'appOrigin'>;

interface MailRow {
  id: string;
  kind: BillingMailKind;
  email: string;
  time_zone: string;
  amount: number | null;
  plan_type: PlanType | null;
  tries: number;
  created_at: Date | string;
  /** How their plan stands at this moment; null for Free. */
  status: 'active' | 'past-due' | null;
  period_ends_at: Date | string | null;
  is_ending: boolean | null;
  /** Its owner is silent. */
  is_put_off: boolean;
}

/**
 * Mails people about money. At least once: a second copy does no harm. What has become untrue meanwhile is not sent, and
 * whoever is silent, past the deadline of their emergency protocol, hears nothing of what they could not mind: it waits.
 * @returns how many were taken on or put off; fewer than a full hand means that none is left for now
 */
export async function sendDueBillingMails(postman: BillingPostman): Promise<number> {
  const rows = await takeDueMails(postman);
  await Promise.all(rows.filter(({ is_put_off }) => !is_put_off).map((row) => sendMail(postman, row)));
  return rows.length;
}

function takeDueMails({ fork, policy }: BillingPostman): Promise<MailRow[]> {
  return fork().execute<MailRow[]>(
    `with due as (
       select m.id, m.kind in ('payment-failed', 'plan-ended') and exists (select 1 from emergency_protocols p
         where p.owner_id = m.owner_id and p.is_active and p.stage in ('missed', 'last-call', 'released')) as is_put_off
       from billing_mails m where m.next_try_at <= now() order by m.next_try_at limit ${AT_ONCE} for update of m skip locked
     ), taken as (
       update billing_mails m set tries = m.tries + case when d.is_put_off then 0 else 1 end,
         next_try_at = now() + case when d.is_put_off then ?::interval else ?::interval end
       from due d where m.id = d.id
       returning m.id, m.owner_id, m.kind, m.amount, m.plan_type, m.tries, m.created_at, d.is_put_off)
     select t.id, t.kind, t.amount, t.plan_type, t.tries, t.created_at, t.is_put_off, u.email, u.time_zone,
       s.status, s.period_ends_at, s.is_ending
     from taken t join users u on u.id = t.owner_id left join subscriptions s on s.owner_id = t.owner_id`,
    [`${scaled(PUT_OFF_FOR, policy.minute)} milliseconds`, `${policy.claimLease} milliseconds`],
  );
}

async function sendMail(postman: BillingPostman, row: MailRow): Promise<void> {
  const mail = compose(postman.appOrigin, row);
  if (!mail) return settle(postman, row.id, null, false);
  const answer = await postman.email.send({
    to: { email: row.email, name: null },
    ...mail,
    reference: { billing_mail_id: row.id },
  });
  await settle(postman, row.id, waitAfter(answer, row, postman.policy.minute), answer.kind === 'accepted');
}

/** @returns null where it is not so any more */
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
        at: new Date(row.created_at),
        paidUntil: row.period_ends_at === null ? null : new Date(row.period_ends_at),
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

async function settle({ fork }: BillingPostman, id: string, wait: number | null, wasSent: boolean): Promise<void> {
  await fork().execute(
    'update billing_mails set sent_at = case when ? then now() end, next_try_at = now() + ?::interval where id = ?',
    [wasSent, wait === null ? null : `${Math.round(wait)} milliseconds`, id],
  );
}
