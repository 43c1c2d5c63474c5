import { AppError } from '#domain/errors.ts';
import { openBody, openHead } from '#services/contents/sealed-content.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { linkExpiry } from '#services/deliveries/compose-invitation.ts';

/** What a recipient sees before opening. Instants are ISO 8601 with Z. */
export interface Invitation {
  sender_name: string;
  recipient_name: string | null;
  title: string;
  written_at: string;
  sent_on: string;
  /** The sender's zone, in which the dates are told. */
  time_zone: string;
  expires_at: string;
  opened: boolean;
}

/** What a recipient sees after opening. */
export interface OpenedDelivery extends Invitation {
  items: { type: 'text'; title: string; content: string; written_at: string }[];
}

interface InvitationRow {
  id: string;
  owner_id: string;
  owner_name: string;
  wrapped_key: Buffer;
  recipient_name: string | null;
  time_zone: string;
  link_epoch: number;
  sent_on: Date | null;
  opened_at: Date | null;
  status: string;
  failure_code: string | null;
  deleted_at: Date | null;
  created_at: Date;
}

interface ItemRow {
  sealed_as: string;
  frozen_head: Buffer;
  frozen_body: Buffer;
  written_at: Date;
}

/** A delivery that a secret opens, with what its pages are made from. */
export interface OpenableDelivery {
  id: string;
  ownerId: string;
  linkEpoch: number;
  invitation: Invitation;
  items: OpenedDelivery['items'];
}

/**
 * Finds what a link opens. The secret is the only proof: it must be made for this delivery and its present epoch.
 * @throws AppError not-found when it is no secret of ours; gone when it was deleted, revoked, or is too old
 */
export async function findByLink({ em, keyring, now }: Context, secret: string): Promise<OpenableDelivery> {
  const id = claimedId(secret);
  const [row] = id
    ? await em.execute<InvitationRow[]>(
        `select d.id, d.owner_id, u.name as owner_name, u.wrapped_key, d.recipient_name, d.time_zone, d.link_epoch, d.opened_at, d.status,
           d.failure_code, d.deleted_at, d.created_at, coalesce(d.sent_at, (select max(started_at) from delivery_attempts a
             where a.delivery_id = d.id and a.revision = d.revision)) as sent_on
         from deliveries d join users u on u.id = d.owner_id where d.id = ?`,
        [id],
      )
    : [];
  if (!row) throw unknownLink();
  if (!opensLink(keyring, secret, 'delivery', row.id, row.link_epoch))
    throw wasOurs(keyring, secret, row) ? revokedLink() : unknownLink();
  // A message can arrive before we have recorded that it was accepted: its link opens from the first attempt on.
  if (row.deleted_at || !row.sent_on) throw revokedLink();
  const sentOn = new Date(row.sent_on);
  const expiresAt = linkExpiry(sentOn);
  if (expiresAt <= now)
    throw new AppError('gone', 'This letter was kept for you for two years, and that time has passed.');
  const items = await em.execute<ItemRow[]>(
    `select dc.sealed_as, dc.frozen_head, dc.frozen_body, coalesce(c.created_at, ?) as written_at
     from delivery_contents dc left join contents c on c.id = dc.content_id
     where dc.delivery_id = ? and dc.frozen_head is not null order by dc.position`,
    [row.created_at, row.id],
  );
  const key = keyring.openPersonKey(row.wrapped_key, row.owner_id);
  const opened = items.map((item) => ({
    type: 'text' as const,
    title: openHead(key, item.sealed_as, item.frozen_head).title,
    content: openBody(key, item.sealed_as, item.frozen_body),
    written_at: new Date(item.written_at).toISOString(),
  }));
  const [first] = opened;
  if (!first) throw revokedLink();
  return {
    id: row.id,
    ownerId: row.owner_id,
    linkEpoch: row.link_epoch,
    items: opened,
    invitation: {
      sender_name: row.owner_name,
      recipient_name: row.recipient_name,
      title: first.title,
      written_at: first.written_at,
      sent_on: sentOn.toISOString(),
      time_zone: row.time_zone,
      expires_at: expiresAt.toISOString(),
      opened: row.opened_at !== null,
    },
  };
}

/** An earlier epoch of ours deserves another sentence than a mistyped link. */
function wasOurs(keyring: Context['keyring'], secret: string, row: InvitationRow): boolean {
  for (let epoch = row.link_epoch - 1; epoch >= 1; epoch--) {
    if (opensLink(keyring, secret, 'delivery', row.id, epoch)) return true;
  }
  return false;
}

function unknownLink(): AppError {
  return new AppError(
    'not-found',
    'This link opens nothing. It may have been cut off: please copy all of it from the message.',
  );
}

function revokedLink(): AppError {
  return new AppError(
    'gone',
    'This link does not open anything any more. It was withdrawn, or a newer message replaced it.',
  );
}
