/** What happens to subscriptions and money: each deed changes the books, and tells what has happened. */
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
import { after, creditLine, lineOf, switchLines } from './money.ts';
import { found, named, StripeRefused } from './refused.ts';
import { type Shower, shownCharge, shownInvoice, shownSubscription } from './shown.ts';
import type { Happened } from './webhook.ts';

/** After so many tries Stripe gives up, as its settings usually say. */
const LAST_TRY = 4;
const DECLINED = 'Your card was declined.';

/** The books during one call, and what has happened in it. */
export class Billing {
  readonly happened: Happened[] = [];
  readonly #shower: Shower;
  readonly #ledger: Ledger;

  constructor(shower: Shower) {
    this.#shower = shower;
    this.#ledger = shower.ledger;
  }

  tell(type: string, object: object): void {
    this.happened.push({ type, object });
  }

  keepSubscription(one: Subscription, event: 'created' | 'updated' | 'deleted' = 'updated'): Subscription {
    this.#ledger.keep('subscription', one);
    this.tell(`customer.subscription.${event}`, shownSubscription(this.#ledger, one));
    return one;
  }

  /** The first period, paid for already or not yet. */
  begin(
    one: Omit<Subscription, 'id' | 'created' | 'item' | 'status' | 'current_period_start' | 'current_period_end'>,
    isPaid: boolean,
  ): Subscription {
    const price = this.priceOf(one);
    const start = now();
    const subscription = this.keepSubscription(
      {
        ...one,
        id: newId('sub'),
        created: start,
        item: newId('si'),
        status: isPaid ? 'active' : 'incomplete',
        current_period_start: start,
        current_period_end: after(start, price.interval),
      },
      'created',
    );
    this.bill(subscription, 'subscription_create', [lineOf(price)], isPaid);
    return subscription;
  }

  /** The next period, as if this one were over; what is owed from before is paid first. */
  renew(subscription: Subscription, hasGoodCard = this.customerOf(subscription).hasGoodCard): Subscription {
    if (subscription.status === 'canceled') throw new StripeRefused(400, 'It has ended.');
    const isOwed = (one: Invoice) => one.subscription === subscription.id && one.status === 'open' && one.auto_advance;
    const [owed] = this.#ledger.all('invoice', isOwed);
    if (owed) return this.#collect(subscription, owed, hasGoodCard);
    if (subscription.cancel_at_period_end) return this.end(subscription);
    const start = now();
    const price = this.priceOf(subscription);
    const next = { ...subscription, current_period_start: start, current_period_end: after(start, price.interval) };
    const invoice = this.bill(next, 'subscription_cycle', [lineOf(price)], hasGoodCard);
    if (invoice.status === 'void') return this.keepSubscription(next);
    return this.keepSubscription({ ...next, status: invoice.status === 'open' ? 'past_due' : 'active' });
  }

  /** @param isCredited what is left of the period becomes credit */
  end(subscription: Subscription, isCredited = false): Subscription {
    const { current_period_start: start, current_period_end: end } = subscription;
    const at = now();
    // As Stripe does: whether the period was paid or not, and whether it was given back or not.
    if (isCredited && subscription.status !== 'incomplete' && at < end)
      this.bill(subscription, 'manual', [creditLine(this.priceOf(subscription), at, { start, end })]);
    const open = (one: Invoice) => one.subscription === subscription.id && one.status === 'open';
    for (const owed of this.#ledger.all('invoice', open)) this.#ledger.keep('invoice', { ...owed, status: 'void' });
    return this.keepSubscription({ ...subscription, status: 'canceled', canceled_at: at }, 'deleted');
  }

  /**
   * Another price, paid or credited at once.
   * @throws StripeRefused 402 when the card is declined, with nothing changed
   */
  change(subscription: Subscription, priceId: string, at: number): Subscription {
    const { lines, wanted } = this.switchOf(subscription, priceId, at);
    const customer = this.customerOf(subscription);
    if (this.#dueOf(customer, lines) > 0 && !customer.hasGoodCard)
      throw new StripeRefused(402, DECLINED, { code: 'card_declined' });
    const isSame = this.priceOf(subscription).interval === wanted.interval;
    const start = now();
    const period = isSame ? {} : { current_period_start: start, current_period_end: after(start, wanted.interval) };
    const changed = { ...subscription, ...period, price: wanted.id };
    this.bill(changed, 'subscription_update', lines);
    return changed;
  }

  /** What changing the price would cost, and whether it can be asked now. */
  switchOf(subscription: Subscription, priceId: string, at: number) {
    const { current_period_start: start, current_period_end: end } = subscription;
    if (subscription.status === 'canceled')
      throw new StripeRefused(400, 'A canceled subscription can only update its metadata.');
    if (at < start || at > end)
      throw new StripeRefused(400, 'The proration date must lie within the current period.', {
        param: 'proration_date',
      });
    const wanted = named(this.#ledger.get('price', priceId), 'price', priceId, 'items[0][price]');
    const lines = switchLines(this.priceOf(subscription), wanted, at, { start, end });
    return { wanted, lines, due: this.#dueOf(this.customerOf(subscription), lines) };
  }

  /** Asks for money: credit pays first, then the card. */
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
    // What credit has paid is used up, and what is given back becomes credit.
    if (!isVoid) this.#ledger.keep('customer', { ...customer, balance: customer.balance + total - amount_due });
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
    return isVoid ? this.#ledger.keep('invoice', invoice) : this.#charge(invoice, hasGoodCard);
  }

  /** Gives back what was paid with a charge, or a part of it, as far as it was not. */
  refund(charge: Charge, amount = charge.amount - charge.amount_refunded) {
    const rest = charge.amount - charge.amount_refunded;
    if (rest === 0)
      throw new StripeRefused(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' });
    if (amount > rest)
      throw new StripeRefused(400, 'That is more than what is left of the charge.', { param: 'amount' });
    const { id, payment_intent } = charge;
    const refund = this.#ledger.keep('refund', { id: newId('re'), created: now(), charge: id, payment_intent, amount });
    this.tell(
      'charge.refunded',
      shownCharge(this.#ledger.keep('charge', { ...charge, amount_refunded: charge.amount_refunded + amount })),
    );
    return refund;
  }

  priceOf({ price }: { price: string }) {
    return found(this.#ledger.get('price', price), 'price', price);
  }

  customerOf({ customer }: { customer: string }): Customer {
    return found(this.#ledger.get('customer', customer), 'customer', customer);
  }

  #dueOf({ balance }: Customer, lines: Line[]): number {
    return Math.max(0, sumOf(lines) + balance);
  }

  #collect(subscription: Subscription, owed: Invoice, hasGoodCard: boolean): Subscription {
    const { status, attempt_count } = this.#charge(owed, hasGoodCard);
    if (status === 'paid') return this.keepSubscription({ ...subscription, status: 'active' });
    return attempt_count < LAST_TRY ? this.keepSubscription(subscription) : this.end(subscription);
  }

  #charge(invoice: Invoice, hasGoodCard: boolean): Invoice {
    const attempt_count = invoice.attempt_count + 1;
    if (invoice.amount_due > 0 && !hasGoodCard) {
      const owed = this.#ledger.keep('invoice', { ...invoice, attempt_count });
      // A first payment that is on its way has not failed.
      if (invoice.billing_reason !== 'subscription_create')
        this.tell('invoice.payment_failed', shownInvoice(this.#shower, owed));
      return owed;
    }
    const { id, customer, amount_due } = invoice;
    const paid_at = now();
    if (amount_due > 0)
      this.#ledger.keep('charge', {
        id: newId('ch'),
        created: paid_at,
        payment_intent: newId('pi'),
        invoice: id,
        customer,
        amount: amount_due,
        amount_refunded: 0,
      });
    const paid = this.#ledger.keep('invoice', {
      ...invoice,
      status: 'paid',
      paid_at,
      attempt_count,
      amount_paid: amount_due,
    });
    this.tell('invoice.paid', shownInvoice(this.#shower, paid));
    return paid;
  }
}

function sumOf(lines: Line[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
