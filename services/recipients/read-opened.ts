import type { Context } from '#services/context.ts';
import { findOpened, type OpenedDelivery, readDelivery } from './invitations.ts';

/**
 * All that a delivery brought, as it was sent, for whoever holds its link and has opened it. Looking at it changes nothing.
 * @throws AppError forbidden before it was opened; not-found, gone
 */
export async function readOpened(context: Context, secret: string): Promise<OpenedDelivery> {
  return readDelivery(context, await findOpened(context, secret));
}
