/** A person with a paid plan, at a payment provider whose records the test writes. */
import { randomBytes } from 'node:crypto';
import type { BillingMail, Subscription } from '#db/entities/subscription.ts';
import type { PlanType } from '#domain/subscription/plan.ts';
import type { RemoteSubscription } from '#domain/subscription/reconcile.ts';
import type { Context } from '#services/context.ts';
import type { BillingEvent } from '#services/ports/payments.ts';
import { reconcileSubscription, recordBillingEvent } from '#services/subscription/reconcile.ts';
import { Books, remote } from './books.ts';
import { createPerson, type createStage } from './person.ts';

type Stage = Pick<Awaited<ReturnType<typeof createStage>>, 'orm'> & { context(): Context };
/** As Postgres names the columns. */
interface PlanRow {
  plan: string;
  paid_each: string;
  stripe_subscription_id: string;
  status: Subscription['status'];
  subscribed_at: Date | null;
  is_ending: boolean;
  held_at: Date | null;
  has_lapsed: boolean;
  checked_at: Date | null;
}
type MailRow = Pick<BillingMail, 'kind' | 'reference' | 'amount'> & {
  plan_type: PlanType | null;
  sent_at: Date | null;
  /** Of its job; null when there is none. */
  tries: number | null;
  run_at: Date | null;
};

export const unique = (prefix: string) => `${prefix}_${randomBytes(6).toString('hex')}`;

export type Payer = Awaited<ReturnType<typeof createPayer>>;

/**
 * @param books what the provider knows; several people may share it
 * @param person an existing account
 */
export async function createPayer(stage: Stage, books = new Books(), person?: { id: string; email: string }) {
  const { id, email } = person ?? (await createPerson(stage.context(), 'Helena Duarte', 'free'));
  const customerId = unique('cus');
  const follower = { fork: () => stage.orm.em.fork(), payments: books };
  const query = <T>(sql: string, params: unknown[]) => follower.fork().execute<T[]>(sql, params);
  let clock = Date.now();
  return {
    id,
    email,
    customerId,
    books,
    follower,
    /** A subscription that runs at the provider and that we do not know. */
    running(over: Partial<RemoteSubscription> = {}): string {
      const one = remote({ id: unique('sub'), customerId, accountId: id, createdAt: ++clock, ...over });
      books.subscriptions.set(one.id, one);
      return one.id;
    },
    /** A subscription that runs at the provider and is their plan. */
    async subscribed(over: Partial<RemoteSubscription> = {}): Promise<string> {
      const subscriptionId = this.running(over);
      await reconcileSubscription(follower, subscriptionId);
      return subscriptionId;
    },
    /** Changes a subscription at the provider. */
    change(subscriptionId: string, change: Partial<RemoteSubscription>): void {
      const known = books.subscriptions.get(subscriptionId);
      if (known) books.subscriptions.set(subscriptionId, { ...known, ...change });
    },
    /** Creates an invoice of today. */
    billed(subscriptionId: string, status: 'paid' | 'open', amount = 500): string {
      const invoice = unique('in');
      books.invoices.set(invoice, {
        ...{
          id: invoice,
          customerId,
          subscriptionId,
          amount,
          status,
          refunded: 0,
          credited: 0,
          planType: 'plus_monthly',
          url: null,
        },
        at: new Date().toISOString(),
      });
      return invoice;
    },
    /** Receives an event of the provider. */
    receive(about: BillingEvent['about'], eventId = unique('evt')): Promise<void> {
      return recordBillingEvent(follower, { id: eventId, type: about?.kind ?? 'other', about });
    },
    plan: async (): Promise<PlanRow | null> =>
      (await query<PlanRow>('select * from subscriptions where owner_id = ?', [id]))[0] ?? null,
    mails: () =>
      query<MailRow>(
        `select m.*, j.tries, j.run_at from billing_mails m left join jobs j on j.kind = 'billing-mail' and j.subject = m.id::text
         where owner_id = ? order by m.created_at, m.id`,
        [id],
      ),
    toCancel: async () =>
      (await query<{ id: string }>("select subject as id from jobs where kind = 'cancel-subscription'", [])).map(
        (row) => row.id,
      ),
  };
}
