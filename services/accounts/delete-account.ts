import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#domain/errors.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { lockDeliveries } from '#services/deliveries/locked.ts';
import { contactsWhoWereTold } from '#services/emergency/enqueue-mails.ts';
import { enqueueAccountMail } from './account-mails.ts';
import { isOwnPassword } from './ask-again.ts';

/** Whoever has no password shows who they are by having signed in this shortly before. */
const FRESH = 10 * MINUTE;
/** The engine may be hearing of something of theirs at this moment, and be slow: its run is ended after that. */
const ANNOUNCED_WITHIN = 30 * SECOND;

/** Who asks for the end of an account, and how they show that it is theirs. */
export interface Farewell {
  accountId: string;
  sessionId: string;
  /** Empty for accounts that have none. */
  password: string;
}

/**
 * Deletes an account for good, with everything in it: what is kept, what waits to be sent, what was sent and can still
 * be opened, contacts, sessions, and the key without which nothing of it can be read, wherever a copy of it lies.
 * Objects in the store and runs in the engine go in the background: nothing refers to them any more. Contacts who were
 * told that their owner was not heard from are told that nothing comes.
 * @throws AppError unauthenticated for a wrong password; forbidden for an account without one whose owner signed in too
 *   long ago; conflict while a delivery is being sent
 */
export async function deleteAccount(context: Context, farewell: Farewell): Promise<void> {
  await requireOwner(context, farewell);
  await context.em.transactional(async (tx) => {
    const [user] = await tx.execute<{ email: string }[]>('select email from users where id = ? for no key update', [
      farewell.accountId,
    ]);
    if (!user) return;
    // Deliveries first: whoever holds one writes to the timeline of its owner, and would wait for us while we wait for it.
    await refuseWhileSending(tx, farewell.accountId);
    // Whoever schedules, uploads or changes something of theirs holds this row, too: from here on nothing is added.
    await tx.execute('select 1 from users where id = ? for update', [farewell.accountId]);
    await tx.execute(
      `insert into doomed_runs (delivery_id, kind, next_try_at) select id, kind, now() + ?::interval from (
         select id, 'delivery' as kind from deliveries where owner_id = ?
         union all select owner_id, 'emergency' from emergency_protocols where owner_id = ?) as runs`,
      [`${ANNOUNCED_WITHIN} milliseconds`, farewell.accountId, farewell.accountId],
    );
    await enqueueAccountMail(tx, { userId: null, kind: 'account-deleted', email: user.email });
    for (const email of await contactsWhoWereTold(tx, farewell.accountId))
      await enqueueAccountMail(tx, { userId: null, kind: 'owner-deleted', email });
    // Providers may tell of what we do not know: their events refer to nothing, and are found by hand.
    await tx.execute(
      `delete from provider_events where attempt_id in (
         select a.id from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.owner_id = ?)`,
      [farewell.accountId],
    );
    // Every table of a person refers to this row; the trigger on files dooms their objects.
    await tx.execute('delete from users where id = ?', [farewell.accountId]);
  });
}

async function requireOwner(context: Context, { accountId, sessionId, password }: Farewell): Promise<void> {
  const { em, now } = context;
  const [row] = await em.execute<{ password_hash: string | null; session_began: Date | string | null }[]>(
    `select u.password_hash, s.created_at as session_began
     from users u left join sessions s on s.user_id = u.id and s.id = ? where u.id = ?`,
    [sessionId, accountId],
  );
  if (row?.password_hash) {
    if (await isOwnPassword(context, accountId, row.password_hash, password)) return;
    const message = 'This is not your password';
    throw new AppError('unauthenticated', message, [{ field: 'password', message }]);
  }
  const began = row?.session_began ? new Date(row.session_began).getTime() : 0;
  if (now.getTime() - began > FRESH)
    throw new AppError('forbidden', 'Sign out and in again first, so that we know it is you. Then delete the account.');
}

/** What is in the provider's hands cannot be stopped: its sender is told, rather than left to believe so. */
async function refuseWhileSending(tx: EntityManager, accountId: string): Promise<void> {
  const rows = await tx.execute<{ id: string }[]>('select id from deliveries where owner_id = ?', [accountId]);
  const { deliveries } = await lockDeliveries(
    tx,
    rows.map(({ id }) => id),
  );
  const isBeingSent = deliveries.some(
    ({ status, isDeleted, attempts }) => status === 'pending' && !isDeleted && attempts.at(-1)?.state === 'started',
  );
  if (isBeingSent)
    throw new AppError('conflict', 'A delivery of yours is being sent at this moment. Please try again in a minute.');
}
