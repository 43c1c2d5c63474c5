import type { EntityManager } from '@mikro-orm/postgresql';
import { isId } from '#domain/ids.ts';
import type { PlanType } from '#domain/subscription/plan.ts';
import type { RemoteSubscription } from '#domain/subscription/standing.ts';
import { DAY } from '#domain/time/durations.ts';
import { newId } from '#services/ids.ts';
import type { BillingEvent, Invoice } from '#services/ports/payments.ts';
import { type Follower, followSubscription, settle } from './follow-subscription.ts';

/** The provider goes on for three days with what we did not take. */
const KEPT_FOR = 90 * DAY;
/** A receipt that comes later than this would only be a riddle. */
const TOLD_LATE_WITHIN = 3 * DAY;

/**
 * Takes in what the payment provider reports. An event only says where to look: what it is about is asked for anew, so a
 * late one, a repeated one and one that was overtaken all end in the same. It counts as received when all of that is done.
 * @throws AppError unavailable when the provider cannot be asked: it sends the event again
 */
export async function recordBillingEvent(follower: Follower, event: BillingEvent): Promise<void> {
  const em = follower.fork();
  const known = await em.execute<object[]>('select 1 from webhook_receipts where event_id = ?', [event.id]);
  if (known.length > 0) return;
  await act(follower, event);
  await em.execute(
    'insert into webhook_receipts (event_id, type, received_at) values (?, ?, now()) on conflict do nothing',
    [event.id, event.type],
  );
}

async function act(follower: Follower, { about }: BillingEvent): Promise<void> {
  if (about === null) return;
  if (about.kind === 'subscription') await followSubscription(follower, about.id);
  if (about.kind === 'checkout') await followCheckout(follower, about.id);
  if (about.kind === 'invoice') await followInvoice(follower, about);
}

/** Whoever paid and never came back to us has their plan all the same. */
async function followCheckout(follower: Follower, id: string): Promise<void> {
  const checkout = await follower.payments.findCheckout(id);
  if (checkout?.accountId && checkout.state.kind === 'paid') await settle(follower, checkout.state.subscription);
}

async function followInvoice(follower: Follower, about: { id: string; subscriptionId: string }): Promise<void> {
  const remote = await followSubscription(follower, about.subscriptionId);
  const invoice = await follower.payments.findInvoice(about.id);
  if (remote?.accountId && invoice) await tellOfInvoice(follower, remote.accountId, invoice);
}

/** Tells of what was paid lately, where the provider's own events did not come. What was told is not told again. */
export async function tellOfInvoices(follower: Follower, remote: RemoteSubscription): Promise<void> {
  if (!remote.accountId) return;
  const since = Date.now() - TOLD_LATE_WITHIN;
  const invoices = await follower.payments.invoicesOf(remote.customerId);
  for (const invoice of invoices)
    if (invoice.subscriptionId === remote.id && Date.parse(invoice.at) > since)
      await tellOfInvoice(follower, remote.accountId, { ...invoice, planType: remote.planType });
}

/** One that was paid by what somebody had in credit is nothing to tell of, and neither is one that was given back. */
async function tellOfInvoice(
  follower: Follower,
  ownerId: string,
  { id, amount, refunded, status, planType }: Invoice & { planType: PlanType | null },
): Promise<void> {
  const kind = status === 'paid' ? 'receipt' : status === 'open' ? 'payment-failed' : null;
  if (kind === null || amount === 0 || refunded > 0) return;
  await mail(follower.fork(), { ownerId, kind, reference: id, amount, planType });
}

/** Forgets what was reported so long ago that nobody reports it again. */
export async function sweepReceipts(em: EntityManager): Promise<void> {
  await em.execute('delete from webhook_receipts where received_at < now() - ?::interval', [
    `${KEPT_FOR} milliseconds`,
  ]);
}

interface MailAboutMoney {
  ownerId: string;
  kind: 'receipt' | 'refund' | 'payment-failed';
  /** Of the invoice or refund: there is one mail about each. */
  reference: string;
  /** In cents. */
  amount: number;
  planType: PlanType | null;
}

/** Puts a mail about money in line, once; nobody's where the account is gone. */
export async function mail(
  em: EntityManager,
  { ownerId, kind, reference, amount, planType }: MailAboutMoney,
): Promise<void> {
  if (!isId(ownerId)) return;
  await em.execute(
    `insert into billing_mails (id, owner_id, kind, reference, amount, plan_type, created_at, next_try_at)
     select ?, id, ?, ?, ?, ?, now(), now() from users where id = ? on conflict do nothing`,
    [newId(), kind, reference, amount, planType, ownerId],
  );
}
