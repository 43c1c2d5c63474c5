/**
 * Twilio's status callbacks: one signed form for each status of a message. They are told again until somebody takes
 * them; Twilio itself gives up after a few tries, which is what the fault `silent` is for.
 * @see https://www.twilio.com/docs/messaging/guides/track-outbound-message-status
 */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Happened, type Kept, type Messages, unaskedEvents } from '../messages.ts';

const REQUESTS_IN_FLIGHT = 16;
const ANSWER_WITHIN_MS = 10_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** Our number's connection with WhatsApp. */
const CHANNEL_INSTALL_SID = `XE${'0'.repeat(32)}`;

export interface CallbackOptions {
  accountSid: string;
  authToken: string;
  /** From accepted to reported, in milliseconds. */
  delay: number;
  messages: Messages;
  log: (line: string) => void;
}

/** Posts statuses: those that come unasked a moment after a message was accepted, and those that are asked for at once. */
export class Callbacks {
  readonly #options: CallbackOptions;
  readonly #closing = new AbortController();
  readonly #inPlace = pLimit(REQUESTS_IN_FLIGHT);

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  /** Reports what becomes of each message a moment from now, one status after the other, for as long as it takes. */
  reportSoon(messages: Kept[]): void {
    for (const message of messages) {
      this.#report(message).catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.log(`A status was told and not noted: ${error}`);
      });
    }
  }

  async #report(message: Kept): Promise<void> {
    const { delay, messages } = this.#options;
    await sleep(delay, undefined, { signal: this.#closing.signal });
    messages.cameUnasked(message);
    for (const happened of unaskedEvents(message)) await this.#tell(message, happened);
    await messages.reported([message]);
  }

  async #tell(message: Kept, happened: Happened): Promise<void> {
    if (!message.twilio?.callback) return;
    for (let tries = 0; ; tries += 1) {
      const status = await this.#inPlace(() => this.post(message, happened));
      if (status !== null && status >= 200 && status < 300) return;
      if (tries === 0) this.#options.log(`A status callback was answered ${status ?? 'by nobody'}: it waits.`);
      const pause = Math.min(FIRST_RETRY_MS * 2 ** tries, LAST_RETRY_MS);
      await sleep(pause, undefined, { signal: this.#closing.signal });
    }
  }

  /** Posts a status now, once. @returns the HTTP status of the answer; null when there was none */
  async post(message: Kept, happened: Happened): Promise<number | null> {
    const url = message.twilio?.callback;
    if (!url) return null;
    const form = this.formOf(message, happened);
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

  /** @returns the fields in which Twilio tells of a status: some only of what WhatsApp reports, some only of a failure */
  formOf(
    { id, to, from, channel }: Pick<Kept, 'id' | 'to' | 'from' | 'channel'>,
    { event, code }: Happened,
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
        : { ChannelStatusMessage: `WhatsApp's words for ${code}, to ${to}`, ErrorCode: `${code}` }),
    };
  }

  close(): void {
    this.#closing.abort();
  }
}

/** Over the whole address, then each field by its name, with its value behind it. */
function signatureOf(authToken: string, url: string, form: Record<string, string>): string {
  const fields = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`);
  return createHmac('sha1', authToken)
    .update(`${url}${fields.join('')}`)
    .digest('base64');
}
