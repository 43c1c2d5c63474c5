import { query } from '#db/query.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { changeProtocol } from '#services/emergency/change-protocol.ts';
import { removeCodes } from './codes.ts';
import { forgetDevices } from './known-device.ts';
import { removePasskeys } from './passkeys.ts';
import { endSecrets } from './secrets.ts';
import { endTokens } from './tokens.ts';
import { endWebhooks } from './webhooks.ts';

/**
 * Ends everything but the password that a stranger may have in an account: sessions, tokens, webhooks, passkeys, known
 * browsers, mailed links, and, while nobody has proven the address, the identities at other providers, the codes of an app,
 * the trusted contacts and the emergency protocol. Call it before you confirm the address, in the same transaction, which has locked the account.
 */
export async function endAccess(context: Context, userId: string): Promise<void> {
  const { em } = context;
  await signOutEverywhere(context, userId);
  const unconfirmed = await query(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirst();
  if (!unconfirmed) return;
  await query(em).deleteFrom('identities').where('user_id', '=', userId).execute();
  await removeCodes(context, userId);
  const contacts = await query(em)
    .deleteFrom('trusted_contacts')
    .where('owner_id', '=', userId)
    .returning('id')
    .execute();
  for (const { id } of contacts) record(em, userId, 'contact-removed', { contact_id: id });
  await switchProtocolOff(context, userId);
}

/** Ends an account's sessions, tokens, webhooks, passkeys, known browsers and mailed links. The caller has locked the account. */
export async function signOutEverywhere(context: Context, userId: string): Promise<void> {
  const { em } = context;
  await query(em).deleteFrom('sessions').where('user_id', '=', userId).execute();
  await endTokens(context, userId);
  await endWebhooks(context, userId);
  await removePasskeys(context, userId);
  await forgetDevices(em, userId);
  // A person who knew the old password may have requested a change of the address.
  await endSecrets(context, userId, ['reset-password', 'confirm-email', 'change-email', 'exchange', 'second-step']);
}

/** A protocol that its owner never switched on would send their letters to whom a stranger chose. */
async function switchProtocolOff(context: Context, ownerId: string): Promise<void> {
  const active = await query(context.em)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!active) return;
  await changeProtocol(context, ownerId, () => ({
    isActive: false,
    isCheckIn: false,
    happened: 'protocol-disarmed',
  }));
}
