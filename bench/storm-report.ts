/** What became of each delivery of a storm, told apart by what stood in its way, and whether each copy has its reason. */
import { SECOND } from '#domain/time/durations.ts';
import { percentile, type Row } from './table.ts';

/** A claim is held for the provider's time-out and five seconds more: a call that outlives its worker is in there. */
const CLAIM_HELD = 20 * SECOND;
const BUCKETS = [1, 2, 5, 10, 20, 30, 60, 120, 240, 480];
const LONGEST_BAR = 50;

/** What is on record. Instants of ours are milliseconds since the epoch. */
export interface Told {
  attempts: {
    id: string;
    delivery_id: string;
    state: string;
    rejection: string | null;
    reason: string | null;
    started_at: number;
  }[];
  deliveries: { id: string; recipient_email: string; status: string; failure_code: string | null }[];
  /** What the provider has taken; `silent` where it told nobody. */
  messages: { to: string; accepted_at: string; silent: boolean; custom_args: Record<string, string> }[];
}

type Attempt = Told['attempts'][number];
type Message = Told['messages'][number];

/** What stood in a delivery's way, the first that applies. */
const WAYS = ['in flight at a kill', 'refused with a 503', 'dropped by the provider', 'nothing'] as const;
type Way = (typeof WAYS)[number];

/** Of one delivery that came more than once. */
interface Double {
  to: string;
  copies: number;
  /** Why each message but the last could not be known of; null where nothing explains it. */
  reasons: (string | null)[];
}

export interface Report {
  size: number;
  lost: string[];
  doubles: Double[];
  /** Deliveries that are not sent at the end, by how they stand. */
  unsent: Map<string, number>;
  /** From the due second to the first message that the provider took, in seconds, sorted. */
  late: Map<Way | 'all', number[]>;
}

/**
 * @param due when all were due
 * @param killedAt when workers were killed
 */
export function tellApart(told: Told, size: number, due: number, killedAt: readonly number[]): Report {
  const attempts = Map.groupBy(told.attempts, (attempt) => attempt.delivery_id);
  const inbox = Map.groupBy(told.messages, ({ to }) => to);
  const report: Report = { size, lost: [], doubles: [], unsent: new Map(), late: new Map() };
  for (const { id, recipient_email: to, status, failure_code } of told.deliveries) {
    const tries = attempts.get(id) ?? [];
    const messages = (inbox.get(to) ?? []).toSorted((a, b) => a.accepted_at.localeCompare(b.accepted_at));
    const [first] = messages;
    if (status !== 'sent') count(report.unsent, failure_code ? `${status}: ${failure_code}` : status);
    if (!first) {
      report.lost.push(to);
      continue;
    }
    const seconds = Math.max(0, (Date.parse(first.accepted_at) - due) / SECOND);
    for (const way of ['all', wayOf(tries, messages)] as const) {
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

function wayOf(tries: readonly Attempt[], messages: readonly Message[]): Way {
  if (tries.some(isOfTheDead)) return 'in flight at a kill';
  if (tries.some(({ state }) => state === 'rejected')) return 'refused with a 503';
  if (tries.length > 1 || tries.some(isCutOff) || messages.some(({ silent }) => silent))
    return 'dropped by the provider';
  return 'nothing';
}

const isOfTheDead = ({ reason }: Attempt) => reason === 'the worker died after its claim';
const isCutOff = ({ state, reason }: Attempt) => state !== 'rejected' && reason !== null;

/** @returns why nobody could know that this message had left, by the provider's own record and by the hours of the kills */
function reasonOf(message: Message, tries: readonly Attempt[], killedAt: readonly number[]): string | null {
  const attempt = tries.find(({ id }) => id === message.custom_args.attempt_id);
  if (!attempt) return null;
  if (message.silent) return 'the provider took it, hung up, and told nobody';
  const diedIn = killedAt.some((at) => at >= attempt.started_at && at <= attempt.started_at + CLAIM_HELD);
  if (isOfTheDead(attempt) && diedIn) return 'its worker was killed, and no event came in time';
  if (isCutOff(attempt) && !isOfTheDead(attempt)) return 'the provider took it and hung up, and no event came in time';
  return null;
}

/**
 * Prints it.
 * @param floor what the engine alone took for as many, where it was measured
 * @returns whether nothing was lost and each copy has its reason
 */
export function showStorm({ size, lost, doubles, unsent, late }: Report, floor: Row | null): boolean {
  console.table(
    (['all', ...WAYS] as const).map((way) => {
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
  console.log('Lateness, from the due second to the first message that the provider took:');
  for (const [index, edge] of edges.entries()) {
    const name = Number.isFinite(edge) ? `to ${edge} s` : 'later';
    const bar = '#'.repeat(Math.ceil(((counts[index] ?? 0) / most) * LONGEST_BAR));
    console.log(`  ${name.padStart(9)} ${`${counts[index]}`.padStart(6)} ${bar}`);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
