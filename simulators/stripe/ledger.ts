/** The data of the simulated Stripe, in memory and in a journal that survives a restart. Instants are in seconds. */
import { randomBytes } from 'node:crypto';
import { Journal } from '../journal.ts';

export type Interval = 'month' | 'year';

export interface Product {
  id: string;
  name: string;
  active: boolean;
  metadata: Record<string, string>;
}

export interface Price {
  id: string;
  product: string;
  active: boolean;
  currency: string;
  unit_amount: number;
  interval: Interval;
  lookup_key: string | null;
  metadata: Record<string, string>;
}

export interface Customer {
  id: string;
  email: string | null;
  /** In cents. Stripe counts a customer's credit as a negative balance. */
  balance: number;
  /** Whether a charge to the card succeeds. */
  hasGoodCard: boolean;
}

export interface Session {
  id: string;
  created: number;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  client_reference_id: string | null;
  customer: string | null;
  customer_email: string | null;
  subscription: string | null;
  metadata: Record<string, string>;
  subscription_metadata: Record<string, string>;
  success_url: string;
  cancel_url: string | null;
  price: string;
}

export interface Subscription {
  id: string;
  created: number;
  customer: string;
  status: 'active' | 'incomplete' | 'past_due' | 'canceled';
  metadata: Record<string, string>;
  /** The id of its only item. */
  item: string;
  price: string;
  current_period_start: number;
  current_period_end: number;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  /** Whether the collection of payments is paused. */
  isHeld: boolean;
}

export interface Line {
  amount: number;
  description: string;
  price: string;
  proration: boolean;
}

export interface Invoice {
  id: string;
  created: number;
  customer: string;
  subscription: string;
  /** The metadata of the subscription at that time. */
  metadata: Record<string, string>;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  status: 'open' | 'paid' | 'void';
  lines: Line[];
  total: number;
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  /** Whether Stripe tries to charge it. */
  auto_advance: boolean;
  paid_at: number | null;
}

/** A successful payment. */
export interface Charge {
  id: string;
  created: number;
  payment_intent: string;
  invoice: string;
  customer: string;
  amount: number;
  amount_refunded: number;
}

export interface Refund {
  id: string;
  created: number;
  charge: string;
  payment_intent: string;
  amount: number;
}

export interface Portal {
  id: string;
  customer: string;
  return_url: string;
}

/** The answer to a call with an idempotency key, which is the id. */
export interface Answer {
  id: string;
  asked: string;
  status: number;
  body: string;
}

interface Tables {
  product: Product;
  price: Price;
  customer: Customer;
  session: Session;
  subscription: Subscription;
  invoice: Invoice;
  charge: Charge;
  refund: Refund;
  portal: Portal;
  answer: Answer;
}
type Kind = keyof Tables;

/** The tables of the account. */
export class Ledger {
  readonly #tables: { [K in Kind]: Map<string, Tables[K]> } = {
    product: new Map(),
    price: new Map(),
    customer: new Map(),
    session: new Map(),
    subscription: new Map(),
    invoice: new Map(),
    charge: new Map(),
    refund: new Map(),
    portal: new Map(),
    answer: new Map(),
  };
  readonly #journal: Journal;
  #written: Promise<void> = Promise.resolve();

  /** @param path the journal's file */
  constructor(path: string) {
    this.#journal = new Journal(path);
    this.#journal.replay((line) => {
      const { kind, row } = JSON.parse(line) as { kind: Kind; row: Tables[Kind] };
      this.#restore(kind, row);
    });
  }

  #restore<K extends Kind>(kind: K, row: Tables[K]): void {
    this.#tables[kind].set(row.id, row);
  }

  get<K extends Kind>(kind: K, id: string): Tables[K] | undefined {
    return this.#tables[kind].get(id);
  }

  /** @returns the rows that match, newest first */
  all<K extends Kind>(kind: K, matches: (row: Tables[K]) => boolean = () => true): Tables[K][] {
    return [...this.#tables[kind].values()].filter(matches).reverse();
  }

  /** Adds or replaces a row. @returns the row */
  save<K extends Kind>(kind: K, row: Tables[K]): Tables[K] {
    this.#restore(kind, row);
    this.#written = this.#journal.append(JSON.stringify({ kind, row })).written;
    return row;
  }

  /** Resolves when every saved row is written. */
  written(): Promise<void> {
    return this.#written;
  }

  close(): void {
    this.#journal.close();
  }
}

/** @returns an id in Stripe's form */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}

/** @returns the time in seconds since the epoch */
export function now(): number {
  return Math.floor(Date.now() / 1_000);
}
