/** Which mails an owner wants: chosen on the profile, by a call, or by the link in the mail itself. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { type MailChoices, OPTIONAL_MAILS, type OptionalMail } from '#domain/accounts/notifications.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { claimedId, linkSecret, opensLink } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import { notFound, unknownLink } from '#services/not-found.ts';

const CHOICES = [
  'wants_delivery_opened as delivery_opened',
  'wants_delivery_delayed as delivery_delayed',
  'wants_address_check as address_check',
] as const;

/** Such links do not expire, and all mails of one kind to one owner have the same. */
const EPOCH = 1;

/** @throws AppError not-found when the account is gone */
export async function readMailChoices(em: EntityManager, ownerId: string): Promise<MailChoices> {
  const choices = await findMailChoices(em, ownerId);
  if (!choices) throw notFound('account');
  return choices;
}

/**
 * @param change at least one of them; the others stay
 * @returns the choices after it
 * @throws AppError not-found when the account is gone
 */
export async function changeMailChoices(
  { em }: Pick<Context, 'em'>,
  ownerId: string,
  change: { [Mail in OptionalMail]?: boolean | undefined },
): Promise<MailChoices> {
  return em.transactional(async (tx) => {
    const choices = await query(tx)
      .updateTable('users')
      .set({
        wants_delivery_opened: change.delivery_opened,
        wants_delivery_delayed: change.delivery_delayed,
        wants_address_check: change.address_check,
      })
      .where('id', '=', ownerId)
      .returning(CHOICES)
      .executeTakeFirst();
    if (!choices) throw notFound('account');
    record(tx, ownerId, 'account-emails-chosen', { ...choices });
    return choices;
  });
}

/** What the link in a mail turns off. */
export interface Unsubscribing {
  mail: OptionalMail;
  isWanted: boolean;
}

/** @returns the secret of the link that turns off a kind of mail; it gives no other access */
export function unsubscribeSecret(keyring: Keyring, ownerId: string, mail: OptionalMail): string {
  return linkSecret(keyring, `unsubscribe:${mail}`, ownerId, EPOCH);
}

/**
 * Changes nothing: mail scanners follow links.
 * @throws AppError not-found when the link is not valid, or its account is gone; too-many-requests instead after very many
 *   invalid ones
 */
export function findUnsubscribing(context: Context, secret: string): Promise<Unsubscribing> {
  return followLink(context, async () => (await look(context, secret)).found);
}

/**
 * Turns off the mails that the link is about. Repeating it changes nothing, and it is no check-in: a mail program may do it.
 * @throws as `findUnsubscribing` does
 */
export function unsubscribe(context: Context, secret: string): Promise<Unsubscribing> {
  return followLink(context, async () => {
    const { ownerId, found } = await look(context, secret);
    const { mail } = found;
    const choices = await changeMailChoices(context, ownerId, { [mail]: false });
    return { mail, isWanted: choices[mail] };
  });
}

async function look({ em, keyring }: Context, secret: string): Promise<{ ownerId: string; found: Unsubscribing }> {
  const ownerId = claimedId(secret);
  const mail = OPTIONAL_MAILS.find(
    (one) => ownerId !== null && opensLink(keyring, secret, `unsubscribe:${one}`, ownerId, EPOCH),
  );
  const choices = ownerId && mail ? await findMailChoices(em, ownerId) : undefined;
  if (!ownerId || !mail || !choices) throw unknownLink();
  return { ownerId, found: { mail, isWanted: choices[mail] } };
}

function findMailChoices(em: EntityManager, ownerId: string): Promise<MailChoices | undefined> {
  return query(em).selectFrom('users').select(CHOICES).where('id', '=', ownerId).executeTakeFirst();
}
