/** A payment provider whose records a test writes. */
import { AppError } from '#domain/errors.ts';
import type { RemoteSubscription } from '#domain/subscription/reconcile.ts';
import type { BillingEvent, Checkout, Invoice, NewCheckout, Payments } from '#services/ports/payments.ts';

const MONTH = 30 * 86_400_000;

/** @returns a monthly Plus subscription that was just paid, with the given changes */
export function remote(over: Partial<RemoteSubscription> & { id: string }): RemoteSubscription {
  return {
    customerId: 'cus_1',
    accountId: null,
    planType: 'plus_monthly',
    status: 'active',
    createdAt: Date.now(),
    periodEndsAt: Date.now() + MONTH,
    isEnding: false,
    isHeld: false,
    ...over,
  };
}

type BookedInvoice = NonNullable<Awaited<ReturnType<Payments['findInvoice']>>>;

/** What the provider knows, and the requests it got. */
export class Books implements Payments {
  readonly checkouts = new Map<string, Checkout>();
  readonly subscriptions = new Map<string, RemoteSubscription>();
  readonly invoices = new Map<string, BookedInvoice & { customerId: string }>();
  readonly checkoutRequests: NewCheckout[] = [];
  readonly cancelled: string[] = [];
  readonly refunded: string[] = [];
  readonly held: { id: string; isHeld: boolean }[] = [];
  readonly wrongPrices: string[] = [];
  /** A subscription that cannot be cancelled. */
  stuck = '';
  /** The next payment is refused. */
  isDeclining = false;
  isAway = false;

  async createCheckout(checkout: NewCheckout): Promise<string> {
    this.#failIfAway();
    this.checkoutRequests.push(checkout);
    return 'https://pay.example/cs';
  }

  async findCheckout(id: string): Promise<Checkout | null> {
    this.#failIfAway();
    return this.checkouts.get(id) ?? null;
  }

  async cancelSubscription(id: string): Promise<void> {
    this.#failIfAway();
    if (id === this.stuck) throw new AppError('unavailable', 'stuck');
    this.cancelled.push(id);
    const known = this.subscriptions.get(id);
    if (known) this.subscriptions.set(id, { ...known, status: 'ended' });
  }

  async findSubscription(id: string): Promise<RemoteSubscription | null> {
    this.#failIfAway();
    return this.subscriptions.get(id) ?? null;
  }

  async *runningSubscriptions(): AsyncIterable<RemoteSubscription> {
    this.#failIfAway();
    for (const one of this.subscriptions.values()) if (one.accountId && one.status !== 'ended') yield one;
  }

  async invoicesOf(customer: string): Promise<Invoice[]> {
    this.#failIfAway();
    const theirs = [...this.invoices.values()].filter(({ customerId }) => customerId === customer);
    return theirs.toSorted((one, other) => other.at.localeCompare(one.at));
  }

  async findInvoice(id: string): Promise<BookedInvoice | null> {
    this.#failIfAway();
    return this.invoices.get(id) ?? null;
  }

  async previewSwitch(): ReturnType<Payments['previewSwitch']> {
    this.#failIfAway();
    return { price: 750, credit: 250, dueNow: 500, at: Date.now() };
  }

  async switchPlan(...[id, planType]: Parameters<Payments['switchPlan']>): Promise<RemoteSubscription> {
    this.#failIfAway();
    if (this.isDeclining) throw new AppError('conflict', 'Your payment was declined, so nothing has changed.');
    return this.#change(id, { planType });
  }

  async setEnding(id: string, isEnding: boolean): Promise<RemoteSubscription> {
    this.#failIfAway();
    return this.#change(id, { isEnding });
  }

  async setHeld(id: string, isHeld: boolean): Promise<void> {
    this.#failIfAway();
    this.held.push({ id, isHeld });
    if (this.subscriptions.has(id)) this.#change(id, { isHeld });
  }

  async refund(id: string): Promise<{ id: string; amount: number }> {
    this.#failIfAway();
    const invoice = this.invoices.get(id);
    if (!invoice) throw new AppError('conflict', 'Nothing was paid.');
    if (invoice.refunded === 0) this.refunded.push(id);
    const amount = invoice.amount - invoice.credited;
    this.invoices.set(id, { ...invoice, refunded: amount });
    return { id: `re_${id}`, amount };
  }

  async openPortal(customerId: string): Promise<string> {
    this.#failIfAway();
    return `https://pay.example/portal/${customerId}`;
  }

  readEvent(body: Buffer, signature: string | null): BillingEvent {
    if (signature !== 'genuine') throw new AppError('forbidden', 'The signature is wrong.');
    return JSON.parse(body.toString()) as BillingEvent;
  }

  async checkPrices(): Promise<string[]> {
    this.#failIfAway();
    return this.wrongPrices;
  }

  #change(id: string, change: Partial<RemoteSubscription>): RemoteSubscription {
    const known = this.subscriptions.get(id);
    if (!known) throw new AppError('conflict', 'This subscription has ended.');
    const changed = { ...known, ...change };
    this.subscriptions.set(id, changed);
    return changed;
  }

  #failIfAway(): void {
    if (this.isAway) throw new AppError('unavailable', 'away');
  }
}
