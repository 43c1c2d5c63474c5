/**
 * The duress password: a second password for check-ins, which looks like the account's and holds everything. Neither a page
 * nor a call says whether there is one (docs/decisions/0150).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import type { DuressChange } from '#domain/accounts/duress.schema.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { duressRefusals } from '#messages/en/duress.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { planAgain } from '#services/emergency/change-protocol.ts';
import { listContacts } from '#services/emergency/contacts.ts';
import { endDuressHold, recordEndedHold } from '#services/emergency/duress-hold.ts';
import { dayOf, lockProtocol } from '#services/emergency/protocol-row.ts';
import { lockAccount } from '#services/lock-account.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { accountCredentials } from './account.ts';
import { hashPassword, isOwnPassword, refuseCommonPassword } from './passwords.ts';

/**
 * Sets, replaces or removes the duress password, or ends a hold; where there is none, it changes nothing and answers the
 * same. Nothing is recorded or mailed of it: who forces the owner reads both. Only a hold that has ended goes to the record
 * now, also one that ended by itself: the account's password was just given.
 * @throws AppError validation-failed at its field, when the account's password is wrong or missing, the new one is common or
 *   the account's own, or the contact is gone or wants no messages; too-many-requests beyond a limit; unavailable when the queue of passwords is full
 */
export async function changeDuress(context: Context, ownerId: string, change: DuressChange): Promise<void> {
  if (change.intent === 'save') refuseCommonPassword(change.new_password, 'new_password');
  const account = await accountCredentials(context.em, ownerId).executeTakeFirst();
  const hash = account?.password_hash ?? null;
  if (!(await isOwnPassword(context, ownerId, hash, change.current_password))) throw wrongPassword();
  if (change.intent === 'save') requireAnother(change);
  const work = await workOf(context, ownerId, change);
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const present = await accountCredentials(tx, ownerId).executeTakeFirst();
    if (present?.password_hash !== hash) throw wrongPassword();
    await work(tx);
    await recordEndedHold(tx, ownerId);
  });
  recordSecurityEvent(context, 'duress-changed', { account: ownerId });
}

type Saving = Extract<DuressChange, { intent: 'save' }>;

function requireAnother({ current_password, new_password }: Saving): void {
  if (new_password === current_password)
    throw AppError.atField('validation-failed', 'new_password', say(duressRefusals.same));
}

function wrongPassword(): AppError {
  return AppError.atField('validation-failed', 'current_password', say(accountRefusals['wrong-password']));
}

/** @returns what the transaction does; the slow hash is made before it */
async function workOf(
  context: Context,
  ownerId: string,
  change: DuressChange,
): Promise<(tx: EntityManager) => Promise<unknown>> {
  switch (change.intent) {
    case 'save': {
      const password_hash = await hashPassword(context, { account: ownerId, isKnown: true }, change.new_password);
      return (tx) => save({ ...context, em: tx }, ownerId, change, password_hash);
    }
    case 'remove':
      return (tx) => query(tx).deleteFrom('duress_passwords').where('owner_id', '=', ownerId).execute();
    case 'end':
      return (tx) => endHold(tx, ownerId, dayOf(context));
  }
}

/** @param context within the transaction */
async function save(context: Context, ownerId: string, change: Saving, password_hash: string): Promise<void> {
  const contact = (await listContacts(context, ownerId)).find(({ id }) => id === change.contact);
  if (!contact) throw AppError.atField('validation-failed', 'contact', say(duressRefusals['contact-gone']));
  if (contact.has_stopped)
    throw AppError.atField('validation-failed', 'contact', say(duressRefusals['contact-stopped']));
  const settings = { password_hash, contact_id: contact.id, hold_days: change.days };
  await query(context.em)
    .insertInto('duress_passwords')
    .values({ owner_id: ownerId, ...settings })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(settings))
    .execute();
}

async function endHold(tx: EntityManager, ownerId: string, day: number): Promise<void> {
  await lockProtocol(tx, ownerId, day);
  if (await endDuressHold(tx, ownerId, 'owner')) await planAgain(tx, ownerId, day);
}
