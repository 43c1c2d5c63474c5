/**
 * SendGrid's signed Event Webhook: events leave in batches, and are told again until somebody takes them.
 * @see https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type Kept, type Messages, unaskedEvents } from '../messages.ts';
import { type MailHappened, type SendgridEvent, toSendgridEvent } from './events.ts';

/** Two events a message: at most 500 events a request. */
const MESSAGES_PER_BATCH = 250;
const REQUESTS_IN_FLIGHT = 2;
const ANSWER_WITHIN_MS = 10_000;
/** Waiting at least this long between looks lets events gather. */
const GATHER_MS = 50;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;

interface Batch {
  messages: Kept[];
  body: Buffer;
  tries: number;
  /** When to send it, in milliseconds since the epoch. */
  at: number;
}

export interface WebhookOptions {
  url: string;
  /** EC P-256, base64 PKCS8 DER. */
  privateKey: string;
  /** From accepted to reported, in milliseconds. */
  delay: number;
  messages: Messages;
  log: (line: string) => void;
}

/** Posts events: those that come unasked a moment after a message was accepted, and those that are asked for at once. */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #key: KeyObject;
  readonly #closing = new AbortController();
  /** Oldest first; the delay is the same for all. */
  #waiting: { message: Kept; at: number }[] = [];
  #batches: Batch[] = [];
  #inFlight = 0;
  #isReached = true;
  #timer: NodeJS.Timeout | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#key = createPrivateKey({ key: Buffer.from(options.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  }

  /** Reports `processed` and `delivered` (or `bounce`) of each message a moment from now, for as long as it takes. */
  reportSoon(messages: Kept[]): void {
    const at = Date.now() + this.#options.delay;
    for (const message of messages) this.#waiting.push({ message, at });
    this.#wakeBy(at);
  }

  /** Posts events now, once. @returns the HTTP status of the answer; null when there was none */
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
    this.#timer = setTimeout(() => this.#work(), Math.max(at - Date.now(), GATHER_MS));
  }

  #work(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    // With every place taken, the next answer comes back here; until then events gather.
    if (this.#inFlight >= REQUESTS_IN_FLIGHT) return;
    const now = Date.now();
    this.#gather(now);
    for (const batch of this.#batches.filter(({ at }) => at <= now).slice(0, REQUESTS_IN_FLIGHT - this.#inFlight)) {
      this.#batches.splice(this.#batches.indexOf(batch), 1);
      this.#tell(batch).catch((error: unknown) => this.#options.log(`Events were told and not noted: ${error}`));
    }
    if (this.#waiting[0]) this.#wakeBy(this.#waiting[0].at);
    for (const { at } of this.#batches) this.#wakeBy(at);
  }

  /** Makes batches of what is due. From here on the page shows what happened, whether or not the webhook hears of it. */
  #gather(now: number): void {
    const later = this.#waiting.findIndex(({ at }) => at > now);
    const due = this.#waiting.splice(0, later === -1 ? this.#waiting.length : later).map(({ message }) => message);
    for (let start = 0; start < due.length; start += MESSAGES_PER_BATCH) {
      const messages = due.slice(start, start + MESSAGES_PER_BATCH);
      for (const message of messages) this.#options.messages.cameUnasked(message);
      const events = messages.flatMap((message) =>
        unaskedEvents(message).map((happened) => toSendgridEvent(message, happened as MailHappened, 'unasked')),
      );
      this.#batches.push({ messages, body: bodyOf(events), tries: 0, at: now });
    }
  }

  async #tell(batch: Batch): Promise<void> {
    this.#inFlight += 1;
    const status = await this.#post(batch.body);
    this.#inFlight -= 1;
    if (this.#closing.signal.aborted) return;
    const isTaken = status !== null && status >= 200 && status < 300;
    this.#sayWhenChanged(isTaken, status);
    if (isTaken) {
      await this.#options.messages.reported(batch.messages);
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

  #sayWhenChanged(isTaken: boolean, status: number | null): void {
    if (isTaken === this.#isReached) return;
    this.#isReached = isTaken;
    const { url, log } = this.#options;
    log(
      isTaken
        ? `${url} takes events again.`
        : `${url} ${status ? `answers ${status}` : 'does not answer'}: its events wait.`,
    );
  }
}

/** SendGrid puts each event on a line and ends with a line break: whoever signs parsed and rewritten JSON finds out here. */
function bodyOf(events: SendgridEvent[]): Buffer {
  return Buffer.from(`[${events.map((event) => JSON.stringify(event)).join(',\r\n')}]\r\n`);
}
