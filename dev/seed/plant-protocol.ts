import { EmergencyProtocol, TrustedContact } from '#db/entities/emergency.ts';
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { planAgain } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import type { SeedAccount } from './shapes.ts';

/** The age of the owner's last check-in, in protocol days. */
const LAST_CHECK_IN_AGO = 12;
/** The age of the contacts, in days. */
const CONTACTS_CREATED_AGO = 30;

/**
 * Arms the emergency protocol of a demo account.
 * @param context with the transaction that creates the account
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
      createdAt: before(CONTACTS_CREATED_AGO * DAY - index * MINUTE),
    });
  await tx.insert(EmergencyProtocol, {
    owner: ownerId,
    isActive: true,
    inactiveDays: INACTIVE_DAYS.usual,
    safetyDays: SAFETY_DAYS.usual,
    lastCheckIn: before(LAST_CHECK_IN_AGO * dayOf(context)),
    stage: 'armed',
    episode: 1,
    revision: 0,
    syncedRevision: 0,
  });
  await planAgain(tx, ownerId, dayOf(context));
}
