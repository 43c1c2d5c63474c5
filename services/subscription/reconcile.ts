/**
 * Reconciles our subscriptions with the provider's. An event or a change only names the subscription: we ask the provider
 * again, so late, repeated and overtaken events all end in the same state.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { PlanType } from '#domain/subscription/plan.ts';
import type { RemoteSubscription } from '#domain/subscription/reconcile.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import type { BillingEvent, Invoice, Payments } from '#services/ports/payments.ts';
import { applyRemote } from './apply-remote.ts';

/** A request's context, with the payment provider. */
export interface BillingContext extends Context {
  payments: Payments;
}

export interface ReconcileDeps {
  /** Makes a fork for one transaction. */
  fork(): EntityManager;
  payments: Payments;
}

/** Others reconcile a subscription that changes more often than this. */
const MAX_ROUNDS = 5;
/** Longer than the three days for which the provider repeats an event. */
const RECEIPT_LIFETIME = 90 * DAY;
/** A receipt that comes later than this would only confuse its reader. */
const MAIL_LATE_WITHIN = 3 * DAY;

/**
 * Asks the provider about a subscription and saves the answer.
 * @param id at the provider; a subscription that is not ours changes nothing
 * @returns its state there; null when the provider does not know it. Nothing changes here then: with the key of another
 *   account at the provider, every plan would be lost
 * @throws AppError unavailable when the provider cannot be reached
 */
export async function reconcileSubscription(deps: ReconcileDeps, id: string): Promise<RemoteSubscription | null> {
  const remote = await deps.payments.findSubscription(id);
  return remote && reconcileAnswer(deps, remote);
}

/**
 * Saves an answer of the provider, then asks again until the answer is the saved one. Otherwise the older of two answers
 * could be saved last.
 * @returns the subscription's state at the provider
 * @throws AppError unavailable when the provider cannot be reached; its first answer is saved then
 */
async function reconcileAnswer({ fork, payments }: ReconcileDeps, answer: RemoteSubscription) {
  let remote = await withAccount(fork(), answer);
  for (let round = 1; remote.accountId !== null && round < MAX_ROUNDS; round++) {
    await applyRemote(fork(), remote);
    const newer = await payments.findSubscription(remote.id);
    if (!newer) break;
    const before = remote;
    remote = await withAccount(fork(), newer);
    if (isDeepStrictEqual(remote, before)) break;
  }
  return remote;
}

/** The oldest subscriptions do not name their account at the provider: our row does. */
async function withAccount(em: EntityManager, remote: RemoteSubscription): Promise<RemoteSubscription> {
  if (remote.accountId !== null) return remote;
  const row = await query(em)
    .selectFrom('subscriptions')
    .select('owner_id')
    .where('stripe_subscription_id', '=', remote.id)
    .executeTakeFirst();
  return { ...remote, accountId: row?.owner_id ?? null };
}

/**
 * Changes a subscription at the provider and saves its new state. If the provider rejects the change, our row is stale:
 * reconcile before rethrowing.
 * @returns the state afterwards, as far as the provider could be asked
 * @throws AppError as the change does
 */
export async function changeAndReconcile(
  { em, payments }: BillingContext,
  subscriptionId: string,
  change: () => Promise<RemoteSubscription>,
): Promise<RemoteSubscription> {
  const deps = { fork: () => em, payments };
  let changed: RemoteSubscription;
  try {
    changed = await change();
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') await reconcileSubscription(deps, subscriptionId);
    throw error;
  }
  try {
    return await reconcileAnswer(deps, changed);
  } catch (error) {
    // The change is made and saved. An event or the daily comparison brings what happened since.
    if (error instanceof AppError && error.code === 'unavailable') return changed;
    throw error;
  }
}

/**
 * Handles an event of the provider, once.
 * @throws AppError unavailable when the provider cannot be asked: it sends the event again
 */
export async function recordBillingEvent(deps: ReconcileDeps, event: BillingEvent): Promise<void> {
  const em = deps.fork();
  const known = await query(em)
    .selectFrom('webhook_receipts')
    .select('event_id')
    .where('event_id', '=', event.id)
    .executeTakeFirst();
  if (known) return;
  await handle(deps, event);
  await query(em)
    .insertInto('webhook_receipts')
    .values({ event_id: event.id, type: event.type, received_at: NOW })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function handle(deps: ReconcileDeps, { about }: BillingEvent): Promise<void> {
  if (about === null) return;
  if (about.kind === 'subscription') await reconcileSubscription(deps, about.id);
  if (about.kind === 'checkout') await handleCheckout(deps, about.id);
  if (about.kind === 'invoice') await handleInvoice(deps, about);
}

/** People who pay and never come back to our page get their plan by this. */
async function handleCheckout(deps: ReconcileDeps, id: string): Promise<void> {
  const checkout = await deps.payments.findCheckout(id);
  if (checkout?.accountId && checkout.state.kind === 'paid') await reconcileAnswer(deps, checkout.state.subscription);
}

async function handleInvoice(deps: ReconcileDeps, about: { id: string; subscriptionId: string }): Promise<void> {
  const remote = await reconcileSubscription(deps, about.subscriptionId);
  const invoice = await deps.payments.findInvoice(about.id);
  if (remote?.accountId && invoice) await queueInvoiceMail(deps, remote.accountId, invoice);
}

/** Queues the mails about recent invoices that arrived without an event. */
export async function queueRecentInvoiceMails(deps: ReconcileDeps, remote: RemoteSubscription): Promise<void> {
  if (!remote.accountId) return;
  const since = Date.now() - MAIL_LATE_WITHIN;
  const invoices = await deps.payments.invoicesOf(remote.customerId);
  for (const invoice of invoices)
    if (invoice.subscriptionId === remote.id && Date.parse(invoice.at) > since)
      await queueInvoiceMail(deps, remote.accountId, { ...invoice, planType: remote.planType });
}

/** No mail about an invoice that credit paid, or that was refunded. */
async function queueInvoiceMail(
  deps: ReconcileDeps,
  ownerId: string,
  { id, amount, refunded, status, planType }: Invoice & { planType: PlanType | null },
): Promise<void> {
  const kind = status === 'paid' ? 'receipt' : status === 'open' ? 'payment-failed' : null;
  if (kind === null || amount === 0 || refunded > 0) return;
  await queueBillingMail(deps.fork(), { ownerId, kind, reference: id, amount, planType });
}

/** Deletes the notes of events that the provider no longer repeats. @returns whether there may be more */
export function deleteOldReceipts(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'webhook_receipts', (eb) => eb('received_at', '<', ago(RECEIPT_LIFETIME)));
}

interface NewBillingMail {
  ownerId: string;
  kind: 'receipt' | 'refund' | 'payment-failed';
  /** The id of the invoice or refund: there is one mail about each. */
  reference: string;
  /** In cents. */
  amount: number;
  planType: PlanType | null;
}

/** Queues a mail about money, once; none for a deleted account. */
export async function queueBillingMail(
  em: EntityManager,
  { ownerId, kind, reference, amount, planType }: NewBillingMail,
): Promise<void> {
  if (!isId(ownerId)) return;
  const mails = await query(em)
    .insertInto('billing_mails')
    .columns(['id', 'owner_id', 'kind', 'reference', 'amount', 'plan_type', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(({ val }) => [
          val(newId()).as('mail_id'),
          'id',
          val(kind).as('kind'),
          val(reference).as('reference'),
          val(amount).as('amount'),
          val(planType).as('plan_type'),
          NOW.as('created_at'),
        ])
        .where('id', '=', ownerId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  await enqueue(em, 'billing-mail', mails);
}
