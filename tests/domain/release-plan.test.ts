/** What a release sends to whom and when, and that the sentences say exactly that. */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { planSentences } from '#app/emergency/plan-sentences.ts';
import { type PlanItem, planRelease } from '#domain/emergency/release-plan.ts';
import { DAY, SECOND } from '#domain/time/durations.ts';

const RELEASE = Date.UTC(2026, 11, 25, 10);
const CLOCK = { timeZone: 'Europe/Lisbon', day: DAY };
const item = (contentId: string, contactId: string, afterDays = 0): PlanItem => ({ contentId, contactId, afterDays });
const recipient = (id: string) => ({ id, role: 'recipient' as const });
const plan = (items: PlanItem[], releaseAt: number | null = RELEASE, clock = CLOCK) =>
  planRelease({
    items,
    contacts: ['ana', 'rui'].map(recipient),
    contents: ['letter', 'deed', 'song'],
    releaseAt,
    clock,
  });

describe('a release', () => {
  it('without a plan sends each contact everything at once, in one message', () => {
    const all = ['letter', 'deed', 'song'];
    expect(plan([])).toEqual([
      { contactId: 'ana', afterDays: 0, at: RELEASE, contentIds: all },
      { contactId: 'rui', afterDays: 0, at: RELEASE, contentIds: all },
    ]);
  });

  it('sends what was chosen for some to them only, and everything else to everyone', () => {
    expect(plan([item('deed', 'rui', 14), item('song', 'rui')])).toEqual([
      { contactId: 'ana', afterDays: 0, at: RELEASE, contentIds: ['letter'] },
      { contactId: 'rui', afterDays: 0, at: RELEASE, contentIds: ['letter', 'song'] },
      { contactId: 'rui', afterDays: 14, at: RELEASE + 14 * DAY, contentIds: ['deed'] },
    ]);
  });

  it('sends something whose only person is gone to nobody', () => {
    expect(plan([item('deed', 'gone'), item('letter', 'ana'), item('song', 'ana')])).toEqual([
      { contactId: 'ana', afterDays: 0, at: RELEASE, contentIds: ['letter', 'song'] },
    ]);
  });

  it('comes at the same time of day after the clocks changed', () => {
    const [, later] = plan([item('deed', 'ana', 120)]).filter(({ contactId }) => contactId === 'ana');
    expect(new Date(later?.at ?? 0).toISOString()).toBe('2027-04-24T09:00:00.000Z');
  });

  it('counts shortened days as they are', () => {
    const short = { timeZone: 'Europe/Lisbon', day: 2 * SECOND };
    expect(plan([item('deed', 'ana', 3)], RELEASE, short)[1]?.at).toBe(RELEASE + 6 * SECOND);
  });
});

const CALENDAR = { ...CLOCK, now: Date.UTC(2026, 10, 28) };
const PEOPLE = [
  { ...recipient('rui'), name: 'Rui Duarte', email: 'rui@example.com', alternate_email: null, language: 'en' as const },
  { ...recipient('ana'), name: 'Ana Duarte', email: 'ana@example.com', alternate_email: null, language: 'en' as const },
];
const texts = (items: PlanItem[], releaseAt: number | null = RELEASE, contacts = PEOPLE) => {
  const contents = ['letter', 'deed', 'soup', 'song'];
  const deliveries = planRelease({ items, contacts, contents, releaseAt, clock: CLOCK });
  return planSentences({ contacts, deliveries }, CALENDAR).map(({ text }) => text);
};

describe('the sentence of a contact', () => {
  it('counts what comes on each date, with the year where it is another', () => {
    const chosen = [...['letter', 'deed', 'soup'].map((id) => item(id, 'rui')), item('song', 'rui', 14)];
    expect(texts(chosen)).toEqual([
      'Rui receives 3 things on 25 December and 1 on 8 January 2027.',
      'Ana receives nothing.',
    ]);
  });

  it('has no dates while none are known', () => {
    expect(texts([item('letter', 'ana', 1), item('song', 'rui', 14)], null)).toEqual([
      'Rui receives 2 things at the release and 1 thing 14 days after the release.',
      'Ana receives 2 things at the release and 1 thing 1 day after the release.',
    ]);
  });

  it('has full names where two people have the same first name', () => {
    const two = PEOPLE.map((person, index) => ({ ...person, name: `Ana ${index === 0 ? 'Costa' : 'Duarte'}` }));
    expect(texts([], RELEASE, two)).toEqual([
      'Ana Costa receives 4 things on 25 December.',
      'Ana Duarte receives 4 things on 25 December.',
    ]);
  });
});

const ZONES = ['Europe/Lisbon', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'];
const CONTENTS = Array.from({ length: 7 }, (_, index) => `content ${index}`);
const NAMES = ['Rui', 'Ana', 'Marta', 'Zoe', 'Lin'];

const randomPlan = fc.record({
  people: fc.subarray(NAMES, { minLength: 1 }),
  witnesses: fc.subarray(NAMES, { maxLength: 2 }),
  contents: fc.subarray(CONTENTS, { minLength: 1 }),
  items: fc.uniqueArray(
    fc.record({
      contentId: fc.constantFrom(...CONTENTS),
      contactId: fc.constantFrom(...NAMES),
      afterDays: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 365 }), fc.constantFrom(7, 14)),
    }),
    { selector: ({ contentId, contactId }) => `${contentId} ${contactId}`, maxLength: 30 },
  ),
  releaseAt: fc.integer({ min: RELEASE, max: RELEASE + 700 * DAY }),
  timeZone: fc.constantFrom(...ZONES),
});

it('sentence and release agree in 1,000 random plans, and with what a person would work out by hand', () => {
  fc.assert(
    fc.property(randomPlan, ({ people: named, witnesses, contents, items, releaseAt, timeZone }) => {
      const clock = { timeZone, day: DAY };
      const people = named.map((id) => ({
        ...{ id, name: id, email: '', alternate_email: null, language: 'en' as const },
        role: witnesses.includes(id) ? ('witness' as const) : ('recipient' as const),
      }));
      const deliveries = planRelease({ items, contacts: people, contents, releaseAt, clock });
      // By hand: each content for each person, one at a time.
      const dateOf = (days: number) =>
        Temporal.Instant.fromEpochMilliseconds(releaseAt).toZonedDateTimeISO(timeZone).add({ days }).toPlainDate();
      const expected = named.map((name) => {
        const dates = new Map<string, number>();
        for (const content of witnesses.includes(name) ? [] : contents) {
          const chosen = items.filter(({ contentId }) => contentId === content);
          const own = chosen.find(({ contactId }) => contactId === name);
          if (chosen.length > 0 && !own) continue;
          const date = `${dateOf(own?.afterDays ?? 0)}`;
          dates.set(date, (dates.get(date) ?? 0) + 1);
        }
        return [name, Object.fromEntries(dates)];
      });
      const said = planSentences({ contacts: people, deliveries }, { ...clock, now: Date.UTC(2000, 0) });
      expect(said.map(({ contact_id, text }) => [contact_id, datesIn(text)])).toEqual(expected);
      const sent = named.map((name) => {
        const own = deliveries.filter(({ contactId }) => contactId === name);
        const dates = own.map(({ at, contentIds }) => [dateAt(at ?? 0, timeZone), contentIds.length]);
        expect(new Set(own.flatMap(({ contentIds }) => contentIds)).size).toBe(
          own.reduce((sum, { contentIds }) => sum + contentIds.length, 0),
        );
        return [name, Object.fromEntries(dates)];
      });
      expect(sent).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

function dateAt(instant: number, timeZone: string): string {
  return `${Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate()}`;
}

/** The numbers of things in a sentence by date, as `YYYY-MM-DD`. */
function datesIn(text: string): Record<string, number> {
  const parts = [...text.matchAll(/(\d+)(?: things?)? on (\d+) (\w+) (\d{4})/g)];
  return Object.fromEntries(
    parts.map(([, count, day, month, year]) => [
      new Date(`${day} ${month} ${year} UTC`).toISOString().slice(0, 10),
      Number(count),
    ]),
  );
}
