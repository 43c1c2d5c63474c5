/**
 * The promises of a delivery, judged in true time. It keeps its own record of what people were promised, of each copy that a
 * provider was given, and of what became known of it. The rules are written from the specification and the design, with their
 * own numbers: nothing is taken from the code that decides.
 */
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { Claim } from './delivery-rows.ts';
import type { DeliveryWorld } from './delivery-world.ts';
import { must } from './violation.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Clocks that are closer agree. */
const NOTICED = 5 * MINUTE;
/** How long a provider's own word is waited for. */
const WORD = 3 * MINUTE;
const UNHEARD = 48 * HOUR;

/** By the clocks of the world, and by the calendar. */
interface Moment {
  now: number;
  truth: number;
}

/** One copy that a provider was given, and what we know of it. */
export interface Copy {
  claimed: Claim;
  intent: number;
  at: Moment;
  /** Whether the provider truly took it. */
  isTaken: boolean;
  known: 'nothing' | 'unknown' | 'refused' | 'taken' | 'failed';
  knownAt: Moment;
  /** What was refused or failed: an answer's kind, or a failure. */
  because: string;
  retryAfter: number | null;
  isHeardDelivered: boolean;
  /** When, by true time. */
  heardAt: number;
  /** It was heard of while no later message was out: none may follow. */
  isFinal: boolean;
  /** A failover lost its claim, and nothing was heard of it since. */
  isLost: boolean;
  /** Then its second copy is recorded as soon as it is named, and that is all that can be done. */
  wasLost: boolean;
}

interface Promises {
  /** By the calendar. */
  due: number;
  intent: number;
  /** When its owner or an operator last let it go. */
  since: number;
  /** When somebody last wanted it to go out, by true time. */
  intendedAt: number;
  isDeleted: boolean;
  isRevoked: boolean;
  isHeld: boolean;
  isStopped: boolean;
  isRefused: boolean;
  /** By true time. */
  openedAt: number | null;
  isCancelled: boolean;
}

export class DeliveryJudge {
  readonly copies: Copy[] = [];
  promises: Promises;
  readonly #isRelease: boolean;
  #before: { at: number; promises: Promises }[] = [];
  #recorded = 0;
  wasFailedOver = false;
  /** Until when nothing could leave, by true time. */
  blockedUntil = Number.NEGATIVE_INFINITY;

  constructor(due: number, now: number, isRelease: boolean) {
    this.#isRelease = isRelease;
    this.promises = {
      ...{ due, intent: 1, since: now, intendedAt: now, isDeleted: false, isRevoked: false, isHeld: false },
      ...{ isStopped: false, isRefused: false, openedAt: null, isCancelled: false },
    };
  }

  /** Somebody was answered. @param now true time */
  promise(now: number, change: Partial<Promises>): void {
    this.#before.push({ at: now, promises: { ...this.promises } });
    Object.assign(this.promises, change);
  }

  /** A new intent: changed, tried again, or sent again. */
  intend(now: number, due: number): void {
    this.promise(now, { intent: this.promises.intent + 1, due, since: now, intendedAt: now, isCancelled: false });
  }

  /** What was answered since then is lost, and so is what was recorded of the copies. */
  failedOver(since: number): void {
    this.wasFailedOver = true;
    const lost = this.#before.findIndex(({ at }) => at >= since);
    if (lost >= 0) this.promises = this.#before.splice(lost)[0]?.promises ?? this.promises;
    for (const copy of this.copies) {
      // What was changed is not, so the copy is one of what was before; the next change is another one.
      copy.intent = Math.min(copy.intent, this.promises.intent);
      if (copy.at.now >= since) Object.assign(copy, { isLost: true, wasLost: true });
      if (copy.wasLost && copy.knownAt.now >= since) copy.isLost = true;
      if (copy.knownAt.now >= since) Object.assign(copy, { known: 'nothing', because: '' });
      if (copy.heardAt >= since) Object.assign(copy, { isHeardDelivered: false, isFinal: false });
    }
    this.#recorded = 0;
  }

  /** That this call may be made at this moment. */
  called(world: DeliveryWorld, claimed: Claim, isTaken: boolean): void {
    const { promises } = this;
    const at = { now: world.now, truth: world.truth };
    // A process that has just started cannot see a jump. The others have noted it after a minute.
    const isUnseen = !world.sees('worker') && world.hasJustJumped(world.now);
    must(world.wrong === 0 || isUnseen, 'Nothing leaves while the clock is in doubt.');
    const slack = world.smallJumps * NOTICED;
    // What follows a message that left in time may be earlier by a clock that was accepted since.
    const isFirst = !this.copies.some(({ intent }) => intent === promises.intent);
    must(!isFirst || world.truth >= promises.due - slack || isUnseen, 'Nothing leaves before its time.');
    must(!promises.isDeleted, 'Nothing leaves after its owner was told that it is deleted.');
    must(!promises.isRevoked, 'Nothing leaves after its owner was told that its link is revoked.');
    must(!promises.isHeld, 'Nothing leaves while operators hold it.');
    must(!promises.isCancelled, 'Nothing leaves after an operator cancelled it.');
    must(!promises.isStopped && !promises.isRefused, 'Nothing goes to a reader who wants nothing more.');
    const earlier = this.copies.filter(({ intent }) => intent === promises.intent);
    this.#judgeLateness(world, earlier);
    const recorded = world.rows.timeline.filter(({ kind }) => kind === 'further-copy').length;
    if (!isUnseen) for (const copy of earlier) this.#judgeAfter(world, copy, claimed, slack);
    const isDouble = earlier.some((one) => isOut(one) && one.claimed.channel === claimed.channel && !one.isLost);
    must(!isDouble || recorded > this.#recorded, 'No second copy is silent: the timeline records it.');
    this.#recorded = recorded;
    const unknown = earlier.filter((one) => isOut(one) && one.claimed.channel === claimed.channel && !one.isLost);
    must(unknown.length <= 1, 'After two unknown outcomes there is no third copy.');
    const { intent } = promises;
    const nothing = {
      known: 'nothing',
      knownAt: at,
      because: '',
      retryAfter: null,
      isHeardDelivered: false,
      heardAt: Number.NEGATIVE_INFINITY,
      isFinal: false,
    } as const;
    this.copies.push({ claimed, intent, at, isTaken, ...nothing, isLost: false, wasLost: false });
  }

  /** What can leave leaves within two minutes. */
  #judgeLateness(world: DeliveryWorld, earlier: readonly Copy[]): void {
    // What was written by a clock that came back before anybody noted it is as wrong as that clock.
    const { intendedAt } = this.promises;
    const isBlip = world.blips.some(({ from, until }) => intendedAt >= from && intendedAt <= until);
    if (earlier.length > 0 || world.wasReset || isBlip || world.jumpsInDoubt > 0) return;
    const { due, since } = this.promises;
    const late = Math.min(world.truth - due, world.now - since, world.now - this.blockedUntil);
    must(late <= 2 * MINUTE + world.smallJumps * NOTICED, 'What can leave leaves within two minutes.');
  }

  /** That a further call may follow this copy. */
  #judgeAfter(at: DeliveryWorld, copy: Copy, claimed: Claim, slack: number): void {
    if (copy.isLost) return;
    const { openedAt } = this.promises;
    const isOpened = openedAt !== null && copy.at.now <= openedAt;
    const isSameChannel = copy.claimed.channel === claimed.channel;
    const waited = (since: Moment) => Math.max(at.now - since.now, at.truth - since.truth) + slack;
    // A try that was planned by a clock that was set back comes early. It is recorded like any other.
    const isJudged = at.settledAt < copy.at.now;
    if (isJudged && (copy.known === 'nothing' || copy.known === 'unknown'))
      must(
        waited(copy.at) >= WORD,
        'After an unknown outcome the provider has three minutes to say what became of it.',
      );
    // Where one has gone by the other channel, the message fell back before this was known of it.
    const isFirst = !this.copies.some((one) => one.intent === copy.intent && one.claimed.channel === claimed.channel);
    if (copy.known === 'taken') {
      must(!isSameChannel, 'What its provider took is not sent again.');
      must(!copy.isFinal && !isOpened, 'What arrived is not sent again by another channel.');
      must(
        // The two days of a copy that a failover lost are those of the message that the row knows.
        !isJudged || !isFirst || copy.wasLost || waited(copy.at) >= UNHEARD - 2 * MINUTE,
        'A message has two days to be heard of before it goes by email.',
      );
    }
    if (this.#isRelease) must(!isOpened, 'A release that was opened is not sent again.');
    if (!isSameChannel || (copy.known !== 'refused' && copy.known !== 'failed')) return;
    const wait = this.#waitAfter(copy);
    must(wait !== null, 'What was refused for good is not tried again.');
    // Operators may send a release again that was opened: nothing counts there.
    // A copy that a failover lost may be answered after one that followed it, and its provider's wait counts.
    const isNewest = this.copies.at(-1) === copy && !this.copies.some(({ wasLost }) => wasLost);
    const isJudgedToo = isNewest && at.settledAt < copy.knownAt.now && !at.row.isOpened;
    must(!isJudgedToo || waited(copy.knownAt) >= (wait ?? 0), 'After a refusal the next try waits.');
  }

  /** @returns how long at least, milliseconds; null for no further try */
  #waitAfter({ because, retryAfter, intent, claimed, at }: Copy): number | null {
    if (because === 'configuration') return 15 * MINUTE;
    if (because === 'transient') {
      const own = this.copies.filter((one) => one.intent === intent && one.claimed.channel === claimed.channel);
      const ours = own.findLastIndex((one) => one.because === 'configuration');
      const refusals = own.slice(ours + 1).filter((one) => one.because === 'transient').length;
      return retryAfter === null || refusals > 5 ? MINUTE : Math.min(Math.max(retryAfter, SECOND), DAY);
    }
    if (!this.#isRelease || because === 'reported') return null;
    if (because === 'blocked') return MINUTE;
    const isSecond = this.finalRefusals(intent).some((one) => at.now - one.at.now >= 7 * DAY);
    return isSecond ? 30 * DAY : 7 * DAY;
  }

  finalRefusals(intent: number): Copy[] {
    const may = ['transient', 'configuration', 'blocked', ''];
    return this.copies.filter((one) => one.intent === intent && !may.includes(one.because));
  }

  /** An answer was recorded. */
  answered(world: DeliveryWorld, { attemptId }: Claim, answer: ProviderAnswer): void {
    const copy = this.#find(attemptId);
    if (copy) this.#found(world, copy);
    if (!copy || copy.known === 'failed' || copy.known === 'taken' || copy.known === 'refused') return;
    if (answer.kind === 'accepted') know(copy, world, 'taken', '');
    else if (answer.kind === 'unknown') know(copy, world, 'unknown', '');
    else {
      know(copy, world, 'refused', answer.kind === 'permanent' ? answer.failure : answer.kind);
      copy.retryAfter = answer.kind === 'transient' ? answer.retryAfter : null;
    }
  }

  /** An event was recorded. */
  heard(world: DeliveryWorld, { attemptId }: Claim, event: DeliveryEvent): void {
    const copy = this.#find(attemptId);
    if (!copy) return;
    this.#found(world, copy);
    if (copy.known === 'failed' || (copy.known === 'refused' && copy.because !== 'transient')) return;
    if (event.kind === 'failed') know(copy, world, 'failed', event.failure);
    if (event.kind === 'accepted' || event.kind === 'delivered') know(copy, world, 'taken', '');
    if (event.kind !== 'delivered') return;
    if (!copy.isHeardDelivered) Object.assign(copy, { isHeardDelivered: true, heardAt: world.now });
    const later = this.copies.filter((one) => one.intent === copy.intent && one.at.now > copy.at.now);
    copy.isFinal = world.row.status !== 'failed' && later.every(({ known }) => known === 'refused');
  }

  /** Something was recorded of a copy whose claim a failover had lost. */
  #found(world: DeliveryWorld, copy: Copy): void {
    if (!copy.isLost) return;
    copy.isLost = false;
    const isSameWay = (one: Copy) => one.claimed.channel === copy.claimed.channel && one.intent >= copy.intent;
    const isAnother = (one: Copy) => one !== copy && isSameWay(one) && isOut(one) && !one.isLost;
    const others = this.copies.filter(isAnother);
    const isRecorded = world.rows.timeline.some(({ kind }) => kind === 'further-copy');
    must(others.length === 0 || isRecorded, 'A copy that a failover lost is recorded once its provider names it.');
  }

  #find(attemptId: string): Copy | undefined {
    return this.copies.find(({ claimed }) => claimed.attemptId === attemptId);
  }
}

/** It may have arrived, as far as anybody knows. */
export function isOut({ known }: Copy): boolean {
  return known === 'nothing' || known === 'unknown' || known === 'taken';
}

function know(copy: Copy, { now, truth }: Moment, known: Copy['known'], because: string): void {
  // What was known before is not lost with what says it again.
  if (known === 'taken' && copy.known === 'taken') return;
  Object.assign(copy, { known, knownAt: { now, truth }, because });
}
