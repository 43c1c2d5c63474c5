/**
 * What a release does about a refusal. Its owner cannot be asked, and nobody else will send it: a refusal that may pass
 * never ends it, and one that looks final gets two more tries. docs/decisions/0098.
 */
import { DAY, MINUTE } from '../time/durations.ts';
import type { FailureCode } from './delivery.ts';
import type { Attempt, DeliveryState, RejectionKind } from './protocol.ts';
import { scaled, transientWait } from './retry.ts';

/** How long the next try waits after each final refusal; after the last it stays with operators. */
const FINAL_WAITS = [7 * DAY, 30 * DAY];

/** A full mailbox, a server that is away, a reputation of the day: the address is right. */
const MAY_PASS: ReadonlySet<FailureCode> = new Set(['blocked', 'expired']);

/** What a refusal means that is the last word about its attempt. */
export interface Refusal {
  rejection: RejectionKind;
  /** How long the next try waits, in milliseconds; null for no further try. */
  wait: number | null;
}

/** A release that was accepted came back: it is sent again after this long, in milliseconds. */
export interface CameBack {
  kind: 'came-back';
  because: FailureCode;
  wait: number;
}

/**
 * @param delivery with all attempts of its revision; only a release is tried again
 * @param refused the attempt that was refused
 * @param minute the length of a minute on the ladder, in milliseconds
 */
export function refusalOf(
  { origin, attempts }: Pick<DeliveryState, 'origin' | 'attempts'>,
  refused: Pick<Attempt, 'id'>,
  failure: FailureCode,
  minute: number = MINUTE,
): Refusal {
  // Of a reported one its reader has it, and called it spam.
  if (origin === 'owner' || failure === 'reported') return { rejection: 'permanent', wait: null };
  const others = attempts.filter(({ id }) => id !== refused.id);
  if (MAY_PASS.has(failure)) {
    const earlier = others.filter(({ rejection }) => rejection === 'blocked' || rejection === 'transient');
    return { rejection: 'blocked', wait: transientWait(earlier.length + 1, null, minute) };
  }
  const final = FINAL_WAITS[others.filter(({ rejection }) => rejection === 'permanent').length];
  return { rejection: 'permanent', wait: final === undefined ? null : scaled(final, minute) };
}

/** @returns whether a refusal of this attempt changes nothing for a release: it was opened, or another try decides */
export function isReleaseBeyond({ origin, isOpened, status, attempts }: DeliveryState, { id, n }: Attempt): boolean {
  if (origin === 'owner') return false;
  const isAnother = (other: Attempt) =>
    other.id !== id && (other.state === 'started' || (status === 'pending' && other.n > n));
  return isOpened === true || attempts.some(isAnother);
}

/** @returns whether it is a release that waits for another try, and none is under way */
export function isReleaseRetried({ origin, status, attempts }: DeliveryState): boolean {
  return origin === 'release' && status === 'pending' && attempts.at(-1)?.state === 'rejected';
}
