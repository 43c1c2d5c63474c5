/** What the simulated vendors have accepted, and what has happened to it since. */
import { Journal, type Place } from './journal.ts';
import { misreadAddress } from './sendgrid/misread.ts';
import { OUTSIDE_WINDOW } from './twilio/codes.ts';

/** What can happen to a message, in its vendor's words; `blocked` is SendGrid's bounce of type "blocked". */
export const EVENTS = {
  email: ['processed', 'delivered', 'deferred', 'bounce', 'blocked', 'dropped', 'open', 'click', 'spamreport'],
  whatsapp: ['queued', 'sent', 'delivered', 'read', 'undelivered', 'failed'],
  sms: ['queued', 'sent', 'delivered', 'undelivered', 'failed'],
} as const;
export type Channel = keyof typeof EVENTS;
export type EventOf<Of extends Channel> = (typeof EVENTS)[Of][number];
export type EventName = EventOf<Channel>;

/** Where a message stands after each event; `processed` and `queued` say no more than that it was accepted. */
const STATUS_AFTER = {
  processed: 'accepted',
  queued: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  deferred: 'deferred',
  bounce: 'bounced',
  blocked: 'blocked',
  dropped: 'dropped',
  undelivered: 'undelivered',
  failed: 'failed',
  open: 'opened',
  click: 'opened',
  read: 'read',
  spamreport: 'reported as spam',
} as const satisfies Record<EventName, string>;
export type Status = (typeof STATUS_AFTER)[EventName];

/** A message as it was accepted, for one recipient. */
export interface Message {
  /** The vendor's id; recipients after the first of one request have `.1`, `.2` ... behind it. */
  id: string;
  channel: Channel;
  /** An address, or a number in E.164. */
  to: string;
  to_name: string | null;
  from: string;
  from_name: string | null;
  reply_to: string | null;
  subject: string;
  text: string | null;
  html: string | null;
  custom_args: Record<string, string>;
  categories: string[];
  headers: Record<string, string>;
  /** ISO 8601, UTC. */
  accepted_at: string;
  /** A fault asked that nobody hears what became of it. */
  silent: boolean;
  /** Of messages by Twilio. */
  twilio?: {
    /** Where each of its statuses is posted. */
    callback: string | null;
    /** Twilio's code of why it will not arrive; null when it will. */
    error: number | null;
  };
}

export interface Happened {
  event: EventName;
  /** ISO 8601, UTC. */
  at: string;
  /** Twilio's code of a failure. */
  code?: number;
}

/** A message at rest. Its two bodies stay in the journal: thousands of mails take little memory. */
export interface Kept extends Omit<Message, 'text' | 'html'> {
  place: Place;
  status: Status;
  events: Happened[];
  /** Whether the webhook has taken the events that come unasked. */
  reported: boolean;
}

type Entry = { accepted: Message } | { happened: Happened & { id: string } } | { reported: string[] };

/** The events that come unasked once a message is accepted. They can be told again, word for word, after a restart. */
export function unaskedEvents(message: Kept): Happened[] {
  const at = message.accepted_at;
  if (message.twilio) return twilioEvents(message.twilio.error).map((happened) => ({ ...happened, at }));
  if (misreadAddress(message.to_name) !== null) return [{ event: 'dropped', at }];
  const bounces = message.to.slice(0, message.to.lastIndexOf('@')).toLowerCase().includes('bounce');
  return [
    { event: 'processed', at },
    { event: bounces ? 'bounce' : 'delivered', at },
  ];
}

/** What never left Twilio has failed; what the channel could not bring is undelivered. */
function twilioEvents(code: number | null): Omit<Happened, 'at'>[] {
  if (code === null) return [{ event: 'sent' }, { event: 'delivered' }];
  if (code === OUTSIDE_WINDOW) return [{ event: 'failed', code }];
  return [{ event: 'sent' }, { event: 'undelivered', code }];
}

/** All messages, in memory and in a journal. */
export class Messages {
  readonly #journal: Journal;
  readonly #all: Kept[] = [];
  readonly #byId = new Map<string, Kept>();
  /** Counts changes, so that a page knows when to look again. */
  version = 0;

  /** @param path the journal's file; what it holds is there again */
  constructor(path: string) {
    this.#journal = new Journal(path);
    this.#journal.replay((line, place) => this.#restore(JSON.parse(line), place));
  }

  #restore(entry: Entry, place: Place): void {
    if ('accepted' in entry) {
      this.#keep(entry.accepted, place);
    } else if ('happened' in entry) {
      const { id, ...happened } = entry.happened;
      this.#note(this.#byId.get(id), happened);
    } else {
      for (const message of entry.reported.flatMap((id) => this.#byId.get(id) ?? [])) {
        this.cameUnasked(message);
        message.reported = true;
      }
    }
  }

  #keep({ text: _text, html: _html, ...rest }: Message, place: Place): Kept {
    const message: Kept = { ...rest, place, status: 'accepted', events: [], reported: false };
    this.#all.push(message);
    this.#byId.set(message.id, message);
    this.version += 1;
    return message;
  }

  #note(message: Kept | undefined, happened: Happened): void {
    if (!message) return;
    message.events.push(happened);
    if (happened.event !== 'processed' && happened.event !== 'queued') message.status = STATUS_AFTER[happened.event];
    this.version += 1;
  }

  /** Keeps messages of one request; resolves when they would survive the end of this process. */
  async accept(messages: Message[]): Promise<Kept[]> {
    // Kept at once and not when written: emptying the inbox in between must not leave one without its place.
    const accepted = messages.map((message) => {
      const { place, written } = this.#write({ accepted: message });
      return { kept: this.#keep(message, place), written };
    });
    await Promise.all(accepted.map(({ written }) => written));
    return accepted.map(({ kept }) => kept);
  }

  #write(entry: Entry): { place: Place; written: Promise<void> } {
    return this.#journal.append(JSON.stringify(entry));
  }

  /** Notes an event that was asked for, so that it is still known after a restart. */
  async happened(message: Kept, event: Happened): Promise<void> {
    this.#note(message, event);
    await this.#write({ happened: { id: message.id, ...event } }).written;
  }

  /** Notes the events that come unasked. They are written down only when the webhook has taken them. */
  cameUnasked(message: Kept): void {
    const unasked = unaskedEvents(message);
    // What somebody asked for in the meantime, or before a restart, is the newer word.
    const last = unasked.at(-1);
    if (message.events.length === 0 && last) message.status = STATUS_AFTER[last.event];
    message.events.unshift(...unasked);
    this.version += 1;
  }

  /** The webhook has taken the unasked events of these messages. */
  async reported(messages: Kept[]): Promise<void> {
    for (const message of messages) message.reported = true;
    await this.#write({ reported: messages.map(({ id }) => id) }).written;
  }

  /** Messages that the webhook has still to hear about, oldest first. */
  unreported(channel: Channel): Kept[] {
    return this.#all.filter((message) => message.channel === channel && !message.reported && !message.silent);
  }

  get(id: string): Kept | undefined {
    return this.#byId.get(id);
  }

  /** @returns the two bodies of a message */
  bodiesOf({ place }: Pick<Kept, 'place'>): Pick<Message, 'text' | 'html'> {
    const { accepted } = JSON.parse(this.#journal.read(place)) as { accepted: Message };
    return { text: accepted.text, html: accepted.html };
  }

  /** @returns the messages that `matches` is true of, newest first */
  find(matches: (message: Kept) => boolean): Kept[] {
    return this.#all.filter(matches).reverse();
  }

  clear(): void {
    this.#all.length = 0;
    this.#byId.clear();
    this.#journal.clear();
    this.version += 1;
  }

  close(): void {
    this.#journal.close();
  }
}
