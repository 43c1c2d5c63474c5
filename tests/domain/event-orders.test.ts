/**
 * What providers say of one message, in every order, with our own record before, among or after it: the end is the same.
 * Two things depend on the order, and are meant to: which of several failures is told is the first that came, and that
 * something was delivered stays on record when it failed afterwards.
 */
import { describe, expect, it } from 'vitest';
import type { Channel, FailureCode } from '#domain/delivery/delivery.ts';
import { channelOf } from '#domain/delivery/fallback.ts';
import {
  type Attempt,
  type AttemptOutcome,
  type DeliveryEvent,
  type DeliveryState,
  decideEvent,
  decideOutcome,
  type EventEffect,
} from '#domain/delivery/protocol.ts';

const NOW = Date.UTC(2031, 4, 4, 8);
const POLICY = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };

const ACCEPTED: DeliveryEvent = { kind: 'accepted' };
const DELIVERED: DeliveryEvent = { kind: 'delivered' };
const NOTED: DeliveryEvent = { kind: 'noted' };
const failing = (failure: FailureCode): DeliveryEvent => ({ kind: 'failed', failure });

/** What each word of a provider means to us, as the adapters read it; and our own record of its answer. */
const WORDS: Record<Channel, Record<string, DeliveryEvent | 'our own record'>> = {
  email: {
    answer: 'our own record',
    processed: ACCEPTED,
    delivered: DELIVERED,
    deferred: NOTED,
    bounce: failing('bounced'),
    dropped: failing('dropped'),
    spamreport: failing('reported'),
  },
  whatsapp: {
    answer: 'our own record',
    queued: NOTED,
    sent: ACCEPTED,
    delivered: DELIVERED,
    read: DELIVERED,
    undelivered: failing('no-whatsapp'),
    failed: failing('content-refused'),
  },
  sms: {
    answer: 'our own record',
    queued: NOTED,
    sent: ACCEPTED,
    delivered: DELIVERED,
    undelivered: failing('no-sms'),
    failed: failing('content-refused'),
  },
};

class Row {
  readonly attempt: Attempt = { id: 'a1', revision: 1, n: 1, state: 'started', rejection: null, startedAt: NOW };
  readonly state: DeliveryState & { attempts: Attempt[] };
  isDelivered = false;
  fallBacks = 0;

  constructor(channel: Channel) {
    this.state = {
      revision: 1,
      status: 'pending',
      origin: 'owner',
      channel,
      fellBackAt: null,
      isDeleted: false,
      isHeld: false,
      failureCode: null,
      nextAttemptAt: NOW,
      attempts: [this.attempt],
    };
  }

  hears(word: DeliveryEvent | 'our own record'): void {
    if (word !== 'our own record') {
      const effect = decideEvent(this.state, this.attempt, word);
      if (effect.attempt) Object.assign(this.attempt, effect.attempt);
      this.#becomes(effect.delivery);
      return;
    }
    // As it is recorded: only where nobody knew better, and only of the present revision.
    const isOpen = this.state.attempts.includes(this.attempt) && this.attempt.state === 'started';
    if (!isOpen) return;
    const outcome = decideOutcome(this.state, this.attempt, { kind: 'accepted', messageId: 'm' }, NOW, POLICY);
    Object.assign(this.attempt, outcome.attempt);
    if (this.state.status === 'pending') this.#becomes(outcome.delivery);
  }

  #becomes(effect: EventEffect['delivery'] | AttemptOutcome['delivery']): void {
    if (effect?.kind === 'sent' || effect?.kind === 'delivered')
      Object.assign(this.state, { status: 'sent', failureCode: null });
    if (effect?.kind === 'delivered') this.isDelivered = true;
    if (effect?.kind === 'failed') Object.assign(this.state, { status: 'failed', failureCode: effect.failure });
    if (effect?.kind !== 'fall-back') return;
    this.fallBacks += 1;
    this.isDelivered = false;
    const { revision } = this.state;
    Object.assign(this.state, { status: 'pending', fellBackAt: NOW + 1, revision: revision + 1, attempts: [] });
  }

  /** Where it ends. */
  end(hasFailed: boolean) {
    const { status, revision } = this.state;
    const { state, rejection } = this.attempt;
    const isDelivered = hasFailed ? 'as it was told' : this.isDelivered;
    return { status, revision, way: channelOf(this.state), state, rejection, isDelivered, fallBacks: this.fallBacks };
  }
}

/** Each order of each choice of some of them. */
function* orders(words: readonly string[]): Generator<string[]> {
  yield [];
  for (const [index, first] of words.entries())
    for (const rest of orders(words.filter((_, other) => other !== index))) yield [first, ...rest];
}

describe.each(['email', 'whatsapp'] as const)('by %s', (channel) => {
  const meanings = WORDS[channel];
  const failureOf = (word: string) => {
    const meaning = meanings[word];
    return typeof meaning === 'object' && meaning.kind === 'failed' ? meaning.failure : null;
  };

  it('every set of events ends the same in every order', () => {
    const ends = new Map<string, { order: string[]; end: ReturnType<Row['end']> }>();
    let count = 0;
    for (const order of orders(Object.keys(meanings))) {
      const row = new Row(channel);
      for (const word of order) row.hears(meanings[word] as DeliveryEvent);
      const failures = order.map(failureOf).filter((failure) => failure !== null);
      const end = row.end(failures.length > 0);
      const events = [...order].sort().join(' ');
      const other = ends.get(events);
      if (other) expect({ order, end }).toEqual({ order, end: other.end });
      else ends.set(events, { order, end });
      if (channel === 'email') expect([order, row.state.failureCode]).toEqual([order, failures[0] ?? null]);
      count += 1;
    }
    expect([ends.size, count]).toEqual([128, 13_700]);

    const endOf = (...words: string[]) => ends.get(words.sort().join(' '))?.end;
    const failed = { state: 'rejected', rejection: 'permanent' };
    if (channel === 'email') {
      expect(endOf('processed', 'deferred')).toMatchObject({ status: 'sent', isDelivered: false });
      expect(endOf('answer', 'delivered')).toMatchObject({ status: 'sent', isDelivered: true });
      expect(endOf('delivered', 'spamreport')).toMatchObject({ status: 'failed', ...failed });
      expect(endOf('deferred')).toMatchObject({ status: 'pending', state: 'started' });
    } else {
      expect(endOf('queued', 'sent')).toMatchObject({ status: 'sent', way: 'whatsapp', isDelivered: false });
      expect(endOf('read')).toMatchObject({ status: 'sent', way: 'whatsapp', isDelivered: true });
      expect(endOf('sent', 'undelivered', 'failed')).toMatchObject({ way: 'email', fallBacks: 1, ...failed });
    }
  });
});
