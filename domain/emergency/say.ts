/** What trusted contacts say of a silent owner, and what that changes; pure, as all of the protocol. */
import { type Availability, reachableTime } from './availability.ts';
import type { ProtocolPolicy, ProtocolState } from './protocol.ts';

/** For how long the release waits after a contact has heard from the owner, in days. */
export const HOLD_DAYS = 14;

/** What a contact can say: that they have heard from the owner, that the owner cannot answer, that something has happened. */
export const CONTACT_ACTS = ['heard', 'confirmed', 'raised'] as const;
export type ContactAct = (typeof CONTACT_ACTS)[number];

/** What contacts have said in this episode, and what they may decide. Instants are milliseconds since the epoch. */
export interface Say {
  /** How many contacts have heard from the owner, and when the last of them said so; null if none did. */
  heard: number;
  heardAt: number | null;
  /** How many must confirm before the release, and how many have. Never more than there are contacts; 0 for no wait. */
  needed: number;
  given: number;
  /** How many days the release waits for them. */
  unansweredDays: number;
  /** When a contact said that something has happened; null if none did. */
  raisedAt: number | null;
  /** How many days the owner has to answer that. */
  answerDays: number;
}

/** Nobody has said anything, and nobody is asked. */
export const NO_SAY: Say = {
  ...{ heard: 0, heardAt: null, needed: 0, given: 0, unansweredDays: 0 },
  ...{ raisedAt: null, answerDays: 0 },
};

/**
 * Time in which people could not reach us does not count: the owner may have tried.
 * @param day the length of a protocol day, in milliseconds
 * @returns how much longer a contact's word holds the release, in milliseconds; -Infinity if none does
 */
export function holdLeft({ heardAt }: Say, day: number, availability: Availability, now: number): number {
  if (heardAt === null) return Number.NEGATIVE_INFINITY;
  return HOLD_DAYS * day + Math.max(0, heardAt - now) - reachableTime(availability, Math.min(heardAt, now), now);
}

/** @returns how many days longer the release waits because too few contacts have confirmed; 0 if enough have */
export function daysForConfirmations({ needed, given, unansweredDays }: Say): number {
  return given < needed ? unansweredDays : 0;
}

/** @returns whether a contact has said that something has happened, and the owner has not answered */
export function isRaised({ say, missedAt }: ProtocolState): boolean {
  return missedAt === null && say !== undefined && say.raisedAt !== null;
}

/** When the owner could read what a contact said. Milliseconds since the epoch. */
export interface Reading {
  /** From when silence counts: during a pause nobody is notified. */
  from: number;
  /** Since when the owner's mailbox takes our warnings; see `mailboxWorksSince`. */
  worksSince: number | null;
}

/**
 * @returns how much longer the owner has to answer what a contact said, in milliseconds, of time in which a warning had
 *   arrived and people could reach us; Infinity if nobody said anything, and while no warning since has arrived
 */
export function answerLeft(
  { day }: ProtocolPolicy,
  { say = NO_SAY, warnings, availability }: ProtocolState,
  { from, worksSince }: Reading,
  now: number,
): number {
  const { raisedAt, answerDays } = say;
  if (raisedAt === null || worksSince === null) return Number.POSITIVE_INFINITY;
  // One of which no provider reports anything has arrived after three days, and the owner has at least as many.
  const arrived = warnings
    .filter(({ state }) => state === 'delivered' || state === 'accepted')
    .map(({ settledAt }) => settledAt ?? Number.POSITIVE_INFINITY)
    .filter((at) => at >= raisedAt);
  const since = Math.max(Math.min(Number.POSITIVE_INFINITY, ...arrived), worksSince, from);
  if (since === Number.POSITIVE_INFINITY) return since;
  return answerDays * day + Math.max(0, since - now) - reachableTime(availability, since, now);
}
