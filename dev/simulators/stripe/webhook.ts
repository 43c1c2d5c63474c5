/**
 * Stripe's signed webhooks: one request an event, told again a few times until somebody takes it.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
import { createHmac } from 'node:crypto';
import type { Faults } from '../faults.ts';
import { newId, now } from './ledger.ts';

const ANSWER_WITHIN = 10_000;
/** How long to wait before each further try, in milliseconds. */
const RETRIES = [500, 1_000, 2_000, 4_000, 8_000, 16_000];
const REMEMBERED = 200;
const API_VERSION = '2026-10-28.endive';

export interface WebhookOptions {
  url: string;
  secret: string;
  /** From what happened to the first try, in milliseconds. */
  delay: number;
  faults: Faults;
}

/** What happened, with the thing as it was then. */
export interface Happened {
  type: string;
  object: object;
}

/** An event that was told, and what was answered last. */
export interface ToldEvent {
  id: string;
  type: string;
  webhook_status: number | null;
}

export class Webhook {
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #told = new Map<string, ToldEvent & { body: string }>();
  /** Events whose delivery has not ended: those that wait for their first or next try, and those under way. */
  #pending = 0;
  #onSettled: (() => void)[] = [];

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Tells of everything in a moment, unless a fault asks for silence. */
  tellSoon(happened: Happened[]): void {
    if (happened.length === 0 || this.#options.faults.isStripeSilent()) return;
    for (const one of happened) this.#later(this.#options.delay, () => this.#insist(this.#note(one), 0));
  }

  /** Tells of everything now, once; who asked waits for it. */
  async tellNow(happened: Happened[]): Promise<ToldEvent[]> {
    if (happened.length > 0 && this.#options.faults.isStripeSilent()) return [];
    const told: ToldEvent[] = [];
    for (const one of happened) {
      const id = this.#note(one);
      if (!(await this.#post(id))) this.#again(id, 0);
      told.push(...this.events().filter((event) => event.id === id));
    }
    return told;
  }

  /** @returns what was told, newest first */
  events(): ToldEvent[] {
    return [...this.#told.values()].map(({ body: _body, ...event }) => event).reverse();
  }

  /** Tells of an event once more, as Stripe may. @returns null for one that is not remembered */
  async repeat(id: string): Promise<ToldEvent | null> {
    await this.#post(id);
    return this.events().find((event) => event.id === id) ?? null;
  }

  /** Waits until every event so far was taken, or given up. */
  async settled(): Promise<void> {
    if (this.#pending > 0) await new Promise<void>((resolve) => this.#onSettled.push(resolve));
  }

  close(): void {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#settle();
  }

  #note({ type, object }: Happened): string {
    const id = newId('evt');
    const event = { id, object: 'event', api_version: API_VERSION, created: now(), livemode: false, type };
    const body = JSON.stringify({ ...event, pending_webhooks: 1, data: { object } }, null, 2);
    this.#told.set(id, { id, type, webhook_status: null, body });
    for (const old of [...this.#told.keys()].slice(0, -REMEMBERED)) this.#told.delete(old);
    return id;
  }

  async #insist(id: string, tries: number): Promise<void> {
    if (!(await this.#post(id))) this.#again(id, tries);
  }

  #again(id: string, tries: number): void {
    const pause = RETRIES[tries];
    if (pause !== undefined) this.#later(pause, () => this.#insist(id, tries + 1));
  }

  #later(pause: number, work: () => Promise<void>): void {
    if (this.#closing.signal.aborted) return;
    this.#pending += 1;
    const timer = setTimeout(async () => {
      this.#timers.delete(timer);
      await work();
      this.#pending -= 1;
      if (this.#pending === 0) this.#settle();
    }, pause);
    this.#timers.add(timer);
  }

  #settle(): void {
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  /** @returns whether it was taken */
  async #post(id: string): Promise<boolean> {
    const event = this.#told.get(id);
    if (!event) return true;
    const { url, secret } = this.#options;
    const at = now();
    const signature = createHmac('sha256', secret).update(`${at}.${event.body}`).digest('hex');
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': `t=${at},v1=${signature}`,
        },
        body: event.body,
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN)]),
      });
      await response.arrayBuffer();
      event.webhook_status = response.status;
      return response.ok;
    } catch {
      event.webhook_status = null;
      return false;
    }
  }
}
