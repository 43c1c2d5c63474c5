/** Sealed items for those who were sent them: the only place that opens our share of one. */
import { query } from '#db/query.ts';
import { isId } from '#domain/ids.ts';
import { openParts, type SealedParts, sealedRows } from '#services/contents/parcels.ts';
import type { Context } from '#services/context.ts';
import { unseal } from '#services/crypto/seal.ts';
import { notFound } from '#services/not-found.ts';
import { findOpened } from './invitations.ts';

/** A sealed item, with our share of its identity. */
export interface DeliveredParcel extends SealedParts {
  /** 33 bytes; null where its owner made no sheets. */
  share: Buffer | null;
}

/**
 * A sealed item of a delivery that was sent and opened. Changes nothing.
 * @param fileId of its content.age
 * @throws AppError not-found, also for an item that is not sealed or was deleted; forbidden before it was opened; gone where
 *   the link was revoked, refused or taken back, has expired, or the account was deleted
 */
export async function openRecipientsParcel(context: Context, secret: string, fileId: string): Promise<DeliveredParcel> {
  const { id: deliveryId } = await findOpened(context, secret);
  const row = isId(fileId)
    ? await sealedRows(context.em)
        .innerJoin('delivery_contents as dc', 'dc.content_id', 'c.id')
        .select('dc.frozen_head')
        .where('dc.delivery_id', '=', deliveryId)
        .where('c.file_id', '=', fileId)
        // Frozen when it was sent.
        .where('dc.frozen_head', 'is not', null)
        .$narrowType<{ frozen_head: Buffer }>()
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('file');
  return { ...openParts(context, row, row.frozen_head), share: await openShare(context, row) };
}

async function openShare(
  { em, keyring }: Context,
  { id, owner_id, wrapped_key }: { id: string; owner_id: string; wrapped_key: Buffer },
): Promise<Buffer | null> {
  const row = await query(em)
    .selectFrom('parcel_shares')
    .select('share')
    .where('content_id', '=', id)
    .executeTakeFirst();
  return row ? unseal(keyring.openPersonKey(wrapped_key, owner_id), { kind: 'parcel-share', id }, row.share) : null;
}
