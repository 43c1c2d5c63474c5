/**
 * Stripe's signed webhooks: one request for each event, repeated a few times until the product accepts it.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
import { createHmac } from 'node:crypto';
import type { Faults } from '../faults.ts';
import { newId, now } from './ledger.ts';

const ANSWER_WITHIN = 10_000;
/** The pause before each further try, in milliseconds. */
const RETRIES = [500, 1_000, 2_000, 4_000, 8_000, 16_000];
const EVENTS_STORED = 200;
const API_VERSION = '2026-10-28.endive';

export interface WebhookOptions {
  url: string;
  secret: string;
  /** From an event to the first try, in milliseconds. */
  delay: number;
  faults: Faults;
}

/** An event, with its object at that moment. */
export interface StripeEvent {
  type: string;
  object: object;
}

/** A posted event, and the HTTP status of the last answer; null when there was none. */
export interface SentEvent {
  id: string;
  type: string;
  webhook_status: number | null;
}

/** Posts Stripe's events to the product. */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #sent = new Map<string, SentEvent & { body: string }>();
  /** Events whose delivery has not ended: those that wait for their first or next try, and those under way. */
  #pending = 0;
  #onSettled: (() => void)[] = [];

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Posts events after the delay, unless a fault suppresses them. */
  sendSoon(events: StripeEvent[]): void {
    if (events.length === 0 || this.#options.faults.isStripeSilent()) return;
    for (const event of events) this.#schedule(this.#options.delay, () => this.#send(this.#add(event), 0));
  }

  /** Posts events now, and waits for the first answer to each. Later tries follow on their own. */
  async sendNow(events: StripeEvent[]): Promise<SentEvent[]> {
    if (events.length > 0 && this.#options.faults.isStripeSilent()) return [];
    const sent: SentEvent[] = [];
    for (const event of events) {
      const id = this.#add(event);
      await this.#send(id, 0);
      sent.push(...this.events().filter((one) => one.id === id));
    }
    return sent;
  }

  /** @returns the posted events, newest first */
  events(): SentEvent[] {
    return [...this.#sent.values()].map(({ body: _body, ...event }) => event).reverse();
  }

  /** Posts an event once more, as Stripe may. @returns null for an unknown event */
  async repeat(id: string): Promise<SentEvent | null> {
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

  #add({ type, object }: StripeEvent): string {
    const id = newId('evt');
    const event = { id, object: 'event', api_version: API_VERSION, created: now(), livemode: false, type };
    const body = JSON.stringify({ ...event, pending_webhooks: 1, data: { object } }, null, 2);
    this.#sent.set(id, { id, type, webhook_status: null, body });
    for (const old of [...this.#sent.keys()].slice(0, -EVENTS_STORED)) this.#sent.delete(old);
    return id;
  }

  /** @param tries how often it was posted before */
  async #send(id: string, tries: number): Promise<void> {
    if (await this.#post(id)) return;
    const pause = RETRIES[tries];
    if (pause !== undefined) this.#schedule(pause, () => this.#send(id, tries + 1));
  }

  #schedule(pause: number, work: () => Promise<void>): void {
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

  /** @returns whether the product accepted it */
  async #post(id: string): Promise<boolean> {
    const event = this.#sent.get(id);
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
