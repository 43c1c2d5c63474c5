/** What the simulated vendors have accepted, and what has happened to it since. */
import { Journal } from './journal.ts';

/** What can happen to a message, in SendGrid's words; `blocked` is its bounce of type "blocked". */
export const EVENTS = [
  'processed',
  'delivered',
  'deferred',
  'bounce',
  'blocked',
  'dropped',
  'open',
  'click',
  'spamreport',
] as const;
export type EventName = (typeof EVENTS)[number];

/** Where a message stands after each event; `processed` says no more than that it was accepted. */
const STATUS_AFTER = {
  processed: 'accepted',
  delivered: 'delivered',
  deferred: 'deferred',
  bounce: 'bounced',
  blocked: 'blocked',
  dropped: 'dropped',
  open: 'opened',
  click: 'opened',
  spamreport: 'reported as spam',
} as const satisfies Record<EventName, string>;
export type Status = (typeof STATUS_AFTER)[EventName];

/** A message as it was accepted, for one recipient. */
export interface Message {
  /** The vendor's id; recipients after the first of one request have `.1`, `.2` ... behind it. */
  id: string;
  channel: 'email';
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
}

export interface Happened {
  event: EventName;
  /** ISO 8601, UTC. */
  at: string;
}

/** A message at rest: its two bodies stay in `line`, which is what the file holds; ten thousand of them are nothing. */
export interface Kept extends Omit<Message, 'text' | 'html'> {
  line: Buffer;
  status: Status;
  events: Happened[];
  /** Whether the webhook has taken the events that come unasked. */
  reported: boolean;
}

type Entry = { accepted: Message } | { happened: Happened & { id: string } } | { reported: string[] };

/** The events that come unasked once a message is accepted. They can be told again, word for word, after a restart. */
export function unaskedEvents(message: Kept): [Happened, Happened] {
  const bounces = message.to.slice(0, message.to.lastIndexOf('@')).includes('bounce');
  const at = message.accepted_at;
  return [
    { event: 'processed', at },
    { event: bounces ? 'bounce' : 'delivered', at },
  ];
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
    this.#journal.replay((line) => this.#restore(line));
  }

  #restore(line: Buffer): void {
    const entry = JSON.parse(line.toString('utf8')) as Entry;
    if ('accepted' in entry) {
      this.#keep(entry.accepted, line);
    } else if ('happened' in entry) {
      const { id, event, at } = entry.happened;
      this.#note(this.#byId.get(id), { event, at });
    } else {
      for (const message of entry.reported.flatMap((id) => this.#byId.get(id) ?? [])) {
        this.cameUnasked(message);
        message.reported = true;
      }
    }
  }

  #keep({ text: _text, html: _html, ...rest }: Message, line: Buffer): void {
    const message: Kept = { ...rest, line, status: 'accepted', events: [], reported: false };
    this.#all.push(message);
    this.#byId.set(message.id, message);
    this.version += 1;
  }

  #note(message: Kept | undefined, happened: Happened): void {
    if (!message) return;
    message.events.push(happened);
    if (happened.event !== 'processed') message.status = STATUS_AFTER[happened.event];
    this.version += 1;
  }

  /** Keeps messages of one request; resolves when they would survive the end of this process. */
  async accept(messages: Message[]): Promise<Kept[]> {
    let written: Promise<void> | undefined;
    for (const message of messages) {
      const line = lineOf({ accepted: message });
      written = this.#journal.append(line);
      this.#keep(message, line);
    }
    await written;
    return messages.flatMap((message) => this.#byId.get(message.id) ?? []);
  }

  /** Notes an event that was asked for, so that it is still known after a restart. */
  async happened(message: Kept, event: Happened): Promise<void> {
    this.#note(message, event);
    await this.#journal.append(lineOf({ happened: { id: message.id, ...event } }));
  }

  /** Notes the events that come unasked. They are written down only when the webhook has taken them. */
  cameUnasked(message: Kept): void {
    const unasked = unaskedEvents(message);
    // What somebody asked for in the meantime, or before a restart, is the newer word.
    if (message.events.length === 0) message.status = STATUS_AFTER[unasked[1].event];
    message.events.unshift(...unasked);
    this.version += 1;
  }

  /** The webhook has taken the unasked events of these messages. */
  async reported(messages: Kept[]): Promise<void> {
    for (const message of messages) message.reported = true;
    await this.#journal.append(lineOf({ reported: messages.map(({ id }) => id) }));
  }

  /** Messages that the webhook has still to hear about, oldest first. */
  unreported(): Kept[] {
    return this.#all.filter((message) => !message.reported && !message.silent);
  }

  get(id: string): Kept | undefined {
    return this.#byId.get(id);
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

/** The two bodies of a message at rest. */
export function bodiesOf(message: Pick<Kept, 'line'>): Pick<Message, 'text' | 'html'> {
  const entry = JSON.parse(message.line.toString('utf8')) as { accepted: Message };
  return { text: entry.accepted.text, html: entry.accepted.html };
}

function lineOf(entry: Entry): Buffer {
  return Buffer.from(`${JSON.stringify(entry)}\n`);
}
