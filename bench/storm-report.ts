/** The outcome of each delivery of a storm, by what delayed it, and whether each copy has a reason. */
import { SECOND } from '#domain/time/durations.ts';
import { percentile, type Row } from './table.ts';

/** A claim lasts for the provider's time-out and five seconds more, so that it covers a call that outlives its worker. */
const CLAIM_HELD = 20 * SECOND;
const BUCKETS = [1, 2, 5, 10, 20, 30, 60, 120, 240, 480];
const LONGEST_BAR = 50;

/** What is on record. Instants of ours are milliseconds since the epoch. */
export interface StormRecords {
  attempts: {
    id: string;
    delivery_id: string;
    state: string;
    rejection: string | null;
    reason: string | null;
    started_at: number;
  }[];
  deliveries: { id: string; recipient_email: string; status: string; failure_code: string | null }[];
  /** What the provider accepted; `silent` where it sent no event. */
  messages: { to: string; accepted_at: string; silent: boolean; custom_args: Record<string, string> }[];
}

type Attempt = StormRecords['attempts'][number];
type Message = StormRecords['messages'][number];

/** What delayed a delivery, the first that applies. */
const DELAYS = ['in flight at a kill', 'refused with a 503', 'dropped by the provider', 'nothing'] as const;
type Delay = (typeof DELAYS)[number];

/** A delivery that arrived more than once. */
interface Double {
  to: string;
  copies: number;
  /** For each message but the last, why we could not know of it; null if nothing explains it. */
  reasons: (string | null)[];
}

export interface Report {
  size: number;
  lost: string[];
  doubles: Double[];
  /** Deliveries that are not sent at the end, by their state. */
  unsent: Map<string, number>;
  /** From the due second to the first message that the provider accepted, in seconds, sorted. */
  late: Map<Delay | 'all', number[]>;
}

/**
 * @param due when all were due
 * @param killedAt when workers were killed
 */
export function reportOf(records: StormRecords, size: number, due: number, killedAt: readonly number[]): Report {
  const attempts = Map.groupBy(records.attempts, (attempt) => attempt.delivery_id);
  const inbox = Map.groupBy(records.messages, ({ to }) => to);
  const report: Report = { size, lost: [], doubles: [], unsent: new Map(), late: new Map() };
  for (const { id, recipient_email: to, status, failure_code } of records.deliveries) {
    const tries = attempts.get(id) ?? [];
    const messages = (inbox.get(to) ?? []).toSorted((a, b) => a.accepted_at.localeCompare(b.accepted_at));
    const [first] = messages;
    if (status !== 'sent') count(report.unsent, failure_code ? `${status}: ${failure_code}` : status);
    if (!first) {
      report.lost.push(to);
      continue;
    }
    const seconds = Math.max(0, (Date.parse(first.accepted_at) - due) / SECOND);
    for (const way of ['all', delayOf(tries, messages)] as const) {
      const late = report.late.get(way) ?? [];
      report.late.set(way, late);
      late.push(seconds);
    }
    if (messages.length > 1) {
      const reasons = messages.slice(0, -1).map((message) => reasonOf(message, tries, killedAt));
      report.doubles.push({ to, copies: messages.length, reasons });
    }
  }
  for (const late of report.late.values()) late.sort((a, b) => a - b);
  return report;
}

function delayOf(tries: readonly Attempt[], messages: readonly Message[]): Delay {
  if (tries.some(isOfTheDead)) return 'in flight at a kill';
  if (tries.some(({ state }) => state === 'rejected')) return 'refused with a 503';
  if (tries.length > 1 || tries.some(isCutOff) || messages.some(({ silent }) => silent))
    return 'dropped by the provider';
  return 'nothing';
}

const isOfTheDead = ({ reason }: Attempt) => reason === 'the worker died after its claim';
const isCutOff = ({ state, reason }: Attempt) => state !== 'rejected' && reason !== null;

/** @returns why we could not know that this message was sent: from the provider's record and the kills; null for no reason */
function reasonOf(message: Message, tries: readonly Attempt[], killedAt: readonly number[]): string | null {
  const attempt = tries.find(({ id }) => id === message.custom_args.attempt_id);
  if (!attempt) return null;
  if (message.silent) return 'the provider accepted it, hung up, and sent no event';
  const diedIn = killedAt.some((at) => at >= attempt.started_at && at <= attempt.started_at + CLAIM_HELD);
  if (isOfTheDead(attempt) && diedIn) return 'its worker was killed, and no event came in time';
  if (isCutOff(attempt) && !isOfTheDead(attempt))
    return 'the provider accepted it and hung up, and no event came in time';
  return null;
}

/**
 * Prints it.
 * @param floor what the engine alone took for as many, if it was measured
 * @returns whether nothing was lost and each copy has its reason
 */
export function showStorm({ size, lost, doubles, unsent, late }: Report, floor: Row | null): boolean {
  console.table(
    (['all', ...DELAYS] as const).map((way) => {
      const seconds = late.get(way) ?? [];
      const at = (share: number) => percentile(seconds, share);
      return {
        'what stood in its way': way,
        deliveries: seconds.length,
        ...Object.fromEntries([0.5, 0.9, 0.99, 1].map((share) => [nameOf(share), at(share).toFixed(2)])),
        ...(floor && {
          'p50 / floor': (at(0.5) / floor.p50).toFixed(2),
          'last / floor': (at(1) / floor.last).toFixed(2),
        }),
      };
    }),
  );
  showHistogram(late.get('all') ?? []);
  for (const { to, copies, reasons } of doubles)
    console.log(`  ${to} came ${copies} times: ${reasons.map((reason) => reason ?? 'NOTHING EXPLAINS IT').join('; ')}`);
  for (const [how, deliveries] of unsent) console.log(`  not sent at the end, ${how}: ${deliveries}`);
  const unexplained = doubles.filter(({ copies, reasons }) => copies > 2 || reasons.includes(null));
  console.log(
    `Of ${size}: lost ${lost.length}, doubled ${doubles.length}, of these without a reason ${unexplained.length}.`,
  );
  return lost.length === 0 && unexplained.length === 0 && !unsent.has('pending');
}

const nameOf = (share: number) => (share === 1 ? 'max s' : `p${share * 100} s`);

function showHistogram(late: readonly number[]): void {
  const edges = [...BUCKETS, Number.POSITIVE_INFINITY];
  const counts = edges.map((edge, index) => late.filter((s) => s <= edge && s > (edges[index - 1] ?? -1)).length);
  const most = Math.max(...counts);
  console.log('Lateness, from the due second to the first message that the provider accepted:');
  for (const [index, edge] of edges.entries()) {
    const name = Number.isFinite(edge) ? `to ${edge} s` : 'later';
    const bar = '#'.repeat(Math.ceil(((counts[index] ?? 0) / most) * LONGEST_BAR));
    console.log(`  ${name.padStart(9)} ${`${counts[index]}`.padStart(6)} ${bar}`);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
