import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import { changeProtocol } from './change-protocol.ts';
import { type Outlook, readOutlook } from './outlook.ts';
import { dayOf } from './protocol-row.ts';

/** What a link in a warning leads to: a check-in, or why there is none to be made. */
export interface CheckInLink {
  /** Answered: somebody has checked in since this link was sent. */
  kind: 'open' | 'answered' | 'off' | 'released';
  outlook: Outlook;
}

/**
 * Looks at the link of a warning, and changes nothing: mail scanners follow every link. It is good until its owner is
 * heard from, and opens nothing of what they keep.
 * @throws AppError not-found when it is none of ours; too-many-requests instead after very many that were none
 */
export function findCheckIn(context: Context, secret: string): Promise<CheckInLink> {
  return followLink(context, () => look(context, secret));
}

/**
 * Checks in by the link of a warning. Whoever gets hold of the protocol first wins: a second press, or a release in the
 * same instant, finds what the first one made of it.
 * @returns how it stands after it: `done` where this was the check-in
 * @throws as `findCheckIn` does
 */
export async function checkInByLink(
  context: Context,
  secret: string,
): Promise<CheckInLink | { kind: 'done'; outlook: Outlook; wereTold: boolean }> {
  const found = await findCheckIn(context, secret);
  if (found.kind !== 'open') return found;
  const { ownerId, episode } = found.outlook.protocol;
  let wereTold = false;
  try {
    await changeProtocol(context, ownerId, (before) => {
      if (before.episode !== episode || !before.state.isActive) throw new AppError('conflict', 'Somebody was faster.');
      wereTold = before.state.missedAt !== null;
      return { isProofOfLife: true };
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return findCheckIn(context, secret);
    throw error;
  }
  return { kind: 'done', outlook: await readOutlook(context.em, ownerId, dayOf(context)), wereTold };
}

async function look(context: Context, secret: string): Promise<CheckInLink> {
  const ownerId = claimedId(secret);
  const owner = ownerId ? await context.em.execute<object[]>('select 1 from users where id = ?', [ownerId]) : [];
  if (!ownerId || owner.length === 0) throw unknownLink();
  const outlook = await readOutlook(context.em, ownerId, dayOf(context));
  const { episode, state } = outlook.protocol;
  const isNewest = opensLink(context.keyring, secret, 'check-in', ownerId, episode);
  if (!isNewest && !wasSent(context, secret, ownerId, episode)) throw unknownLink();
  if (!state.isActive) return { kind: 'off', outlook };
  if (state.stage === 'released') return { kind: 'released', outlook };
  return { kind: isNewest ? 'open' : 'answered', outlook };
}

/** Whether it was sent in an episode that is over: that deserves another sentence than a mistyped link. */
function wasSent({ keyring }: Context, secret: string, ownerId: string, episode: number): boolean {
  for (let past = episode - 1; past >= 1; past -= 1)
    if (opensLink(keyring, secret, 'check-in', ownerId, past)) return true;
  return false;
}

function unknownLink(): AppError {
  return new AppError('not-found', 'This link opens nothing. Perhaps a part of it was lost on the way.');
}
