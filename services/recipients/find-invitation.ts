import type { Context } from '#services/context.ts';
import { findByLink, type Invitation, readDelivery } from './invitations.ts';

/**
 * What the recipient's page shows before opening. Reading it changes nothing: mail scanners follow links.
 * @throws AppError not-found, gone
 */
export async function findInvitation(context: Context, secret: string): Promise<Invitation> {
  const { items, ...invitation } = await readDelivery(context, await findByLink(context, secret));
  return invitation;
}
