import { foresee } from '#domain/emergency/foresee.ts';
import type { ContactAct } from '#domain/emergency/say.ts';
import { answerUntil, heldUntil } from '#domain/emergency/waits-for.ts';
import type { Protocol } from './protocol-row.ts';
import { isStanding, type SaySettings } from './say-row.ts';

/** One thing that a contact said. */
export interface ContactWord {
  kind: ContactAct;
  /** The contact's address, as it was then. */
  email: string;
  /** As the contact typed it, or as the owner wrote it. */
  name: string;
  at: Date;
}

/** What contacts have said of a silent owner, and what follows. All of it is of the present episode. */
export interface SayView {
  saySettings: SaySettings;
  /** Without confirmations that were taken back; the oldest first. */
  words: ContactWord[];
  /** Until when a contact's word holds the release; null where none does. */
  heldUntil: Date | null;
  confirmations: { needed: number; given: number };
  /** From when on the release comes as soon as enough contacts have confirmed; null where it does not wait for them. */
  confirmableFrom: Date | null;
  /** When a contact said that something has happened; null if none did, and after the owner's answer. */
  raisedAt: Date | null;
  /** Until when the owner can answer that before contacts are notified; null while no warning has arrived. */
  answerUntil: Date | null;
  /** Whether contacts were notified, or are to be, because of that and not of the inactive days. */
  isByRaise: boolean;
}

/**
 * @param day the length of a protocol day, in milliseconds
 * @param hasDates whether the protocol's dates are shown
 */
export function sayViewOf({ state, acts, saySettings, now }: Protocol, day: number, hasDates: boolean): SayView {
  const { say, missedAt, stage, countsFrom, inactiveDays } = state;
  const isAhead = hasDates && stage !== 'released';
  const silenceOver = countsFrom === null ? Number.POSITIVE_INFINITY : countsFrom + inactiveDays * day;
  return {
    saySettings,
    words: acts
      .filter((act) => act.kind !== 'confirmed' || isStanding(act, acts))
      .map(({ kind, email, name, at }) => ({ kind, email, name, at: new Date(at) })),
    heldUntil: isAhead ? dateOf(heldUntil({ day }, state, now)) : null,
    confirmations: { needed: say.needed, given: say.given },
    confirmableFrom: isAhead && say.given < say.needed ? dateOf(confirmableFrom(state, day, now)) : null,
    raisedAt: isAhead ? dateOf(say.raisedAt) : null,
    answerUntil: isAhead ? dateOf(answerUntil({ day }, state, now)) : null,
    isByRaise: say.raisedAt !== null && (missedAt ?? now) < silenceOver,
  };
}

/** What the API answers of it. Instants are ISO 8601 with Z. */
export interface SayStatus {
  /** How many contacts must confirm before the release, as it was set. */
  confirmations_needed: number;
  /** Days that the release waits for them. */
  unanswered_after_days: number;
  /** Whether contacts can say that something has happened. */
  contacts_may_raise: boolean;
  /** Days in which the owner can answer that. */
  answer_within_days: number;
  /** Until when a contact who has heard from the owner holds the release; null where none does. */
  held_until: string | null;
  /** How many contacts must confirm, of those there are, and how many have. */
  confirmations: { needed: number; given: number };
  /** When a contact said that something has happened; null if none did, and after the owner's answer. */
  raised_by_at: string | null;
}

export function sayStatusOf({ saySettings, confirmations, ...view }: SayView): SayStatus {
  return {
    confirmations_needed: saySettings.confirmationsNeeded,
    unanswered_after_days: saySettings.unansweredAfterDays,
    contacts_may_raise: saySettings.contactsMayRaise,
    answer_within_days: saySettings.answerWithinDays,
    held_until: view.heldUntil?.toISOString() ?? null,
    confirmations,
    raised_by_at: view.raisedAt?.toISOString() ?? null,
  };
}

function confirmableFrom(state: Protocol['state'], day: number, now: number): number | null {
  const confirmed = { ...state, say: { ...state.say, given: state.say.needed } };
  return foresee({ day }, confirmed, now).find(({ kind }) => kind === 'released')?.at ?? null;
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}
