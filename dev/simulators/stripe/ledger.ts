/** What the simulated Stripe knows, in memory and in a journal: it survives a restart. Instants are seconds. */
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
  /** In cents; what they have in credit is below zero, as Stripe counts it. */
  balance: number;
  /** Whether their card pays. */
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
  /** Of the one item. */
  item: string;
  price: string;
  current_period_start: number;
  current_period_end: number;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
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
  /** Of the subscription, as it was. */
  metadata: Record<string, string>;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  status: 'open' | 'paid' | 'void';
  lines: Line[];
  total: number;
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  /** Whether it is tried to collect it. */
  auto_advance: boolean;
  paid_at: number | null;
}

/** A payment that went through. */
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

/** What was answered to a call that must not be done twice. */
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
  /** Changes with whatever is kept. */
  version = 0;

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

  /** @returns all of a kind that fit, newest first */
  all<K extends Kind>(kind: K, fits: (row: Tables[K]) => boolean = () => true): Tables[K][] {
    return [...this.#tables[kind].values()].filter(fits).reverse();
  }

  /** Keeps something new, or as it has become. @returns it */
  keep<K extends Kind>(kind: K, row: Tables[K]): Tables[K] {
    this.#restore(kind, row);
    this.#written = this.#journal.append(JSON.stringify({ kind, row })).written;
    this.version += 1;
    return row;
  }

  /** @returns when all that was kept is written */
  written(): Promise<void> {
    return this.#written;
  }

  close(): void {
    this.#journal.close();
  }
}

/** @returns an id as Stripe writes them */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}

/** @returns this second */
export function now(): number {
  return Math.floor(Date.now() / 1_000);
}
