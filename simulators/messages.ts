/** The messages that the simulated vendors accepted, and the events since then. */
import { Journal, type LineLocation } from './journal.ts';
import { misreadAddress } from './sendgrid/misread-name.ts';
import { OUTSIDE_WINDOW } from './twilio/codes.ts';

/** The events of a message, as its vendor calls them. `blocked` is SendGrid's bounce of type "blocked". */
export const EVENTS = {
  email: ['processed', 'delivered', 'deferred', 'bounce', 'blocked', 'dropped', 'open', 'click', 'spamreport'],
  whatsapp: ['queued', 'sent', 'delivered', 'read', 'undelivered', 'failed'],
  sms: ['queued', 'sent', 'delivered', 'undelivered', 'failed'],
} as const;
export type Channel = keyof typeof EVENTS;
export type EventOf<Of extends Channel> = (typeof EVENTS)[Of][number];
export type EventName = EventOf<Channel>;

/** The status after each event; `processed` and `queued` only confirm that it was accepted. */
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
  /** The vendor's id. Further recipients of the same request have it with `.1`, `.2` and so on. */
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
  /** A fault suppresses its events. */
  silent: boolean;
  /** Only for messages by Twilio. */
  twilio?: {
    /** The address to which each status is posted. */
    callback: string | null;
    /** Twilio's code for why it will not arrive; null when it will. */
    error: number | null;
  };
}

/** Something that happened to a message. */
export interface RecordedEvent {
  event: EventName;
  /** ISO 8601, UTC. */
  at: string;
  /** Twilio's code for a failure. */
  code?: number;
}

/** A message in memory. Its two bodies stay in the journal, so that thousands of mails take little memory. */
export interface StoredMessage extends Omit<Message, 'text' | 'html'> {
  location: LineLocation;
  status: Status;
  events: RecordedEvent[];
  /** Whether the webhook has accepted the automatic events. */
  reported: boolean;
}

/** A line of the journal. Files on developers' machines have these names. */
type Entry = { accepted: Message } | { happened: RecordedEvent & { id: string } } | { reported: string[] };

/** @returns the events that follow from a message by themselves: the same ones after a restart */
export function automaticEvents(message: StoredMessage): RecordedEvent[] {
  const at = message.accepted_at;
  if (message.twilio) return twilioEvents(message.twilio.error).map((event) => ({ ...event, at }));
  if (misreadAddress(message.to_name) !== null) return [{ event: 'dropped', at }];
  const bounces = message.to.slice(0, message.to.lastIndexOf('@')).toLowerCase().includes('bounce');
  return [
    { event: 'processed', at },
    { event: bounces ? 'bounce' : 'delivered', at },
  ];
}

/** A message that never left Twilio has failed; one that the channel could not deliver is undelivered. */
function twilioEvents(code: number | null): Omit<RecordedEvent, 'at'>[] {
  if (code === null) return [{ event: 'sent' }, { event: 'delivered' }];
  if (code === OUTSIDE_WINDOW) return [{ event: 'failed', code }];
  return [{ event: 'sent' }, { event: 'undelivered', code }];
}

/** All messages, in memory and in a journal. */
export class Messages {
  readonly #journal: Journal;
  readonly #all: StoredMessage[] = [];
  readonly #byId = new Map<string, StoredMessage>();
  /** Counts changes, so that a page knows when to reload. */
  version = 0;

  /** @param path the journal's file; its messages are restored */
  constructor(path: string) {
    this.#journal = new Journal(path);
    this.#journal.replay((line, location) => this.#restore(JSON.parse(line), location));
  }

  #restore(entry: Entry, location: LineLocation): void {
    if ('accepted' in entry) {
      this.#add(entry.accepted, location);
    } else if ('happened' in entry) {
      const { id, ...event } = entry.happened;
      this.#applyEvent(this.#byId.get(id), event);
    } else {
      for (const message of entry.reported.flatMap((id) => this.#byId.get(id) ?? [])) {
        this.recordAutomaticEvents(message);
        message.reported = true;
      }
    }
  }

  #add({ text: _text, html: _html, ...rest }: Message, location: LineLocation): StoredMessage {
    const message: StoredMessage = { ...rest, location, status: 'accepted', events: [], reported: false };
    this.#all.push(message);
    this.#byId.set(message.id, message);
    this.version += 1;
    return message;
  }

  #applyEvent(message: StoredMessage | undefined, recorded: RecordedEvent): void {
    if (!message) return;
    const { event } = recorded;
    message.events.push(recorded);
    if (event !== 'processed' && event !== 'queued') message.status = STATUS_AFTER[event];
    this.version += 1;
  }

  /** Saves the messages of one request; resolves when they would survive the end of this process. */
  async accept(messages: Message[]): Promise<StoredMessage[]> {
    // Added before the write ends: if the inbox is emptied in between, no message may remain without its line.
    const accepted = messages.map((message) => {
      const { location, written } = this.#write({ accepted: message });
      return { stored: this.#add(message, location), written };
    });
    await Promise.all(accepted.map(({ written }) => written));
    return accepted.map(({ stored }) => stored);
  }

  #write(entry: Entry): { location: LineLocation; written: Promise<void> } {
    return this.#journal.append(JSON.stringify(entry));
  }

  /** Saves an event that was asked for, so that a restart does not lose it. */
  async recordEvent(message: StoredMessage, event: RecordedEvent): Promise<void> {
    this.#applyEvent(message, event);
    await this.#write({ happened: { id: message.id, ...event } }).written;
  }

  /** Adds the automatic events, in memory only: the journal has them once the webhook has accepted them. */
  recordAutomaticEvents(message: StoredMessage): void {
    const automatic = automaticEvents(message);
    // An event that was asked for meanwhile, or before a restart, is newer and decides the status.
    const last = automatic.at(-1);
    if (message.events.length === 0 && last) message.status = STATUS_AFTER[last.event];
    message.events.unshift(...automatic);
    this.version += 1;
  }

  /** Saves that the webhook has accepted the automatic events of these messages. */
  async markReported(messages: StoredMessage[]): Promise<void> {
    for (const message of messages) message.reported = true;
    await this.#write({ reported: messages.map(({ id }) => id) }).written;
  }

  /** @returns the messages whose automatic events the webhook has not accepted yet, oldest first */
  unreported(channel: Channel): StoredMessage[] {
    return this.#all.filter((message) => message.channel === channel && !message.reported && !message.silent);
  }

  get(id: string): StoredMessage | undefined {
    return this.#byId.get(id);
  }

  /** @returns the two bodies of a message */
  bodiesOf({ location }: Pick<StoredMessage, 'location'>): Pick<Message, 'text' | 'html'> {
    const { accepted } = JSON.parse(this.#journal.read(location)) as { accepted: Message };
    return { text: accepted.text, html: accepted.html };
  }

  /** @returns the messages that match, newest first */
  find(matches: (message: StoredMessage) => boolean): StoredMessage[] {
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
