/** The figures of a drill, as tables. */
import { SECOND } from '#domain/time/durations.ts';
import { percentile } from '../table.ts';
import { type DrilledRequest, type DrillRecords, isGood, type Verdict } from './judge.ts';
import type { Restored } from './restored.ts';
import type { Sizes } from './sizes.ts';

const SHOWN = 10;

/** What is told besides the verdict. */
export interface Figures {
  /** How late the provider had each delivery, in seconds, sorted. */
  late: readonly number[];
  /** Runs in whose history the changed workflow is. */
  changedRuns: number;
  restored: Restored;
  /** What one owner takes: with a letter, a contact and a protocol. */
  owner: Sizes;
  /** What one delivery takes: before it is due, and at the end. */
  asleep: Sizes;
  sent: Sizes;
  /** Connections to Postgres. */
  connections: string;
}

/** Prints it. @returns whether nothing went wrong */
export function showDrill(records: DrillRecords, verdict: Verdict, figures: Figures): boolean {
  const { late, changedRuns, restored, owner, asleep, sent, connections } = figures;
  console.table(records.downs.map(({ process, from, until }) => ({ down: process, seconds: seconds(until - from) })));
  console.table(byKind(records.requests));
  const released = records.protocols.filter(({ releasedAt }) => releasedAt !== null);
  const present = records.protocols.filter(({ isSilent }) => !isSilent);
  console.table({
    'deliveries that had to arrive': records.deliveries.length,
    lost: verdict.lost.length,
    'silent doubles': verdict.silentDoubles.length,
    'doubles on record': verdict.recordedDoubles,
    'late, p50 / p99 / last, s': [0.5, 0.99, 1].map((share) => percentile(late, share).toFixed(1)).join(' / '),
    'protocols: silent owners / owners who check in': `${records.protocols.length - present.length} / ${present.length}`,
    'released / wrongly': `${released.length} / ${verdict.wronglyReleased.length}`,
    requests: records.requests.length,
    'failed on a process that was down': [...verdict.failedOn].map(([on, count]) => `${on} ${count}`).join(', ') || '0',
    'failed without such a reason': verdict.unexplained.length,
    'runs with the changed workflow': changedRuns,
    'restored rows / tables / objects': `${restored.rows} / ${restored.tables} / ${restored.objects}`,
    'bytes of one owner': owner.owners,
    'bytes of one delivery asleep / at the end': `${asleep.deliveries} / ${sent.deliveries}`,
    'bytes of its run asleep / at the end': `${asleep.engine} / ${sent.engine}`,
    'connections to Postgres': connections,
    'tables that differ': restored.different.join(', ') || '0',
  });
  const faults = [
    ...verdict.lost.map((what) => `lost: ${what}`),
    ...verdict.silentDoubles.map((id) => `silent double: ${id}`),
    ...verdict.wronglyReleased.map((id) => `released wrongly: ${id}`),
    ...unexplainedIn(verdict.unexplained),
    ...restored.different.map((table) => `not as before: ${table}`),
    ...(changedRuns === 0 ? ['no run went through the changed workflow'] : []),
  ];
  for (const fault of faults.slice(0, SHOWN)) console.log(`  ✗ ${fault}`);
  if (faults.length > SHOWN) console.log(`  ✗ and ${faults.length - SHOWN} more`);
  return isGood(verdict) && faults.length === 0;
}

/** One line for each kind: a cause has many requests. */
function unexplainedIn(failures: readonly DrilledRequest[]): string[] {
  const kinds = Map.groupBy(
    failures,
    ({ what, status, servedBy }) => `${what}, ${status ?? 'no answer'}, on ${servedBy ?? 'no web process'}`,
  );
  return [...kinds].map(([kind, all]) => {
    const [first] = all;
    const at = new Date(first?.startedAt ?? 0).toISOString();
    return `failed ${all.length} times: ${kind}; first at ${at}, after ${(first?.endedAt ?? 0) - (first?.startedAt ?? 0)} ms`;
  });
}

function byKind(requests: readonly DrilledRequest[]) {
  return [...Map.groupBy(requests, ({ what }) => what)].map(([what, all]) => {
    const times = all.map(({ startedAt, endedAt }) => endedAt - startedAt).sort((a, b) => a - b);
    const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(times, share));
    return { what, requests: all.length, failed: all.filter((one) => !one.isExpected).length, p50, p99, 'max ms': max };
  });
}

const seconds = (milliseconds: number) => (milliseconds / SECOND).toFixed(1);
