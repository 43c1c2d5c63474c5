/** How a delivery may end: never lost, never a failure that nobody was told of, never a release that was given up. */
import { type Copy, type DeliveryJudge, isOut } from './delivery-judge.ts';
import type { DeliveryWorld } from './delivery-world.ts';
import { must } from './violation.ts';

const DAY = 86_400_000;
/** Of these a person decided. */
const BY_PEOPLE = ['refused', 'stopped', 'revoked', 'reported', 'cancelled-by-operator'];

/** What became of one delivery. */
export type End = 'sent' | 'failed' | 'held' | 'deleted' | 'called-off';

/** Judges a delivery after everything has worked again for a long time. @throws Violation */
export function judgeEnd(world: DeliveryWorld, judge: DeliveryJudge): End {
  const { row } = world;
  const { promises } = judge;
  const last = judge.copies.filter(({ intent }) => intent === promises.intent);
  if (promises.isDeleted) {
    const isOut = judge.copies.some(({ isTaken, known }) => isTaken && known !== 'failed');
    must(!isOut, 'Nothing is both deleted and delivered.');
    return 'deleted';
  }
  if (row.status === 'pending') {
    must(promises.isHeld && row.isHeld, 'It ends, or operators hold it and see it.');
    return 'held';
  }
  if (row.status === 'failed') judgeFailed(world, judge, last);
  else if (promises.isRevoked) return 'called-off';
  else judgeSent(world, last);
  return row.status;
}

function judgeSent({ row, isRelease }: DeliveryWorld, copies: readonly Copy[]): void {
  if (row.isUnconfirmed) {
    must(isRelease, 'A letter of an owner of which nobody knows has failed, so that they can decide.');
    return;
  }
  if (row.isOpened) return;
  must(
    copies.some(({ isTaken }) => isTaken),
    'What is sent was truly taken by a provider.',
  );
  must(copies.some(isOut), 'What is sent did not come back with every copy.');
  const byPhone = copies.filter((copy) => copy.claimed.channel !== 'email' && isOut(copy));
  const isByPhone = byPhone.length > 0 && !copies.some(({ claimed }) => claimed.channel === 'email');
  const isHeard = byPhone.some(({ isHeardDelivered }) => isHeardDelivered);
  must(
    !isByPhone || isHeard || row.isLinkRevoked,
    'A message of which nothing was heard goes by email after two days.',
  );
}

function judgeFailed(world: DeliveryWorld, judge: DeliveryJudge, copies: readonly Copy[]): void {
  const { row, rows, isRelease } = world;
  const code = row.failureCode ?? '';
  const isByOwner = code === 'revoked';
  must(isByOwner || rows.notices.has(row.revision), 'Its owner is told of each failure.');
  if (BY_PEOPLE.includes(code)) return;
  must(!copies.some((copy) => copy.isFinal && isOut(copy)), 'What arrived has not failed.');
  const [first] = copies;
  const isByPhone = first !== undefined && first.claimed.channel !== 'email';
  const hasFallenBack = copies.some(({ claimed }) => claimed.channel === 'email');
  must(!isByPhone || hasFallenBack || row.isLinkRevoked, 'A message fails only by email, after other channels.');
  must(
    !copies.some(({ because }) => because === 'configuration') || copies.length > 1,
    'Our own set-up fails no letter.',
  );
  if (isRelease) {
    const refusals = judge.finalRefusals(judge.promises.intent);
    must(refusals.length >= 3, 'A release is given up only after three final refusals.');
    return;
  }
  if (code !== 'expired' || !first) return;
  const tried = world.now - first.at.now;
  must(tried >= 6 * DAY || world.accepted !== 0 || world.unseenAhead > 0, 'A letter is tried for a week.');
}
