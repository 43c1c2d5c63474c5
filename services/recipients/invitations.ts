import type { ContentType, FileType } from '#domain/content/content.ts';
import type { DeliveryOrigin } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import { writtenDate } from '#domain/time/written.ts';
import { openBody, openHead } from '#services/contents/sealed-content.ts';
import type { Context } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { linkExpiry } from '#services/deliveries/compose-invitation.ts';
import { followLink } from '#services/limits/limits.ts';
import { shownName } from '#services/mails/words.ts';

/** What a recipient sees before opening. Instants are ISO 8601 with Z. */
export interface Invitation {
  origin: DeliveryOrigin;
  /** Of what was sent; of the first where it is several things. */
  type: ContentType;
  /** Of each thing that was sent, in order. */
  types: ContentType[];
  sender_name: string;
  recipient_name: string | null;
  title: string;
  written_at: string;
  sent_on: string;
  /** The sender's zone, in which the dates are told. */
  time_zone: string;
  expires_at: string;
  opened: boolean;
  /** Of a release: the sender's last sign of life; null once they are back, and where there is no question of it. */
  silent_since: string | null;
}

/** One thing that was sent: a letter with its text as it was then, or a file. */
export type DeliveredItem = { title: string; written_at: string } & (
  | { type: 'text'; content: string }
  | {
      type: FileType;
      file_id: string;
      original_filename: string;
      content_type: string;
      /** In bytes. */
      size: number;
      /** Whether there is a small picture of it. */
      has_thumbnail: boolean;
    }
);

/** What a recipient sees after opening. */
export interface OpenedDelivery extends Invitation {
  items: DeliveredItem[];
}

/** A link proves by itself that it was ours, also when nothing is left to compare it with: this many epochs are tried. */
const EPOCHS = 32;

/** Whoever said that it was not for them reads that, and not a riddle about withdrawing. */
const REFUSED_LINK =
  'You said that this was not for you, so we closed it. What was sent to you cannot be read here any more.';

interface InvitationRow {
  id: string;
  origin: DeliveryOrigin;
  silent_since: Date | null;
  owner_id: string;
  owner_name: string;
  wrapped_key: Buffer;
  recipient_name: string | null;
  time_zone: string;
  link_epoch: number;
  sent_on: Date | null;
  opened_at: Date | null;
  deleted_at: Date | null;
  link_expires_at: Date | null;
  link_revoked_at: Date | null;
  downloaded_at: Date | null;
  created_at: Date;
}

interface ItemRow {
  type: ContentType;
  sealed_as: string;
  frozen_head: Buffer;
  frozen_body: Buffer | null;
  file_id: string | null;
  content_type: string;
  size: string;
  has_thumbnail: boolean;
  written_at: Date;
}

/** A delivery that a secret opens. */
export interface OpenableDelivery {
  id: string;
  ownerId: string;
  linkEpoch: number;
  isOpened: boolean;
  isDownloaded: boolean;
  row: InvitationRow;
  sentOn: Date;
  expiresAt: Date;
}

/**
 * Finds what a link opens. The secret is the only proof: it must be made for this delivery and its present epoch.
 * Nothing of what was sent is read.
 * @throws AppError not-found when it is no secret of ours; gone when it was deleted, also with its account, revoked, or
 *   is too old; too-many-requests instead of not-found after very many that were none
 */
export function findByLink(context: Context, secret: string): Promise<OpenableDelivery> {
  return followLink(context, () => findDelivery(context, secret));
}

/**
 * The same for what is there only once it was opened.
 * @throws AppError forbidden before it was opened; as `findByLink`
 */
export async function findOpened(context: Context, secret: string): Promise<OpenableDelivery> {
  const found = await findByLink(context, secret);
  if (!found.isOpened) throw new AppError('forbidden', 'This has not been opened yet.');
  return found;
}

async function findDelivery(context: Context, secret: string): Promise<OpenableDelivery> {
  const { em, keyring, now } = context;
  const id = claimedId(secret);
  const [row] = id
    ? await em.execute<InvitationRow[]>(
        `select d.id, d.origin, d.owner_id, u.name as owner_name, u.wrapped_key, d.recipient_name, d.time_zone, d.link_epoch, d.opened_at,
           d.deleted_at, d.link_expires_at, d.link_revoked_at, d.downloaded_at, d.created_at, coalesce(d.sent_at, (select max(started_at) from delivery_attempts a
             where a.delivery_id = d.id and (a.revision = d.revision or a.started_at < d.fell_back_at))) as sent_on,
           p.last_check_in as silent_since
         from deliveries d join users u on u.id = d.owner_id left join emergency_protocols p
           on p.owner_id = u.id and p.episode = d.release_episode and p.stage = 'released' where d.id = ?`,
        [id],
      )
    : [];
  if (!row) throw id && epochBelow(EPOCHS, keyring, secret, id) !== null ? forgottenLink() : unknownLink();
  if (!opensLink(keyring, secret, 'delivery', row.id, row.link_epoch)) throw await closedLink(context, secret, row);
  // A message can arrive before we have recorded that it was accepted: its link opens from the first attempt on.
  if (row.deleted_at || row.link_revoked_at || !row.sent_on) throw revokedLink();
  const sentOn = new Date(row.sent_on);
  const expiresAt = row.link_expires_at ? new Date(row.link_expires_at) : linkExpiry(sentOn);
  if (expiresAt <= now) throw expiredLink(expiresAt, row.time_zone);
  const { owner_id: ownerId, link_epoch: linkEpoch } = row;
  const isDownloaded = row.downloaded_at !== null;
  return { id: row.id, ownerId, linkEpoch, isOpened: row.opened_at !== null, isDownloaded, row, sentOn, expiresAt };
}

/**
 * Reads what was sent, as it was then.
 * @throws AppError gone when nothing of it is left
 */
export async function readDelivery({ em, keyring }: Context, delivery: OpenableDelivery): Promise<OpenedDelivery> {
  const { row, sentOn, expiresAt } = delivery;
  const items = await em.execute<ItemRow[]>(
    `select c.type, dc.sealed_as, dc.frozen_head, dc.frozen_body, c.file_id, c.content_type, c.size, c.created_at as written_at,
       c.type <> 'audio' and coalesce(t.state = 'ready', false) as has_thumbnail
     from delivery_contents dc join contents c on c.id = dc.content_id left join thumbnails t on t.file_id = c.file_id
     where dc.delivery_id = ? and dc.frozen_head is not null order by dc.position`,
    [row.id],
  );
  const key = keyring.openPersonKey(row.wrapped_key, row.owner_id);
  const opened = items.map((item) => toItem(key, item));
  const [first] = opened;
  if (!first) throw revokedLink();
  return {
    origin: row.origin,
    type: first.type,
    types: opened.map(({ type }) => type),
    sender_name: row.owner_name,
    recipient_name: row.recipient_name,
    title: first.title,
    written_at: first.written_at,
    sent_on: sentOn.toISOString(),
    time_zone: row.time_zone,
    expires_at: expiresAt.toISOString(),
    opened: delivery.isOpened,
    silent_since: row.silent_since && new Date(row.silent_since).toISOString(),
    items: opened,
  };
}

function toItem(key: PersonKey, item: ItemRow): DeliveredItem {
  const { title, original_filename = title } = openHead(key, item.sealed_as, item.frozen_head);
  const written_at = new Date(item.written_at).toISOString();
  const { type, file_id, content_type, has_thumbnail } = item;
  if (type === 'text' || file_id === null)
    return {
      type: 'text',
      title,
      written_at,
      content: item.frozen_body ? openBody(key, item.sealed_as, item.frozen_body) : '',
    };
  return { type, title, written_at, file_id, original_filename, content_type, size: Number(item.size), has_thumbnail };
}

/** @returns why a link does not open what it names: an earlier epoch of ours deserves another sentence than a mistyped link */
async function closedLink({ em, keyring }: Context, secret: string, row: InvitationRow): Promise<AppError> {
  const epoch = epochBelow(row.link_epoch, keyring, secret, row.id);
  if (epoch === null) return unknownLink();
  const [refusal] = await em.execute<{ id: string }[]>(
    `select id from timeline where delivery_id = ? and kind = 'delivery-link-refused' and detail->>'epoch' = ?`,
    [row.id, `${epoch}`],
  );
  if (refusal) return new AppError('gone', REFUSED_LINK);
  const isBack = row.origin === 'release' && row.silent_since === null;
  return isBack ? takenBack(row.owner_name) : revokedLink();
}

/** @returns the epoch before this one that the secret was made for; null when it is none of ours */
function epochBelow(limit: number, keyring: Context['keyring'], secret: string, id: string): number | null {
  for (let epoch = limit - 1; epoch >= 1; epoch--) {
    if (opensLink(keyring, secret, 'delivery', id, epoch)) return epoch;
  }
  return null;
}

function unknownLink(): AppError {
  return new AppError(
    'not-found',
    'This link opens nothing. It may have been cut off: please copy all of it from the message.',
  );
}

/** The account was deleted, or the delivery long ago: nothing was kept that could say which, or whose it was. */
function forgottenLink(): AppError {
  return new AppError('gone', 'Its sender has taken it away, and nothing of it is kept here any more.');
}

/** Its sender may have extended it, more than once: the day is said, and not how long it was. */
function expiredLink(expiresAt: Date, timeZone: string): AppError {
  const until = writtenDate(expiresAt, timeZone);
  return new AppError('gone', `This was kept for you until ${until}, and that time has passed.`);
}

/** The sender of a release said that they are back before it was opened. */
function takenBack(senderName: string): AppError {
  return new AppError(
    'gone',
    `We have heard from ${shownName(senderName)} again, and what had not been opened was taken back. There is nothing you need to do.`,
  );
}

function revokedLink(): AppError {
  return new AppError(
    'gone',
    'This link does not open anything any more. It was withdrawn, or a newer message replaced it.',
  );
}
