import { randomBytes } from 'node:crypto';
import { Journal } from '../journal.ts';

/** A checkout as it is kept, with what nobody outside is told. */
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
  success_url: string;
  cancel_url: string | null;
  /** Of the one line. */
  name: string;
  amount: number;
  interval: 'month' | 'year';
  /** The key that it was made with, and what was asked with it. */
  idempotency: { key: string; asked: string } | null;
}

export interface Subscription {
  id: string;
  customer: string;
  status: 'active' | 'incomplete' | 'canceled';
  amount: number;
  interval: 'month' | 'year';
  /** How it was ended: what was left of its time became credit. */
  prorated: boolean;
}

type Entry = { session: Session } | { subscription: Subscription };

/** Every checkout and subscription, in memory and in a journal: they survive a restart. */
export class Ledger {
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly #journal: Journal;

  /** @param path the journal's file */
  constructor(path: string) {
    this.#journal = new Journal(path);
    this.#journal.replay((line) => this.#restore(JSON.parse(line) as Entry));
  }

  #restore(entry: Entry): void {
    if ('session' in entry) this.sessions.set(entry.session.id, entry.session);
    else this.subscriptions.set(entry.subscription.id, entry.subscription);
  }

  /** Keeps something new, or as it has become. */
  async keep(entry: Entry): Promise<void> {
    this.#restore(entry);
    await this.#journal.append(JSON.stringify(entry)).written;
  }

  close(): void {
    this.#journal.close();
  }
}

/** @returns an id as Stripe writes them */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}
