/** The steps of sealing: what has to happen before anything is sent. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askFor, nextState, type SealEvent, type SealState, startSealing } from '#app/components/seal/steps.ts';
import type { SealedParcel } from '#app/sealed/sealing/orders.ts';

const WORDS = ['kettle', 'marigold', 'ferry', 'thimble', 'walnut', 'apron'];
const SHARE = { lines: [], checksum: '93EF', code: '' };
const parcel: SealedParcel = {
  content: new Blob(['content']),
  meta: new Uint8Array(),
  key: new Uint8Array(),
  share: new Uint8Array(),
  sheets: { A: SHARE, B: SHARE },
  words: WORDS,
  number: '4F2A91C7',
};

const after = (...events: SealEvent[]) => events.reduce(nextState, startSealing([1, 4]));
const SEALED: SealEvent = { kind: 'sealed', parcel };
const NOTED: SealEvent = { kind: 'noted' };
const NO_SHEETS: SealEvent = { kind: 'go-on', withSheets: false };
const answer = (...words: [string, string]): SealEvent => ({ kind: 'answered', words });
const RIGHT = answer('marigold', 'walnut');

describe('sealing', () => {
  test('shows the words, offers the sheets, checks two words, and only then sends', () => {
    const steps = [SEALED, NOTED, NO_SHEETS, RIGHT, { kind: 'saved' } as const];
    const seen = steps.map((_, index) => after(...steps.slice(0, index + 1)).step);
    expect(seen).toEqual(['words', 'sheets', 'check', 'saving', 'saved']);
  });

  test('sends our share only where the sheets were shown and wanted', () => {
    const shown: SealEvent[] = [{ kind: 'show-sheets' }, { kind: 'close-sheets' }];
    const hasSheets = (...events: SealEvent[]) => after(SEALED, NOTED, ...events).hasSheets;
    expect(hasSheets(NO_SHEETS)).toBe(false);
    expect(hasSheets({ kind: 'go-on', withSheets: true })).toBe(false);
    expect(hasSheets(...shown, { kind: 'go-on', withSheets: true })).toBe(true);
    expect(hasSheets(...shown, NO_SHEETS)).toBe(false);
  });

  test('names the word that is wrong, and sends nothing', () => {
    const state = after(SEALED, NOTED, NO_SHEETS, answer('marigold', 'wallnut'));
    expect([state.step, state.wrong]).toEqual(['check', [4]]);
    expect(nextState(state, answer('', '')).wrong).toEqual([1, 4]);
    expect(nextState(state, RIGHT)).toMatchObject({ step: 'saving', wrong: [] });
  });

  test('takes a word with a capital letter or a space behind it', () => {
    expect(after(SEALED, NOTED, NO_SHEETS, answer('Marigold ', ' WALNUT')).step).toBe('saving');
  });

  test('that was not saved keeps the parcel and the words, and can be sent again', () => {
    const failed = after(SEALED, NOTED, NO_SHEETS, RIGHT, { kind: 'failed', problem: 'No connection' });
    expect(failed).toMatchObject({ step: 'saving', problem: 'No connection', parcel });
    expect(nextState(failed, { kind: 'again' })).toMatchObject({ step: 'saving', problem: null });
    expect(nextState(failed, { kind: 'back' })).toMatchObject({ step: 'words', problem: null, parcel });
  });

  test('forgets the words once it is saved', () => {
    expect(after(SEALED, NOTED, NO_SHEETS, RIGHT, { kind: 'saved' }).parcel).toBeNull();
  });

  test('never sends before two right words were typed, whatever happens in whatever order', () => {
    const event = fc.oneof(
      fc.constantFrom<SealEvent>(
        SEALED,
        NOTED,
        NO_SHEETS,
        RIGHT,
        ...(['show-sheets', 'close-sheets', 'back', 'again', 'saved'] as const).map((kind) => ({ kind })),
        { kind: 'failed', problem: 'No connection' },
      ),
      fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((words) => answer(...words)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let state: SealState = startSealing([1, 4]);
        for (const one of events) {
          const next = nextState(state, one);
          if (next.step === 'saving' && state.step !== 'saving') expect([state.step, one]).toEqual(['check', RIGHT]);
          state = next;
        }
      }),
    );
  });
});

describe('the words that are asked for', () => {
  test('are two different ones, in their order, each pair as likely', () => {
    const pairs = new Set<string>();
    for (let first = 0; first < 6; first++)
      for (let second = 0; second < 5; second++) {
        const values = [first / 6, second / 5];
        const [a, b] = askFor(6, () => values.shift() ?? 0);
        expect(a).toBeLessThan(b);
        pairs.add(`${a} ${b}`);
      }
    expect(pairs.size).toBe(15);
  });
});
