/** What the drill is judged by, its options, and whether its next version can be made of the present sources. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type DrilledRequest, type DrillRecords, isGood, judge } from '../../bench/drill/judge.ts';
import { CHANGES, changed } from '../../bench/drill/next-version.ts';
import { readDrillOptions } from '../../bench/drill/options.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DAY = 60_000;

const request = (change: Partial<DrilledRequest> = {}): DrilledRequest => ({
  ...{ what: 'GET /', startedAt: 1_000, endedAt: 1_100, status: 200, isExpected: true, servedBy: 'web-1' },
  readsFile: false,
  ...change,
});
const failed = (change: Partial<DrilledRequest> = {}) => request({ status: 502, isExpected: false, ...change });
const silent = { ownerId: 'helena', isSilent: true, signs: [0], allowed: 8 * DAY, releasedAt: 8 * DAY, releases: 1 };

/** A drill in which all went well. */
const records = (change: Partial<DrillRecords> = {}): DrillRecords => ({
  deliveries: [{ id: 'd', status: 'sent' }],
  attempts: [{ id: 'a', deliveryId: 'd', reason: null }],
  messages: [{ attemptId: 'a', deliveryId: 'd' }],
  protocols: [silent],
  requests: [request()],
  downs: [],
  missing: [],
  ...change,
});

describe('the judge of a drill', () => {
  it('finds nothing where each delivery arrived once, and each silent owner was released on time', () => {
    expect(isGood(judge(records()))).toBe(true);
  });

  it('counts as lost what is not sent, what the provider never got, what was saved and is gone, and who was not released', () => {
    const lost = (change: Partial<DrillRecords>) => judge(records(change)).lost;
    expect(lost({ deliveries: [{ id: 'd', status: 'pending' }] })).toEqual(['the delivery d (pending, 1 copies)']);
    expect(lost({ messages: [] })).toEqual(['the delivery d (sent, 0 copies)']);
    expect(lost({ missing: ['a letter'] })).toEqual(['a letter']);
    expect(lost({ protocols: [{ ...silent, releasedAt: null, releases: 0 }] })).toEqual(['the release of helena']);
  });

  it('accepts a second copy only with a record that the outcome of the first was unknown', () => {
    const messages = [
      { attemptId: 'a', deliveryId: 'd' },
      { attemptId: 'b', deliveryId: 'd' },
    ];
    const twice = (reason: string | null) => {
      const first = { id: 'a', deliveryId: 'd', reason };
      return judge(records({ attempts: [first, { id: 'b', deliveryId: 'd', reason: null }], messages }));
    };
    expect(twice('the worker died after its claim')).toMatchObject({ silentDoubles: [], recordedDoubles: 1 });
    expect(twice(null)).toMatchObject({ silentDoubles: ['d'], recordedDoubles: 0 });
    // A copy of an attempt that the database has lost is no other than a silent one.
    expect(judge(records({ messages })).silentDoubles).toEqual(['d']);
  });

  it('finds a release that came too early, in spite of a check-in, or twice', () => {
    const wrong = (change: object) => judge(records({ protocols: [{ ...silent, ...change }] })).wronglyReleased;
    expect(wrong({ releasedAt: 8 * DAY - 1 })).toEqual(['helena']);
    expect(wrong({ signs: [0, 7 * DAY] })).toEqual(['helena']);
    expect(wrong({ releases: 2 })).toEqual(['helena']);
    // A check-in after the release is no reason against it.
    expect(wrong({ signs: [0, 9 * DAY] })).toEqual([]);
    expect(wrong({ isSilent: false, signs: [0, 7 * DAY], releasedAt: null, releases: 0 })).toEqual([]);
  });

  it('explains a failed request only by the process that had it, and only while that was down', () => {
    const downs = [{ process: 'web-1', from: 1_050, until: 5_000 }];
    const verdict = (one: DrilledRequest, during = downs) => judge(records({ requests: [one], downs: during }));
    expect(verdict(failed()).failedOn).toEqual(new Map([['web-1', 1]]));
    expect(verdict(failed({ servedBy: 'web-2' })).unexplained).toHaveLength(1);
    expect(verdict(failed({ endedAt: 1_040 })).unexplained).toHaveLength(1);
    expect(verdict(failed({ startedAt: 5_001, endedAt: 5_002 })).unexplained).toHaveLength(1);
    expect(verdict(failed({ servedBy: null, status: null })).unexplained).toHaveLength(1);
    const of = (process: string) => [{ process, from: 0, until: 9_000 }];
    expect(verdict(failed({ servedBy: null, status: null }), of('proxy')).failedOn.get('proxy')).toBe(1);
    expect(verdict(failed({ servedBy: 'web-2' }), of('postgres')).failedOn.get('postgres')).toBe(1);
    expect(verdict(failed({ readsFile: true }), of('object store')).failedOn.get('object store')).toBe(1);
    expect(verdict(failed(), of('object store')).unexplained).toHaveLength(1);
  });
});

test('npm run drill is 10,000 deliveries and 500 protocols, or less by its options', () => {
  expect(readDrillOptions([])).toMatchObject({ deliveries: 10_000, protocols: 500 });
  expect(readDrillOptions(['--deliveries', '500', '--protocols=40'])).toMatchObject({ deliveries: 500, protocols: 40 });
  expect(() => readDrillOptions(['--deliveries', 'many'])).toThrow('--deliveries is "many": "npm run drill" takes');
  expect(() => readDrillOptions(['--letters', '5'])).toThrow('Unknown option \'--letters\': "npm run drill" takes');
});

test('the next version of the drill can be made of the present sources', () => {
  for (const file of new Set(CHANGES.map((change) => change.file))) {
    const text = readFileSync(resolve(ROOT, file), 'utf8');
    const next = CHANGES.filter((change) => change.file === file).reduce(changed, text);
    expect(next.length).toBeGreaterThan(text.length);
  }
  expect(() => changed('a b a', { file: 'x.ts', find: 'a', put: 'c' })).toThrow(
    'x.ts has 2 times the place of a change',
  );
});
