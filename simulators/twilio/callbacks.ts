/**
 * Twilio's status callbacks: one signed form for each status of a message. The simulator repeats them until the product
 * accepts them. Twilio itself gives up after a few tries; the fault `silent` plays that.
 * @see https://www.twilio.com/docs/messaging/guides/track-outbound-message-status
 */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { automaticEvents, type Messages, type RecordedEvent, type StoredMessage } from '../messages.ts';

const REQUESTS_IN_FLIGHT = 16;
const ANSWER_WITHIN_MS = 10_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** The id of the account's connection with WhatsApp. */
const CHANNEL_INSTALL_SID = `XE${'0'.repeat(32)}`;

export interface CallbackOptions {
  accountSid: string;
  authToken: string;
  /** From acceptance to its report, in milliseconds. */
  delay: number;
  messages: Messages;
  log: (line: string) => void;
}

/** Posts statuses: the automatic ones shortly after a message was accepted, and requested ones at once. */
export class Callbacks {
  readonly #options: CallbackOptions;
  readonly #closing = new AbortController();
  readonly #limit = pLimit(REQUESTS_IN_FLIGHT);

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  /** Reports each message's automatic statuses after the delay, in order, until they are accepted. */
  reportSoon(messages: StoredMessage[]): void {
    for (const message of messages) {
      this.#report(message).catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#options.log(`Twilio's status was accepted, but this could not be saved: ${error}`);
      });
    }
  }

  async #report(message: StoredMessage): Promise<void> {
    const { delay, messages } = this.#options;
    await sleep(delay, undefined, { signal: this.#closing.signal });
    messages.recordAutomaticEvents(message);
    for (const event of automaticEvents(message)) await this.#send(message, event);
    await messages.markReported([message]);
  }

  async #send(message: StoredMessage, event: RecordedEvent): Promise<void> {
    if (!message.twilio?.callback) return;
    for (let tries = 0; ; tries += 1) {
      const status = await this.#limit(() => this.post(message, event));
      if (status !== null && status >= 200 && status < 300) return;
      if (tries === 0)
        this.#options.log(
          `A status callback got ${status ? `the answer ${status}` : 'no answer'}: it is repeated until it is accepted.`,
        );
      const pause = Math.min(FIRST_RETRY_MS * 2 ** tries, LAST_RETRY_MS);
      await sleep(pause, undefined, { signal: this.#closing.signal });
    }
  }

  /** Posts a status now, without a retry. @returns the HTTP status of the answer; null when there was none */
  async post(message: StoredMessage, event: RecordedEvent): Promise<number | null> {
    const url = message.twilio?.callback;
    if (!url) return null;
    const form = this.formOf(message, event);
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'user-agent': 'TwilioProxy/1.1',
          'x-twilio-signature': signatureOf(this.#options.authToken, url, form),
        },
        body: new URLSearchParams(form),
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.arrayBuffer(); // so that the connection can be used again
      return response.status;
    } catch {
      return null;
    }
  }

  /** @returns the fields of a status callback; some exist only for WhatsApp, some only for a failure */
  formOf(
    { id, to, from, channel }: Pick<StoredMessage, 'id' | 'to' | 'from' | 'channel'>,
    { event, code }: RecordedEvent,
  ): Record<string, string> {
    const reported = { delivered: 'DELIVERED', read: 'READ', undelivered: 'UNDELIVERED' }[event as string];
    const common = {
      AccountSid: this.#options.accountSid,
      ApiVersion: '2010-04-01',
      MessageSid: id,
      MessageStatus: event,
      SmsSid: id,
      SmsStatus: event,
    };
    if (channel === 'sms')
      return { ...common, From: from, To: to, ...(code === undefined ? {} : { ErrorCode: `${code}` }) };
    return {
      ...common,
      ChannelInstallSid: CHANNEL_INSTALL_SID,
      ChannelPrefix: 'whatsapp',
      ChannelToAddress: to.replace(/\d{4}$/, 'XXXX'),
      From: `whatsapp:${from}`,
      To: `whatsapp:${to}`,
      ...(event === 'sent' ? { StructuredMessage: 'false' } : {}),
      ...(reported ? { EventType: reported } : {}),
      ...(code === undefined
        ? {}
        : { ChannelStatusMessage: `WhatsApp's message for ${code}, to ${to}`, ErrorCode: `${code}` }),
    };
  }

  close(): void {
    this.#closing.abort();
  }
}

/** @returns the signature over the address, then the name and value of each field, in the order of the names */
function signatureOf(authToken: string, url: string, form: Record<string, string>): string {
  const fields = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`);
  return createHmac('sha1', authToken)
    .update(`${url}${fields.join('')}`)
    .digest('base64');
}
