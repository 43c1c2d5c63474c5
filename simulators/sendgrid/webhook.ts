/**
 * SendGrid's signed Event Webhook: it posts events in batches and repeats them until the product accepts them.
 * @see https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { automaticEvents, type Messages, type StoredMessage } from '../messages.ts';
import { type MailEvent, type SendgridEvent, toSendgridEvent } from './events.ts';

/** A message has at most two events, so a request has at most 500. */
const MESSAGES_PER_BATCH = 250;
const REQUESTS_IN_FLIGHT = 2;
const ANSWER_WITHIN_MS = 10_000;
/** A pause in which events collect into one batch. */
const COLLECT_MS = 50;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;

interface Batch {
  messages: StoredMessage[];
  body: Buffer;
  tries: number;
  /** When to send it, in milliseconds since the epoch. */
  at: number;
}

export interface WebhookOptions {
  url: string;
  /** EC P-256, base64 PKCS8 DER. */
  privateKey: string;
  /** From acceptance to its report, in milliseconds. */
  delay: number;
  messages: Messages;
  log: (line: string) => void;
}

/** Posts events: the automatic ones shortly after a message was accepted, and requested ones at once. */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #key: KeyObject;
  readonly #closing = new AbortController();
  /** Oldest first: the delay is the same for all. */
  #waiting: { message: StoredMessage; at: number }[] = [];
  #batches: Batch[] = [];
  #inFlight = 0;
  #isAccepting = true;
  #timer: NodeJS.Timeout | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#key = createPrivateKey({ key: Buffer.from(options.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  }

  /** Reports `processed` and `delivered` (or `bounce`) of each message after the delay, until they are accepted. */
  reportSoon(messages: StoredMessage[]): void {
    const at = Date.now() + this.#options.delay;
    for (const message of messages) this.#waiting.push({ message, at });
    this.#wakeBy(at);
  }

  /** Posts events now, without a retry. @returns the HTTP status of the answer; null when there was none */
  async post(events: SendgridEvent[]): Promise<number | null> {
    return this.#post(bodyOf(events));
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
  }

  #wakeBy(at: number): void {
    if (at >= this.#wakeAt || this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#wakeAt = at;
    this.#timer = setTimeout(() => this.#work(), Math.max(at - Date.now(), COLLECT_MS));
  }

  #work(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    // The next answer calls this again; until then events collect.
    if (this.#inFlight >= REQUESTS_IN_FLIGHT) return;
    const now = Date.now();
    this.#makeBatches(now);
    for (const batch of this.#batches.filter(({ at }) => at <= now).slice(0, REQUESTS_IN_FLIGHT - this.#inFlight)) {
      this.#batches.splice(this.#batches.indexOf(batch), 1);
      this.#send(batch).catch((error: unknown) =>
        this.#options.log(`SendGrid's events were accepted, but this could not be saved: ${error}`),
      );
    }
    if (this.#waiting[0]) this.#wakeBy(this.#waiting[0].at);
    for (const { at } of this.#batches) this.#wakeBy(at);
  }

  /** Makes batches of what is due. From now on the inbox shows these events, whether or not the webhook accepts them. */
  #makeBatches(now: number): void {
    const later = this.#waiting.findIndex(({ at }) => at > now);
    const due = this.#waiting.splice(0, later === -1 ? this.#waiting.length : later).map(({ message }) => message);
    for (let start = 0; start < due.length; start += MESSAGES_PER_BATCH) {
      const messages = due.slice(start, start + MESSAGES_PER_BATCH);
      for (const message of messages) this.#options.messages.recordAutomaticEvents(message);
      const events = messages.flatMap((message) =>
        automaticEvents(message).map((event) => toSendgridEvent(message, event as MailEvent, 'automatic')),
      );
      this.#batches.push({ messages, body: bodyOf(events), tries: 0, at: now });
    }
  }

  async #send(batch: Batch): Promise<void> {
    this.#inFlight += 1;
    const status = await this.#post(batch.body);
    this.#inFlight -= 1;
    if (this.#closing.signal.aborted) return;
    const isAccepted = status !== null && status >= 200 && status < 300;
    this.#logChange(isAccepted, status);
    if (isAccepted) {
      await this.#options.messages.markReported(batch.messages);
    } else {
      const pause = Math.min(FIRST_RETRY_MS * 2 ** batch.tries, LAST_RETRY_MS);
      this.#batches.push({ ...batch, tries: batch.tries + 1, at: Date.now() + pause });
    }
    this.#work();
  }

  async #post(body: Buffer): Promise<number | null> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), this.#key).toString('base64');
    try {
      const response = await fetch(this.#options.url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'SendGrid Event API',
          'x-twilio-email-event-webhook-signature': signature,
          'x-twilio-email-event-webhook-timestamp': timestamp,
        },
        body: new Uint8Array(body),
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.arrayBuffer(); // so that the connection can be used again
      return response.status;
    } catch {
      return null;
    }
  }

  /** Logs when the product begins or ceases to accept events. */
  #logChange(isAccepted: boolean, status: number | null): void {
    if (isAccepted === this.#isAccepting) return;
    this.#isAccepting = isAccepted;
    const { url, log } = this.#options;
    log(
      isAccepted
        ? `${url} accepts events again.`
        : `${url} ${status ? `answers ${status}` : 'does not answer'}: its events are repeated until it accepts them.`,
    );
  }
}

/** One event on each line, as SendGrid writes it: a product that verifies parsed and rewritten JSON fails. */
function bodyOf(events: SendgridEvent[]): Buffer {
  return Buffer.from(`[${events.map((event) => JSON.stringify(event)).join(',\r\n')}]\r\n`);
}
