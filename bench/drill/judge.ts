/** What a drill is judged by: its own record of what it asked for, against Postgres and the provider. All pure. */

/** A delivery that must arrive once: planted, scheduled by a person, or made by a release. */
export interface DrilledDelivery {
  id: string;
  status: string;
}

/** One call to the provider, as Postgres has it. */
export interface DrilledAttempt {
  id: string;
  deliveryId: string;
  /** Why its outcome was unknown or refused; null for none. */
  reason: string | null;
}

/** A message that the provider accepted, by the ids that it carries. */
export interface DrilledMessage {
  attemptId: string | null;
  deliveryId: string | null;
}

/** Instants are milliseconds since the epoch. */
export interface DrilledProtocol {
  ownerId: string;
  /** Whether its owner stays silent: then it must be released. */
  isSilent: boolean;
  /** When the owner asked to be counted, and was told that it is recorded: arming, and each check-in. */
  signs: readonly number[];
  /** The inactive days and the safety days together, in milliseconds. */
  allowed: number;
  releasedAt: number | null;
  /** The deliveries that its release made; it has one contact. */
  releases: number;
}

export interface DrilledRequest {
  what: string;
  startedAt: number;
  endedAt: number;
  /** Null without an answer. */
  status: number | null;
  isExpected: boolean;
  /** The web process that had it, as the proxy says; null when the proxy did not say. */
  servedBy: string | null;
  /** Whether it needs the object store. */
  readsFile: boolean;
}

/** A process that did not run, from its end until it was ready again. */
export interface Down {
  process: string;
  from: number;
  until: number;
}

export interface DrillRecords {
  deliveries: readonly DrilledDelivery[];
  attempts: readonly DrilledAttempt[];
  messages: readonly DrilledMessage[];
  protocols: readonly DrilledProtocol[];
  requests: readonly DrilledRequest[];
  downs: readonly Down[];
  /** What people were told is saved, and is not there. */
  missing: readonly string[];
}

export interface Verdict {
  /** Deliveries that did not arrive, releases that did not happen, and what people saved and is gone. */
  lost: string[];
  /** Copies of which we have no record that the outcome of the one before was unknown. */
  silentDoubles: string[];
  /** Copies on record. */
  recordedDoubles: number;
  /** Owners who were released too early, or although they had checked in, or twice. */
  wronglyReleased: string[];
  /** Failed requests by the process that was down. */
  failedOn: Map<string, number>;
  /** Failed requests that no such process explains. */
  unexplained: DrilledRequest[];
}

export function judge(records: DrillRecords): Verdict {
  const { lost, silentDoubles, recordedDoubles } = judgeDeliveries(records);
  const failures = records.requests.filter(({ isExpected }) => !isExpected);
  const failedOn = new Map<string, number>();
  const unexplained: DrilledRequest[] = [];
  for (const failure of failures) {
    const process = processOf(failure, records.downs);
    if (process === null) unexplained.push(failure);
    else failedOn.set(process, (failedOn.get(process) ?? 0) + 1);
  }
  const unreleased = records.protocols.filter(({ isSilent, releasedAt }) => isSilent && releasedAt === null);
  return {
    lost: [...lost, ...records.missing, ...unreleased.map(({ ownerId }) => `the release of ${ownerId}`)],
    silentDoubles,
    recordedDoubles,
    wronglyReleased: records.protocols.filter(isWrong).map(({ ownerId }) => ownerId),
    failedOn,
    unexplained,
  };
}

/** @returns whether nothing went wrong */
export function isGood({ lost, silentDoubles, wronglyReleased, unexplained }: Verdict): boolean {
  return [lost, silentDoubles, wronglyReleased, unexplained].every(({ length }) => length === 0);
}

function judgeDeliveries({ deliveries, attempts, messages }: DrillRecords) {
  const known = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const arrived = Map.groupBy(
    messages,
    ({ attemptId, deliveryId }) => known.get(attemptId ?? '')?.deliveryId ?? deliveryId,
  );
  const lost: string[] = [];
  const silentDoubles: string[] = [];
  let recordedDoubles = 0;
  for (const { id, status } of deliveries) {
    const copies = arrived.get(id) ?? [];
    if (status !== 'sent' || copies.length === 0) lost.push(`the delivery ${id} (${status}, ${copies.length} copies)`);
    if (copies.length <= 1) continue;
    // The newest attempt may have any outcome; each before it needs the reason for another one.
    const reasons = copies.map(({ attemptId }) => known.get(attemptId ?? '')?.reason ?? null);
    if (copies.length === 2 && reasons.some((reason) => reason !== null)) recordedDoubles += 1;
    else silentDoubles.push(id);
  }
  return { lost, silentDoubles, recordedDoubles };
}

function isWrong({ signs, allowed, releasedAt, releases }: DrilledProtocol): boolean {
  if (releases > 1) return true;
  if (releasedAt === null) return false;
  const last = Math.max(...signs.filter((sign) => sign <= releasedAt));
  return releasedAt < last + allowed;
}

/** @returns the process that was down while it had the request; null when none explains the failure */
function processOf({ startedAt, endedAt, servedBy, readsFile }: DrilledRequest, downs: readonly Down[]): string | null {
  const meanwhile = downs.filter(({ from, until }) => from <= endedAt && until >= startedAt);
  const isDown = (process: string) => meanwhile.some((down) => down.process === process);
  if (servedBy !== null && isDown(servedBy)) return servedBy;
  if (servedBy === null && isDown('proxy')) return 'proxy';
  if (isDown('postgres')) return 'postgres';
  return readsFile && isDown('object store') ? 'object store' : null;
}
