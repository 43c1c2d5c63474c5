import { Identity } from '#db/entities/accounts.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { endOtherDevices } from './devices.ts';
import type { OpenSession } from './sessions.ts';

/** @returns since when an account opens with Google; null where it does not */
export async function linkedSince({ em }: Pick<Context, 'em'>, userId: string): Promise<string | null> {
  const identity = await em.findOne(Identity, { user: userId }, { orderBy: { createdAt: 'asc' } });
  return identity?.createdAt.toISOString() ?? null;
}

/**
 * From now on an account opens by its password only. Every other session ends: one of them may have come by Google.
 * Whoever proves the address by Google later is linked again, and the owner is told.
 * @param session the one that asks, and stays
 * @throws AppError conflict when there is no password, so that nobody locks themselves out
 */
export async function unlinkIdentities({ em }: Pick<Context, 'em'>, { sessionId, user }: OpenSession): Promise<void> {
  await em.transactional(async (tx) => {
    // In line with whoever comes in by Google at this moment.
    const withPassword = await tx.execute<object[]>(
      'select 1 from users where id = ? and password_hash is not null for no key update',
      [user.id],
    );
    if (withPassword.length === 0)
      throw new AppError('conflict', 'Google is the only way into your account. Set a password by mail first.');
    await tx.nativeDelete(Identity, { user: user.id });
    await endOtherDevices(tx, user.id, sessionId);
  });
}
