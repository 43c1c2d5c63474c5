/** The steps of sealing, without a page: what follows what, and when the parcel may be sent. */
import type { SealedParcel } from '#app/sealed/sealing/orders.ts';

/** `paper`: the two sheets, as they are printed. `saving`: only now is anything sent. */
export type StepName = 'sealing' | 'words' | 'sheets' | 'paper' | 'check' | 'saving' | 'saved';

export interface SealState {
  step: StepName;
  /** Null until it is sealed, and again after it was saved: the words are then gone from the page. */
  parcel: SealedParcel | null;
  /** The sheets were shown, so our share is sent with the parcel. */
  hasSheets: boolean;
  /** The places of the words that are asked for, from 0 on. */
  asked: readonly [number, number];
  /** Those that were answered wrongly. */
  wrong: readonly number[];
  /** Why it was not sealed, or not saved. */
  problem: string | null;
}

export type SealEvent =
  | { kind: 'sealed'; parcel: SealedParcel }
  | { kind: 'failed'; problem: string }
  | { kind: 'noted' }
  | { kind: 'show-sheets' }
  | { kind: 'close-sheets' }
  | { kind: 'go-on'; withSheets: boolean }
  | { kind: 'back' }
  | { kind: 'answered'; words: readonly [string, string] }
  | { kind: 'again' }
  | { kind: 'saved' };

/** @param asked as `askFor` gives it */
export function startSealing(asked: readonly [number, number]): SealState {
  return { step: 'sealing', parcel: null, hasSheets: false, asked, wrong: [], problem: null };
}

/** @returns two different places of `count`, the earlier first, each pair as likely as any other */
export function askFor(count: number, random: () => number): [number, number] {
  const first = Math.floor(random() * count);
  const other = Math.floor(random() * (count - 1));
  const second = other < first ? other : other + 1;
  return first < second ? [first, second] : [second, first];
}

/** By the step and the event; what is missing here changes nothing. */
const FOLLOWS: { [Step in StepName]?: { [Kind in SealEvent['kind']]?: StepName } } = {
  sealing: { sealed: 'words' },
  words: { noted: 'sheets' },
  sheets: { 'show-sheets': 'paper', 'go-on': 'check', back: 'words' },
  paper: { 'close-sheets': 'sheets' },
  check: { back: 'words', answered: 'saving' },
  saving: { saved: 'saved', again: 'saving', back: 'words' },
};

/** @returns the state after an event; the same for an event that does not belong to the step */
export function nextState(state: SealState, event: SealEvent): SealState {
  if (event.kind === 'failed') return state.step === 'saved' ? state : { ...state, problem: event.problem };
  const step = FOLLOWS[state.step]?.[event.kind];
  if (!step) return state;
  const next = { ...state, step, wrong: [], problem: null };
  switch (event.kind) {
    case 'sealed':
      return { ...next, parcel: event.parcel };
    case 'show-sheets':
      return { ...next, hasSheets: true };
    case 'go-on':
      return { ...next, hasSheets: state.hasSheets && event.withSheets };
    case 'answered': {
      const wrong = wrongAnswers(state, event.words);
      return wrong.length > 0 ? { ...state, wrong } : next;
    }
    case 'saved':
      return { ...next, parcel: null };
    default:
      return next;
  }
}

function wrongAnswers({ parcel, asked }: SealState, answers: readonly string[]): number[] {
  return asked.filter((place, index) => tidy(answers[index] ?? '') !== parcel?.words[place]);
}

/** As a person types it: with a capital letter, or a space behind it. */
function tidy(word: string): string {
  return word.trim().toLowerCase();
}
