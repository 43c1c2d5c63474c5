/** What a provider answers to a call, what it truly does with the message, and what it reports about it, and when. */
import { type Channel, type FailureCode, needsPhone } from '#domain/delivery/delivery.ts';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { Random } from './random.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How a provider answers calls. */
export const PROVIDERS = {
  works: 10,
  'is-away': 2,
  'is-broken': 2,
  throttles: 2,
  'rejects-our-key': 1,
  'rejects-the-recipient': 1,
  'times-out': 2,
  'resets-after-taking': 2,
} as const;
export type Provider = keyof typeof PROVIDERS;

/** What becomes of a message that it took. */
export const MAILBOXES = {
  works: 6,
  'is-silent': 2,
  'is-away': 2,
  refuses: 1,
  'is-full': 1,
  'takes-then-bounces': 1,
  'calls-it-spam': 1,
  'is-dropped': 1,
} as const;
export type Mailbox = keyof typeof MAILBOXES;

export interface Report {
  /** So long after the call. */
  after: number;
  event: DeliveryEvent;
}

/** What comes of one call. */
export interface Fate {
  /** How long it lasts, milliseconds. */
  lasts: number;
  /** Null where the worker dies before it has an answer. */
  answer: ProviderAnswer | null;
  /** Whether the provider took the message. */
  isTaken: boolean;
  reports: Report[];
}

const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: 'm' };

/** @returns what the provider does with one call, in this mood */
export function fateOf(random: Random, provider: Provider, mailbox: Mailbox, channel: Channel): Fate {
  const lasts = random.chance(0.9) ? random.int(20, 2_000) : random.int(2_000, 14_000);
  const answered = answerOf(random, provider, channel);
  const fate = { lasts, ...answered, reports: answered.isTaken ? reportsOf(random, mailbox, channel) : [] };
  const dies = random.next();
  if (dies < 0.03) return { lasts, answer: null, isTaken: false, reports: [] };
  return dies < 0.06 ? { ...fate, answer: null } : fate;
}

function answerOf(random: Random, provider: Provider, channel: Channel): Pick<Fate, 'answer' | 'isTaken'> {
  switch (provider) {
    case 'works':
      return { answer: ACCEPTED, isTaken: true };
    case 'is-away':
      return { answer: { kind: 'transient', reason: 'refused', retryAfter: null }, isTaken: false };
    case 'is-broken':
      return { answer: { kind: 'transient', reason: '503', retryAfter: null }, isTaken: false };
    case 'throttles': {
      const retryAfter = random.pick([0, 5 * SECOND, 10 * MINUTE, 2 * HOUR, 40 * DAY]);
      return { answer: { kind: 'transient', reason: '429', retryAfter }, isTaken: false };
    }
    case 'rejects-our-key':
      return { answer: { kind: 'configuration', reason: '401' }, isTaken: false };
    case 'rejects-the-recipient': {
      const failure = needsPhone(channel) ? 'no-whatsapp' : 'invalid-recipient';
      return { answer: { kind: 'permanent', reason: '400', failure }, isTaken: false };
    }
    case 'times-out':
      return { answer: { kind: 'unknown', reason: 'time-out' }, isTaken: random.chance(0.5) };
    case 'resets-after-taking':
      return { answer: { kind: 'unknown', reason: 'reset' }, isTaken: true };
  }
}

function reportsOf(random: Random, mailbox: Mailbox, channel: Channel): Report[] {
  const failed = (failure: FailureCode, after: number): Report => ({ after, event: { kind: 'failed', failure } });
  const isByPhone = needsPhone(channel);
  const delivered: Report = { after: random.int(SECOND, MINUTE), event: { kind: 'delivered' } };
  const processed: Report = { after: random.int(10, SECOND), event: { kind: 'accepted' } };
  switch (mailbox) {
    case 'works':
      return [processed, delivered];
    case 'is-silent':
      return [];
    case 'is-away': {
      const deferred: Report = { after: 5 * MINUTE, event: { kind: 'deferred' } };
      const back = random.int(HOUR, 90 * HOUR);
      return back > 72 * HOUR
        ? [processed, deferred, failed('blocked', 72 * HOUR)]
        : [processed, deferred, { ...delivered, after: back }];
    }
    case 'refuses':
      return [processed, failed(isByPhone ? 'no-whatsapp' : 'bounced', random.pick([SECOND, MINUTE, 3 * HOUR]))];
    case 'is-full':
      return [processed, failed('blocked', random.pick([MINUTE, HOUR]))];
    case 'takes-then-bounces':
      // What reached a phone does not come back.
      if (isByPhone) return [processed, delivered];
      return [processed, delivered, failed('bounced', random.int(HOUR, 60 * HOUR))];
    case 'calls-it-spam':
      return [processed, delivered, failed('reported', random.int(HOUR, 2 * DAY))];
    case 'is-dropped':
      return [failed('dropped', random.int(10, MINUTE))];
  }
}

/** @returns whether the recipient truly has a message of which this is all that there is to report */
export function arrives(mailbox: Mailbox): boolean {
  return mailbox === 'works' || mailbox === 'is-silent' || mailbox === 'calls-it-spam';
}
