/** What the large benchmarks are judged by. */
import { expect, it, vi } from 'vitest';
import { progressOf } from '../../bench/announcement.ts';
import { showGoals } from '../../bench/goals.ts';
import { goalsOf as goalsOfWindow, type Window } from '../../bench/million.ts';
import { goalsOf as goalsOfMorning } from '../../bench/morning.ts';
import { readStat } from '../../bench/processor.ts';
import type { Report } from '../../bench/storm-report.ts';
import { percentile } from '../../bench/table.ts';

/** A hundred of one kind: all but the last two alike. */
const hundred = (most: number, two: number) => [...Array.from({ length: 98 }, () => most), two, two];

const WINDOW: Window = {
  minutes: 10,
  waiting: 1_000,
  late: hundred(1.5, 2),
  lost: 0,
  doubled: 0,
  edits: hundred(20, 100),
  failedEdits: 0,
  looks: [
    { synced: 400, ahead: 100, isDone: false },
    { synced: 900, ahead: 0, isDone: false },
  ],
};
const MORNING: Report = {
  size: 3,
  lost: [],
  doubles: [],
  unsent: new Map(),
  late: new Map([['all', [1, 200, 300]]]),
};

/** The goals that are missed, by what was seen. */
const missed = (goals: ReturnType<typeof goalsOfWindow>) => goals.filter(({ isMet }) => !isMet).map(({ seen }) => seen);

it('takes the value below which 99 of 100 lie, whatever the last one is', () => {
  expect(percentile([...hundred(1, 7).slice(0, 99), 1_000], 0.99)).toBe(7);
  expect(percentile([3], 0.99)).toBe(3);
  expect(percentile([], 0.99)).toBeNaN();
});

it('adds up what is announced, and judges the order by the shard that strayed furthest', () => {
  const shard = { table: 'deliveries', shard: 0, synced: 10, ahead: 3, isDone: true };
  expect(progressOf([shard, { ...shard, shard: 1, ahead: 7, isDone: false }])).toEqual({
    synced: 20,
    ahead: 7,
    isDone: false,
  });
});

it('meets all goals of a lost store at their limits', () => {
  expect(missed(goalsOfWindow(WINDOW))).toEqual([]);
});

it.each<[string, Partial<Window>, string]>([
  ['two of a hundred are later than two seconds', { late: hundred(1.5, 2.1) }, '2.10 s, of 100'],
  ['nothing was due', { late: [] }, 'NaN s, of 0'],
  ['one is lost', { lost: 1 }, '1, 0'],
  ['one came twice', { doubled: 1 }, '0, 1'],
  ['two of a hundred edits take longer than 100 ms', { edits: hundred(20, 101) }, '101 ms, of 100'],
  ['an edit is refused', { failedEdits: 1 }, '1'],
  [
    'more than a batch went before its turn, at any time',
    { looks: [{ synced: 9, ahead: 101, isDone: false }, ...WINDOW.looks] },
    '101, in 3 looks',
  ],
])('misses a goal of a lost store if %s', (_, change, seen) => {
  expect(missed(goalsOfWindow({ ...WINDOW, ...change }))).toEqual([seen]);
});

it('misses goals of a lost store if nobody looked, or the announcement stands still before it is done', () => {
  const standing = WINDOW.looks.map((look) => ({ ...look, synced: 400 }));
  const done = standing.map((look) => ({ ...look, isDone: true }));
  expect(missed(goalsOfWindow({ ...WINDOW, looks: [] }))).toHaveLength(2);
  expect(missed(goalsOfWindow({ ...WINDOW, looks: standing }))).toEqual(['400 halfway, 400 at the end']);
  expect(missed(goalsOfWindow({ ...WINDOW, looks: done }))).toEqual([]);
});

it('meets the goals of a morning if each delivery was accepted once within five minutes', () => {
  expect(missed(goalsOfMorning(MORNING))).toEqual([]);
});

it.each<[string, Partial<Report>]>([
  ['one is accepted later', { late: new Map([['all', [1, 200, 300.1]]]) }],
  ['one came twice, even with a reason', { doubles: [{ to: 'ana@example.com', copies: 2, reasons: ['a reset'] }] }],
  ['one failed', { unsent: new Map([['failed: unconfirmed', 1]]) }],
])('misses a goal of a morning if %s', (_, change) => {
  expect(missed(goalsOfMorning({ ...MORNING, ...change }))).toHaveLength(1);
});

it('misses both goals of a morning if one never came', () => {
  const change = { lost: ['ana@example.com'], late: new Map([['all' as const, [1, 200]]]) };
  expect(missed(goalsOfMorning({ ...MORNING, ...change }))).toHaveLength(2);
});

it('says so where a goal is missed', () => {
  const tables = vi.spyOn(console, 'table').mockImplementation(() => {});
  try {
    const goal = { goal: 'all', seen: '1', isMet: true };
    expect([showGoals([goal]), showGoals([goal, { ...goal, isMet: false }])]).toEqual([true, false]);
  } finally {
    tables.mockRestore();
  }
});

it('reads what a process and its ended children used, also if its name has spaces and brackets', () => {
  const line = '42 (a (b) c) S 7 42 42 0 -1 4194560 100 200 0 0 11 22 33 44 20 0 1 0 500';
  expect(readStat(line)).toEqual({ parent: 7, own: 33, ended: 77 });
});
