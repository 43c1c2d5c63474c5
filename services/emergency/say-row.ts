/** What trusted contacts have said in the present episode, and what the owner lets them decide, as the database has it. */
import { expressionBuilder, type InferResult, type Nullable, type Selectable } from 'kysely';
import { inMilliseconds } from '#db/instants.ts';
import type { Tables } from '#db/query.ts';
import type { ContactAct, Say } from '#domain/emergency/say.ts';

/** What the owner lets contacts decide. */
export interface SaySettings {
  /** How many must confirm before the release, as the owner chose: there may be fewer contacts by now. */
  confirmationsNeeded: number;
  unansweredAfterDays: number;
  contactsMayRaise: boolean;
  answerWithinDays: number;
}

/** One thing that a contact said. */
export interface ActRow {
  kind: ContactAct;
  /** The contact's, as it was then. */
  email: string;
  name: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Whether they are a contact now whom we may write to. */
  isContact: boolean;
}

type SayColumns = Pick<
  Selectable<Tables['emergency_protocols']>,
  'confirmations_needed' | 'unanswered_after_days' | 'contacts_may_raise' | 'answer_within_days'
>;

export function toSaySettings(row: SayColumns): SaySettings {
  return {
    confirmationsNeeded: row.confirmations_needed,
    unansweredAfterDays: row.unanswered_after_days,
    contactsMayRaise: row.contacts_may_raise,
    answerWithinDays: row.answer_within_days,
  };
}

type SelectedAct = InferResult<ReturnType<typeof selectActs>>[number];

/** Of the present episode of the protocol `p` of `u`, the oldest first. */
export function selectActs() {
  const eb = expressionBuilder<
    Tables & { u: Tables['users']; p: Nullable<Tables['emergency_protocols']> },
    'u' | 'p'
  >();
  return eb
    .selectFrom('contact_acts as a')
    .select(['a.kind', 'a.email', 'a.name'])
    .select(({ ref, exists, selectFrom }) => [
      inMilliseconds(ref('a.at')).as('at'),
      exists(
        selectFrom('trusted_contacts as t')
          .select('t.id')
          .whereRef('t.owner_id', '=', 'a.owner_id')
          .whereRef('t.email', '=', 'a.email')
          .where('t.stopped_at', 'is', null),
      )
        .$castTo<boolean>()
        .as('is_contact'),
    ])
    .whereRef('a.owner_id', '=', 'u.id')
    .whereRef('a.episode', '=', 'p.episode')
    .orderBy('a.at')
    .orderBy('a.id');
}

export function toAct({ kind, email, name, at, is_contact: isContact }: SelectedAct): ActRow {
  return { kind, email, name, at, isContact };
}

/** @param contacts how many there are whom we may write to */
export function sayOf(
  acts: readonly ActRow[],
  { confirmationsNeeded, unansweredAfterDays, answerWithinDays }: SaySettings,
  contacts: number,
): Say {
  const heard = acts.filter(({ kind }) => kind === 'heard');
  return {
    heard: heard.length,
    heardAt: heard.at(-1)?.at ?? null,
    needed: Math.min(confirmationsNeeded, contacts),
    given: acts.filter(({ kind, isContact }) => kind === 'confirmed' && isContact).length,
    unansweredDays: unansweredAfterDays,
    raisedAt: acts.find(({ kind }) => kind === 'raised')?.at ?? null,
    answerDays: answerWithinDays,
  };
}
