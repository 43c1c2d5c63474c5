import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { alertOwner } from '#services/mails/alert-owner.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

/** Records that an owner begins to download everything. */
export async function noteExport(context: Pick<Context, 'em' | 'onSecurityEvent'>, ownerId: string): Promise<void> {
  await context.em.transactional(async (tx) => {
    record(tx, ownerId, 'account-exported');
    await alertOwner(tx, { userId: ownerId, kind: 'export-begun' });
  });
  recordSecurityEvent(context, 'account-exported', { account: ownerId });
}
