/** The devices on which an account is signed in, as its owner sees them. */
import { query } from '#db/query.ts';
import { isHandheld, nameDevice } from '#domain/accounts/device-name.ts';
import { sayDevice } from '#messages/devices.ts';
import type { Context } from '#services/context.ts';
import { idleSince } from './sessions.ts';

/** A device that is signed in. */
export interface DeviceView {
  id: string;
  /** For people: "Firefox on Windows". */
  device: string;
  created_at: string;
  last_seen_at: string;
  /** Whether it is the one that asks. */
  is_current: boolean;
}

/** A device, for a page that draws it. */
export interface DrawnDevice extends DeviceView {
  is_handheld: boolean;
}

/**
 * @param currentId the session that asks
 * @returns the user's devices: this one first, then the most recently seen
 */
export async function listDevices(
  context: Pick<Context, 'em' | 'now'>,
  userId: string,
  currentId: string,
): Promise<DeviceView[]> {
  const drawn = await listDrawnDevices(context, userId, currentId);
  return drawn.map(({ is_handheld: _, ...view }) => view);
}

/** @returns the same as `listDevices`, with what to draw */
export async function listDrawnDevices(
  { em, now }: Pick<Context, 'em' | 'now'>,
  userId: string,
  currentId: string,
): Promise<DrawnDevice[]> {
  const sessions = await query(em)
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const views = sessions.map(({ id, user_agent, created_at, last_seen_at }) => ({
    id,
    device: sayDevice(nameDevice(user_agent)),
    is_handheld: isHandheld(nameDevice(user_agent)),
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    is_current: id === currentId,
  }));
  return [...views.filter((view) => view.is_current), ...views.filter((view) => !view.is_current)];
}
