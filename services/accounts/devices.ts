import type { EntityManager } from '@mikro-orm/postgresql';
import { Session } from '#db/entities/accounts.ts';
import { deviceName } from '#domain/accounts/device-name.ts';
import { notFound } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { idleSince } from './sessions.ts';

/** Somewhere that somebody is signed in. */
export interface DeviceView {
  id: string;
  /** In plain words: "Firefox on Windows". */
  device: string;
  created_at: string;
  last_seen_at: string;
  /** The one that asks. */
  is_current: boolean;
}

/**
 * @param currentId the session that asks
 * @returns where somebody is signed in: this device first, then by when they were last seen
 */
export async function listDevices(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  currentId: string,
): Promise<DeviceView[]> {
  const sessions = await em.find(
    Session,
    { user: userId, expiresAt: { $gt: now }, lastSeenAt: { $gt: idleSince(now) } },
    { orderBy: { lastSeenAt: 'desc', id: 'desc' } },
  );
  const views = sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    device: deviceName(userAgent),
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    is_current: id === currentId,
  }));
  return [...views.filter((view) => view.is_current), ...views.filter((view) => !view.is_current)];
}

/**
 * Signs out one device of somebody.
 * @throws AppError not-found when there is no such session, also when it is somebody else's
 */
export async function endDevice(em: EntityManager, userId: string, sessionId: string): Promise<void> {
  const ended = await em.nativeDelete(Session, { id: sessionId, user: userId });
  if (ended === 0) throw notFound('device');
}

/** Signs out every device of somebody but the one that asks. */
export async function endOtherDevices(em: EntityManager, userId: string, currentId: string): Promise<void> {
  await em.nativeDelete(Session, { user: userId, id: { $ne: currentId } });
}
