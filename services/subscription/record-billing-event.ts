import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#domain/errors.ts';
import { newId } from '#services/ids.ts';
import type { BillingEvent } from '#services/ports/payments.ts';
import { applyRemote, type Follower, followSubscription } from './follow-subscription.ts';

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
async function followCheckout({ fork, payments }: Follower, id: string): Promise<void> {
  const checkout = await payments.findCheckout(id);
  if (checkout?.accountId && checkout.state.kind === 'paid') await applyRemote(fork(), checkout.state.subscription);
}

async function followInvoice(follower: Follower, about: { id: string; subscriptionId: string }): Promise<void> {
  const remote = await followSubscription(follower, about.subscriptionId);
  const invoice = await follower.payments.findInvoice(about.id);
  if (!remote?.accountId || !invoice || invoice.amount === 0) return;
  const kind = invoice.status === 'paid' ? 'receipt' : invoice.status === 'open' ? 'payment-failed' : null;
  if (kind === null) return;
  const { id, amount, planType } = invoice;
  await mail(follower.fork(), { ownerId: remote.accountId, kind, reference: id, amount, planType });
}

interface MailAboutMoney {
  ownerId: string;
  kind: 'receipt' | 'refund' | 'payment-failed';
  /** Of the invoice or refund: there is one mail about each. */
  reference: string;
  /** In cents. */
  amount: number;
  planType: string | null;
}

/** Puts a mail about money in line, once. */
export async function mail(
  em: EntityManager,
  { ownerId, kind, reference, amount, planType }: MailAboutMoney,
): Promise<void> {
  if (!Number.isSafeInteger(amount)) throw new AppError('malformed', 'An amount is a whole number of cents.');
  await em.execute(
    `insert into billing_mails (id, owner_id, kind, reference, amount, plan_type, created_at, next_try_at)
     select ?, id, ?, ?, ?, ?, now(), now() from users where id = ? on conflict do nothing`,
    [newId(), kind, reference, amount, planType, ownerId],
  );
}
