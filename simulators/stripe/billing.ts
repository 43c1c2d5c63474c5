/** Subscriptions, invoices and charges: each action changes the ledger and adds the events for the webhook. */
import { chargeJson, invoiceJson, type StripeContext, subscriptionJson } from './json.ts';
import {
  type Charge,
  type Customer,
  type Invoice,
  type Ledger,
  type Line,
  newId,
  now,
  type Subscription,
} from './ledger.ts';
import { creditLine, lineOf, periodEnd, switchLines } from './money.ts';
import { requireReferenced, requireResource, StripeError } from './refusal.ts';
import type { StripeEvent } from './webhook.ts';

/** Stripe's default: it cancels the subscription after this many failed charges. */
const MAX_ATTEMPTS = 4;
const DECLINED = 'Your card was declined.';

/** The ledger during one call, and the events of the call. */
export class Billing {
  readonly events: StripeEvent[] = [];
  readonly #context: StripeContext;
  readonly #ledger: Ledger;

  constructor(context: StripeContext) {
    this.#context = context;
    this.#ledger = context.ledger;
  }

  /** @param object the object of the event, as Stripe's JSON */
  addEvent(type: string, object: object): void {
    this.events.push({ type, object });
  }

  /** Saves a subscription and adds its event. */
  saveSubscription(one: Subscription, event: 'created' | 'updated' | 'deleted' = 'updated'): Subscription {
    this.#ledger.save('subscription', one);
    this.addEvent(`customer.subscription.${event}`, subscriptionJson(this.#ledger, one));
    return one;
  }

  /** Starts a subscription. @param isPaid whether the first period is paid already */
  start(
    one: Omit<Subscription, 'id' | 'created' | 'item' | 'status' | 'current_period_start' | 'current_period_end'>,
    isPaid: boolean,
  ): Subscription {
    const price = this.priceOf(one);
    const start = now();
    const subscription = this.saveSubscription(
      {
        ...one,
        id: newId('sub'),
        created: start,
        item: newId('si'),
        status: isPaid ? 'active' : 'incomplete',
        current_period_start: start,
        current_period_end: periodEnd(start, price.interval),
      },
      'created',
    );
    this.bill(subscription, 'subscription_create', [lineOf(price)], isPaid);
    return subscription;
  }

  /** Begins the next period now. If an invoice is open, charges that instead. */
  renew(subscription: Subscription, hasGoodCard = this.customerOf(subscription).hasGoodCard): Subscription {
    if (subscription.status === 'canceled') throw new StripeError(400, 'This subscription has ended.');
    const isOpen = (one: Invoice) => one.subscription === subscription.id && one.status === 'open' && one.auto_advance;
    const [open] = this.#ledger.all('invoice', isOpen);
    if (open) return this.#retryCharge(subscription, open, hasGoodCard);
    if (subscription.cancel_at_period_end) return this.end(subscription);
    const start = now();
    const price = this.priceOf(subscription);
    const next = { ...subscription, current_period_start: start, current_period_end: periodEnd(start, price.interval) };
    const invoice = this.bill(next, 'subscription_cycle', [lineOf(price)], hasGoodCard);
    if (invoice.status === 'void') return this.saveSubscription(next);
    return this.saveSubscription({ ...next, status: invoice.status === 'open' ? 'past_due' : 'active' });
  }

  /** @param isCredited whether the rest of the period becomes credit */
  end(subscription: Subscription, isCredited = false): Subscription {
    const { current_period_start: start, current_period_end: end } = subscription;
    const at = now();
    // Stripe gives this credit even for a period that was not paid, or was refunded.
    if (isCredited && subscription.status !== 'incomplete' && at < end)
      this.bill(subscription, 'manual', [creditLine(this.priceOf(subscription), at, { start, end })]);
    const isOpen = (one: Invoice) => one.subscription === subscription.id && one.status === 'open';
    for (const open of this.#ledger.all('invoice', isOpen)) this.#ledger.save('invoice', { ...open, status: 'void' });
    return this.saveSubscription({ ...subscription, status: 'canceled', canceled_at: at }, 'deleted');
  }

  /**
   * Changes the price; the difference is charged or credited at once.
   * @param at in seconds
   * @throws StripeError 402 when the card is declined; then nothing has changed
   */
  changePrice(subscription: Subscription, priceId: string, at: number): Subscription {
    const { lines, newPrice } = this.previewChange(subscription, priceId, at);
    const customer = this.customerOf(subscription);
    if (this.#dueOf(customer, lines) > 0 && !customer.hasGoodCard)
      throw new StripeError(402, DECLINED, { code: 'card_declined' });
    const isSame = this.priceOf(subscription).interval === newPrice.interval;
    const start = now();
    const period = isSame
      ? {}
      : { current_period_start: start, current_period_end: periodEnd(start, newPrice.interval) };
    const changed = { ...subscription, ...period, price: newPrice.id };
    this.bill(changed, 'subscription_update', lines);
    return changed;
  }

  /** @returns what changing the price costs @throws StripeError 400 when it cannot change */
  previewChange(subscription: Subscription, priceId: string, at: number) {
    const { current_period_start: start, current_period_end: end } = subscription;
    if (subscription.status === 'canceled')
      throw new StripeError(400, 'A canceled subscription can only update its metadata.');
    if (at < start || at > end)
      throw new StripeError(400, 'The proration date must lie within the current period.', {
        param: 'proration_date',
      });
    const newPrice = requireReferenced(this.#ledger.get('price', priceId), 'price', priceId, 'items[0][price]');
    const lines = switchLines(this.priceOf(subscription), newPrice, at, { start, end });
    return { newPrice, lines, due: this.#dueOf(this.customerOf(subscription), lines) };
  }

  /** Makes an invoice and charges it: first to the customer's credit, then to the card. */
  bill(
    subscription: Subscription,
    billing_reason: Invoice['billing_reason'],
    lines: Line[],
    hasGoodCard = this.customerOf(subscription).hasGoodCard,
  ): Invoice {
    const customer = this.customerOf(subscription);
    const total = sumOf(lines);
    const amount_due = this.#dueOf(customer, lines);
    const isVoid = subscription.isHeld && billing_reason === 'subscription_cycle';
    // Credit that pays is used up; a negative total becomes credit.
    if (!isVoid) this.#ledger.save('customer', { ...customer, balance: customer.balance + total - amount_due });
    const invoice: Invoice = {
      id: newId('in'),
      created: now(),
      customer: customer.id,
      subscription: subscription.id,
      metadata: subscription.metadata,
      billing_reason,
      status: isVoid ? 'void' : 'open',
      lines,
      total,
      amount_due,
      amount_paid: 0,
      attempt_count: 0,
      auto_advance: true,
      paid_at: null,
    };
    return isVoid ? this.#ledger.save('invoice', invoice) : this.#charge(invoice, hasGoodCard);
  }

  /** Refunds a charge, or a part of it. @param amount in cents; by default everything that is not refunded yet */
  refund(charge: Charge, amount = charge.amount - charge.amount_refunded) {
    const rest = charge.amount - charge.amount_refunded;
    if (rest === 0)
      throw new StripeError(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' });
    if (amount > rest) throw new StripeError(400, 'That is more than what is left of the charge.', { param: 'amount' });
    const { id, payment_intent } = charge;
    const refund = this.#ledger.save('refund', { id: newId('re'), created: now(), charge: id, payment_intent, amount });
    this.addEvent(
      'charge.refunded',
      chargeJson(this.#ledger.save('charge', { ...charge, amount_refunded: charge.amount_refunded + amount })),
    );
    return refund;
  }

  /** @throws StripeError 404 */
  priceOf({ price }: { price: string }) {
    return requireResource(this.#ledger.get('price', price), 'price', price);
  }

  /** @throws StripeError 404 */
  customerOf({ customer }: { customer: string }): Customer {
    return requireResource(this.#ledger.get('customer', customer), 'customer', customer);
  }

  #dueOf({ balance }: Customer, lines: Line[]): number {
    return Math.max(0, sumOf(lines) + balance);
  }

  #retryCharge(subscription: Subscription, open: Invoice, hasGoodCard: boolean): Subscription {
    const { status, attempt_count } = this.#charge(open, hasGoodCard);
    if (status === 'paid') return this.saveSubscription({ ...subscription, status: 'active' });
    return attempt_count < MAX_ATTEMPTS ? this.saveSubscription(subscription) : this.end(subscription);
  }

  #charge(invoice: Invoice, hasGoodCard: boolean): Invoice {
    const attempt_count = invoice.attempt_count + 1;
    if (invoice.amount_due > 0 && !hasGoodCard) {
      const open = this.#ledger.save('invoice', { ...invoice, attempt_count });
      // A first payment by transfer takes days, but has not failed.
      if (invoice.billing_reason !== 'subscription_create')
        this.addEvent('invoice.payment_failed', invoiceJson(this.#context, open));
      return open;
    }
    const { id, customer, amount_due } = invoice;
    const paid_at = now();
    if (amount_due > 0)
      this.#ledger.save('charge', {
        id: newId('ch'),
        created: paid_at,
        payment_intent: newId('pi'),
        invoice: id,
        customer,
        amount: amount_due,
        amount_refunded: 0,
      });
    const paid = this.#ledger.save('invoice', {
      ...invoice,
      status: 'paid',
      paid_at,
      attempt_count,
      amount_paid: amount_due,
    });
    this.addEvent('invoice.paid', invoiceJson(this.#context, paid));
    return paid;
  }
}

function sumOf(lines: Line[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
