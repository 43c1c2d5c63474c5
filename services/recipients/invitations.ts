/** What a recipient's link leads to, and why a link is refused. */
import { query } from '#db/query.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { DeliveryOrigin } from '#domain/delivery/delivery.ts';
import { type LinkYears, linkEnd, worthwhileExtension } from '#domain/delivery/link-life.ts';
import { type Reminder, remindersBefore } from '#domain/delivery/reminder.ts';
import { AppError } from '#domain/errors.ts';
import { plainDate } from '#messages/dates.ts';
import { linkRefusals } from '#messages/en/link-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { openQuestion } from '#services/deliveries/second-secret.ts';
import { readPairs, stopLink } from '#services/limits/correspondents.ts';
import { followLink } from '#services/limits/limits.ts';
import { shownName } from '#services/mails/words.ts';
import { unknownLink } from '#services/not-found.ts';
import { speakTo } from '#services/reader-language.ts';
import { hasAnswered } from './answered.ts';
import { type DeliveredItem, firstItem, type ItemsPage, type ItemsTotal, readItems, totalOf } from './items.ts';

/** What a recipient sees before opening. Instants are ISO 8601 with Z. */
export interface Invitation extends ItemsTotal {
  origin: DeliveryOrigin;
  /** Of the first item. */
  type: ContentType;
  sender_name: string;
  /** Where the sender can be asked whether this is genuine; null for an address that they have not confirmed. */
  sender_email: string | null;
  recipient_name: string | null;
  title: string;
  written_at: string;
  sent_on: string;
  /** The sender's time zone, for dates. */
  time_zone: string;
  /** Null for as long as Stillhere exists. */
  expires_at: string | null;
  /** Until when the recipient could open it after extending it now; null where that is hardly longer. */
  extends_to: string | null;
  opened: boolean;
  /** Of a release: the sender's last check-in; null once there was another, and for every other delivery. */
  silent_since: string | null;
  /** What has to be answered first; null where nothing has, and for a browser that has answered it. */
  question: string | null;
  /** Where its recipient says that they want nothing more: a path. Null in a preview. */
  stop_path: string | null;
  /** When its recipient is reminded of it, as they asked. */
  remind_at: string | null;
  /** When they can be. */
  reminders: Reminder[];
  /** Whether more is to come from its sender, where they allow us to say so. */
  more: 'more' | 'last' | null;
}

/** What a recipient sees after opening: a page of the items, and how much there is in all. */
export interface OpenedDelivery extends Invitation, Pick<ItemsPage, 'from' | 'next'> {
  items: DeliveredItem[];
}

/** A link proves by itself that it was ours, also after its delivery was deleted: so many epochs are tried then. */
const EPOCHS = 32;

/** A delivery whose link is valid. */
export interface LinkedDelivery {
  id: string;
  ownerId: string;
  linkEpoch: number;
  isOpened: boolean;
  isDownloaded: boolean;
  row: DeliveryRow;
  sentOn: Date;
  /** Null for as long as Stillhere exists. */
  expiresAt: Date | null;
  linkYears: LinkYears;
  /** This browser has not answered its question. */
  isLocked: boolean;
}

/**
 * Finds the delivery of a link. The secret is the only proof: it is valid for one delivery and its current epoch. Reads
 * none of the items.
 * @throws AppError not-found when the secret is not one of ours; gone when the delivery or its account was deleted, and when
 *   the link was revoked or has expired; too-many-requests instead of not-found after very many wrong secrets
 */
export function findByLink(context: Context, secret: string): Promise<LinkedDelivery> {
  return followLink(context, () => findDelivery(context, secret));
}

/**
 * The same for what can only be seen after opening.
 * @throws AppError forbidden before it was opened, and before its question was answered; as `findByLink`
 */
export async function findOpened(context: Context, secret: string): Promise<LinkedDelivery> {
  const found = await findUnlocked(context, secret);
  if (!found.isOpened) throw new AppError('forbidden', say(linkRefusals['not-opened-yet']));
  return found;
}

/**
 * The same, where nobody has to answer a question first.
 * @throws AppError forbidden before its question was answered in this browser; as `findByLink`
 */
export async function findUnlocked(context: Context, secret: string): Promise<LinkedDelivery> {
  const found = await findByLink(context, secret);
  if (found.isLocked) throw new AppError('forbidden', say(linkRefusals['answer-first']));
  return found;
}

type DeliveryRow = NonNullable<Awaited<ReturnType<typeof readRow>>>;

function readRow({ em }: Context, id: string) {
  return query(em)
    .selectFrom('deliveries as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .leftJoin('emergency_protocols as p', (join) =>
      join.onRef('p.owner_id', '=', 'u.id').onRef('p.episode', '=', 'd.release_episode').on('p.stage', '=', 'released'),
    )
    .select([
      'd.id',
      'd.origin',
      'd.owner_id',
      'd.recipient_name',
      'd.time_zone',
      'd.language',
      'd.link_epoch',
      'd.opened_at',
    ])
    .select(['d.question', 'd.answer_hash', 'd.recipient_email', 'd.tells_more', 'd.remind_at'])
    .select(['d.deleted_at', 'd.link_years', 'd.link_expires_at', 'd.link_revoked_at', 'd.downloaded_at'])
    .select([
      'u.name as owner_name',
      'u.email',
      'u.email_confirmed_at',
      'u.wrapped_key',
      'p.last_check_in as silent_since',
    ])
    .select(({ fn, selectFrom }) => {
      const latestAttempt = selectFrom('delivery_attempts as a')
        .select((eb) => eb.fn.max('a.started_at').as('at'))
        .whereRef('a.delivery_id', '=', 'd.id')
        .where(({ eb, or, ref }) =>
          or([eb('a.revision', '=', ref('d.revision')), eb('a.started_at', '<', ref('d.fell_back_at'))]),
        );
      // A message can arrive before we have recorded that it was accepted: its link is valid from the first attempt on.
      return fn.coalesce('d.sent_at', latestAttempt).as('sent_on');
    })
    .where('d.id', '=', id)
    .executeTakeFirst();
}

async function findDelivery(context: Context, secret: string): Promise<LinkedDelivery> {
  const { keyring, now } = context;
  const id = claimedId(secret);
  const row = id ? await readRow(context, id) : undefined;
  if (row) speakTo(row.language);
  if (!row) throw id && epochBelow(EPOCHS, keyring, secret, id) !== null ? deletedLink() : unknownLink('cut-off');
  if (!opensLink(keyring, secret, 'delivery', row.id, row.link_epoch)) throw await closedLink(context, secret, row);
  const { owner_id: ownerId, link_epoch: linkEpoch, link_years: linkYears, sent_on: sentOn } = row;
  if (row.deleted_at || row.link_revoked_at || !sentOn) throw revokedLink();
  const expiresAt = linkEnd({ years: linkYears, extendedTo: row.link_expires_at }, sentOn);
  if (expiresAt && expiresAt <= now) throw expiredLink(expiresAt, row.time_zone);
  const happened = { isOpened: row.opened_at !== null, isDownloaded: row.downloaded_at !== null };
  const isLocked = row.answer_hash !== null && !hasAnswered(context, row.id, linkEpoch, row.answer_hash);
  return { id: row.id, ownerId, linkEpoch, linkYears, ...happened, row, sentOn, expiresAt, isLocked };
}

/**
 * @returns what its recipient sees before opening
 * @throws AppError gone when no item is left
 */
export async function readInvitation(context: Context, delivery: LinkedDelivery): Promise<Invitation> {
  const { row, sentOn, expiresAt, linkYears } = delivery;
  const { now } = context;
  const key = keyOf(context, delivery);
  const first = await firstItem(context.em, key, row.id);
  if (!first) throw revokedLink();
  return {
    origin: row.origin,
    type: first.type,
    ...(await totalOf(context.em, row.id)),
    sender_name: row.owner_name,
    sender_email: row.email_confirmed_at && row.email,
    recipient_name: row.recipient_name,
    title: first.title,
    written_at: first.written_at,
    sent_on: sentOn.toISOString(),
    time_zone: row.time_zone,
    expires_at: expiresAt?.toISOString() ?? null,
    extends_to: worthwhileExtension(expiresAt, linkYears, now)?.toISOString() ?? null,
    opened: delivery.isOpened,
    silent_since: row.silent_since?.toISOString() ?? null,
    question: delivery.isLocked ? openQuestion(key, row.owner_id, row.question) : null,
    stop_path: await stopPathOf(context, delivery),
    remind_at: row.remind_at?.toISOString() ?? null,
    reminders: row.opened_at === null ? remindersBefore(expiresAt, now) : [],
    more: row.tells_more ? await moreToCome(context, delivery) : null,
  };
}

/** The row is there since the message went out; a message of another address has another. */
async function stopPathOf({ em, keyring }: Context, { ownerId, row }: LinkedDelivery): Promise<string | null> {
  const [known] = await readPairs(em, keyring, [{ ownerId, address: row.recipient_email }]);
  return known?.id ? stopLink(keyring, '', { id: known.id }) : null;
}

/** Asks for what waits to the same address, also the next one of a yearly delivery. */
async function moreToCome({ em }: Context, { id, ownerId, row }: LinkedDelivery): Promise<'more' | 'last'> {
  const waiting = await query(em)
    .selectFrom('deliveries')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('origin', '=', 'owner')
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .where('recipient_email', '=', row.recipient_email)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return waiting ? 'more' : 'last';
}

/**
 * @param from the position of the first item of the page
 * @returns a page of the items as they were when they were sent
 * @throws AppError gone when none is left
 */
export async function readDelivery(context: Context, delivery: LinkedDelivery, from = 0): Promise<OpenedDelivery> {
  const invitation = await readInvitation(context, delivery);
  return { ...invitation, ...(await itemsOf(context, delivery, from)) };
}

/**
 * @param from the position of the first item
 * @param limit how many at most; a page of them without it
 */
export function itemsOf(context: Context, delivery: LinkedDelivery, from: number, limit?: number): Promise<ItemsPage> {
  return readItems(context.em, keyOf(context, delivery), delivery.id, from, limit);
}

function keyOf({ keyring }: Context, { row }: LinkedDelivery): PersonKey {
  return keyring.openPersonKey(row.wrapped_key, row.owner_id);
}

/** @returns why a link is not valid for the delivery that it names: a link that we once sent gets another reason than a typo */
async function closedLink({ em, keyring }: Context, secret: string, row: DeliveryRow): Promise<AppError> {
  const epoch = epochBelow(row.link_epoch, keyring, secret, row.id);
  if (epoch === null) return unknownLink('cut-off');
  const refusal = await query(em)
    .selectFrom('timeline')
    .select('id')
    .where('delivery_id', '=', row.id)
    .where('kind', '=', 'delivery-link-refused')
    .where(({ eb, ref }) => eb(ref('detail', '->>').key('epoch'), '=', `${epoch}`))
    .executeTakeFirst();
  if (refusal) return new AppError('gone', say(linkRefusals['closed-by-recipient']));
  const isBack = row.origin === 'release' && row.silent_since === null;
  return isBack ? takenBack(row.owner_name) : revokedLink();
}

/** @returns the earlier epoch for which the secret was made; null when we did not make it */
function epochBelow(limit: number, keyring: Context['keyring'], secret: string, id: string): number | null {
  for (let epoch = limit - 1; epoch >= 1; epoch--) {
    if (opensLink(keyring, secret, 'delivery', id, epoch)) return epoch;
  }
  return null;
}

/** The row was deleted, with its account or long ago: we no longer know which, or whose delivery it was. */
function deletedLink(): AppError {
  return new AppError('gone', say(linkRefusals['taken-back-by-sender']));
}

/** Names the day and not the duration: its sender may have extended it more than once. */
function expiredLink(expiresAt: Date, timeZone: string): AppError {
  const until = plainDate(expiresAt, timeZone);
  return new AppError('gone', say(linkRefusals['kept-until'], { date: until }));
}

/** The sender of a release came back before it was opened. */
function takenBack(senderName: string): AppError {
  return new AppError('gone', say(linkRefusals['sender-is-back'], { sender: shownName(senderName) }));
}

function revokedLink(): AppError {
  return new AppError('gone', say(linkRefusals.replaced));
}
