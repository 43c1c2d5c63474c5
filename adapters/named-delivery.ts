import type { Channel } from '#domain/delivery/delivery.ts';
import { isId } from '#domain/ids.ts';
import type { NamedDelivery } from '#services/ports/provider-events.ts';

const REVISION = /^[1-9]\d{0,8}$/;

/**
 * @param id as the provider gave it back
 * @param revision likewise, as text
 * @returns null where either is missing, as in messages of the version before, or is not what we sent
 */
export function namedDelivery(id: unknown, revision: unknown, channel: Channel): NamedDelivery | null {
  if (!isId(id) || typeof revision !== 'string' || !REVISION.test(revision)) return null;
  return { id, revision: Number(revision), channel };
}
