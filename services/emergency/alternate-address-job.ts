import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type LockedDelivery, lockDeliveries } from '#services/deliveries/locked.ts';
import type { JobHandler } from '#services/jobs/jobs.ts';
import { lockAccount } from '#services/lock-account.ts';
import { ownerOf, refuseResend, sendAgain } from './resend-release.ts';

type AlternateDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'policy'>;

/**
 * Sends a release to the second address of its contact, when the first one refused it for good. With a new link: who reads
 * the first mailbox has the earlier one.
 */
export function alternateAddressJob({ fork, keyring, policy }: AlternateDeps): JobHandler {
  return {
    batch: 20,
    lease: policy.claimLease,
    async run({ subject }) {
      await fork().transactional((tx) => sendToAlternate(tx, keyring, subject));
      return 'done';
    },
  };
}

async function sendToAlternate(tx: EntityManager, keyring: Keyring, id: string): Promise<void> {
  const ownerId = await ownerOf(tx, id);
  if (ownerId === null || !(await lockAccount(tx, ownerId))) return;
  const { now, deliveries } = await lockDeliveries(tx, [id]);
  const [delivery] = deliveries;
  if (!delivery || !wasRefused(delivery)) return;
  const contact = await query(tx)
    .selectFrom('trusted_contacts')
    .select('alternate_email')
    .where('owner_id', '=', ownerId)
    .where('email', '=', delivery.recipientEmail)
    .executeTakeFirst();
  const alternate = contact?.alternate_email ?? null;
  if (alternate === null || (await refuseResend(tx, keyring, delivery, alternate))) return;
  await sendAgain(tx, delivery, { at: new Date(now), to: alternate, actor: 'stillhere' });
}

function wasRefused({ isDeleted, status, attempts }: LockedDelivery): boolean {
  return !isDeleted && status === 'pending' && attempts.at(-1)?.rejection === 'permanent';
}
