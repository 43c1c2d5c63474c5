import { EmergencyProtocol, TrustedContact } from '#db/entities/emergency.ts';
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { planAgain } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import type { SeedAccount } from './shapes.ts';

/** How long ago its owner was last here, in protocol days. */
const SILENT_FOR = 12;
/** When the contacts were named, in days. */
const NAMED_AGO = 30;

/**
 * Arms the emergency protocol of a demo account, on a quiet day in the middle of its time.
 * @param context with the transaction in which the account is made
 */
export async function plantProtocol(
  context: Context,
  ownerId: string,
  contacts: NonNullable<SeedAccount['contacts']>,
): Promise<void> {
  const { em: tx, now } = context;
  const before = (duration: number) => new Date(now.getTime() - duration);
  for (const [index, contact] of contacts.entries())
    await tx.insert(TrustedContact, {
      ...contact,
      owner: ownerId,
      createdAt: before(NAMED_AGO * DAY - index * MINUTE),
    });
  await tx.insert(EmergencyProtocol, {
    owner: ownerId,
    isActive: true,
    inactiveDays: INACTIVE_DAYS.usual,
    safetyDays: SAFETY_DAYS.usual,
    lastCheckIn: before(SILENT_FOR * dayOf(context)),
    stage: 'armed',
    episode: 1,
    revision: 0,
    syncedRevision: 0,
  });
  await planAgain(tx, ownerId, dayOf(context));
}
