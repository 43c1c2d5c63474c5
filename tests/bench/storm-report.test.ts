/** What a storm is judged by: a copy needs a reason that is on record, and nothing may be lost. */
import { expect, it, vi } from 'vitest';
import { reportOf, type StormRecords, showStorm } from '../../bench/storm-report.ts';

const DUE = Date.parse('2031-05-04T09:00:00Z');
const DIED = 'the worker died after its claim';

/** One delivery that came twice, a second and 200 s after it was due. */
function cameTwice(first: { state: string; reason: string | null }, silent = false): StormRecords {
  const to = 'bench-1@example.com';
  const attempt = (id: string, startedAt: number) => ({ id, delivery_id: 'd', rejection: null, started_at: startedAt });
  const message = (id: string, at: number) => ({
    to,
    accepted_at: new Date(DUE + at).toISOString(),
    silent,
    custom_args: { attempt_id: id },
  });
  return {
    attempts: [
      { ...attempt('one', DUE + 500), ...first },
      { ...attempt('two', DUE + 199_000), state: 'accepted', reason: null },
    ],
    deliveries: [{ id: 'd', recipient_email: to, status: 'sent', failure_code: null }],
    messages: [message('two', 200_000), message('one', 1_000)],
  };
}

function judged(records: StormRecords, killedAt: number[] = []) {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const tables = vi.spyOn(console, 'table').mockImplementation(() => {});
  try {
    const report = reportOf(records, records.deliveries.length, DUE, killedAt);
    return { isGood: showStorm(report, null), report };
  } finally {
    said.mockRestore();
    tables.mockRestore();
  }
}

it('counts a second copy as explained if the provider sent no event, or a worker was killed meanwhile', () => {
  const { isGood, report } = judged(cameTwice({ state: 'unknown', reason: 'ECONNRESET' }, true));
  expect(isGood).toBe(true);
  expect(report.doubles).toHaveLength(1);
  expect(report.late.get('dropped by the provider')).toEqual([1]);
  expect(judged(cameTwice({ state: 'unknown', reason: DIED }), [DUE + 600]).isGood).toBe(true);
});

it('counts a second copy as a fault if the first message was answered, or no worker was killed at that time', () => {
  expect(judged(cameTwice({ state: 'accepted', reason: null })).isGood).toBe(false);
  expect(judged(cameTwice({ state: 'unknown', reason: DIED }), [DUE + 90_000]).isGood).toBe(false);
});

it('counts a message that never arrived as a fault', () => {
  const { isGood, report } = judged({ ...cameTwice({ state: 'accepted', reason: null }), messages: [] });
  expect([isGood, report.lost]).toEqual([false, ['bench-1@example.com']]);
});
