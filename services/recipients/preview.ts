/**
 * A delivery as it would go out, for its owner alone: its message and its recipient's page. Nothing is recorded, and no link
 * is made.
 */
import { anyOf } from '#db/sql.ts';
import { countOf, type TypeCounts } from '#domain/content/content.ts';
import type { Reschedule, Schedule } from '#domain/delivery/delivery.schema.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import { DEFAULT_LINK_YEARS, type LinkYears, linkExpiry } from '#domain/delivery/link-life.ts';
import type { Several } from '#domain/delivery/schedule.schema.ts';
import { AppError } from '#domain/errors.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { previewPage } from '#messages/en/preview-page.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { chosenChannel } from '#services/deliveries/channels.ts';
import { chosenTime } from '#services/deliveries/chosen-time.ts';
import { previewOnPhone } from '#services/deliveries/compose-invitation.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { groupedPhone } from '#services/deliveries/phone.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import type { InvitationInput } from '#services/mails/invitations.ts';
import type { OpenedDelivery } from './invitations.ts';
import { contentRows, type DeliveredItem, toItem } from './items.ts';

/** What a preview needs beside the services: the origin that the links of messages have. */
export type PreviewContext = Context & { appOrigin: string };

/** The message: a mail, or what a phone shows, with the address that its test leads to. */
export type PreviewedMessage = { kind: 'email'; mail: InvitationInput } | { kind: 'phone'; text: string; link: string };

/** A delivery as it would go out. */
export interface Preview {
  channel: Channel;
  /** Of the message and the page. */
  language: Language;
  /** The recipient's name, or the address or number that the message goes to. */
  recipient: string;
  /** That address, or the number as people read it. */
  address: string;
  message: PreviewedMessage;
  /** The recipient's page, on the day it is sent. */
  page: OpenedDelivery;
}

/** What a preview is made from. */
interface Draft {
  contentIds: readonly string[];
  channel: Channel;
  email: string;
  phone: string | null;
  name: string | null;
  instant: Date;
  timeZone: string;
  linkYears: LinkYears;
  language: Language;
  isAsked: boolean;
}

/**
 * @param input of several people, the preview is that of the first
 * @returns the preview of a new delivery, before it is scheduled
 * @throws AppError validation-failed, as scheduling it would
 */
export async function previewSchedule(
  context: PreviewContext,
  ownerId: string,
  { content_ids, recipients, ...input }: Schedule & Several,
): Promise<Preview> {
  const before = {
    channel: 'email',
    recipientPhone: null,
    link_years: DEFAULT_LINK_YEARS,
    language: DEFAULT_LANGUAGE,
  } as const;
  const [first] = recipients ?? [];
  const one = first && { recipient_email: first.email, recipient_name: first.name, recipient_phone: first.phone };
  const wish = wishOf(context, { ...input, ...one }, before);
  return compose(context, ownerId, { ...wish, contentIds: content_ids ?? [input.content_id] }, '/schedule?new');
}

/**
 * @returns the preview of a delivery that waits
 * @throws AppError not-found; conflict once it is due, being sent or finished
 */
export async function previewDelivery(context: PreviewContext, ownerId: string, id: string): Promise<Preview> {
  const delivery = await findPreviewable(context, ownerId, id);
  const draft: Draft = {
    contentIds: delivery.content_ids,
    channel: delivery.delivery_type,
    email: delivery.recipient_email,
    phone: delivery.recipient_phone,
    name: delivery.recipient_name,
    instant: new Date(delivery.scheduled_time),
    timeZone: delivery.time_zone,
    linkYears: delivery.link_years,
    language: delivery.language,
    isAsked: delivery.question !== null,
  };
  return compose(context, ownerId, draft, previewPath(id));
}

/**
 * @returns the preview of a delivery that waits, with changes that are not saved
 * @throws AppError as `previewDelivery`; validation-failed, as saving the changes would
 */
export async function previewReschedule(
  context: PreviewContext,
  ownerId: string,
  id: string,
  input: Reschedule,
): Promise<Preview> {
  const delivery = await findPreviewable(context, ownerId, id);
  const { delivery_type: channel, recipient_phone: recipientPhone, link_years, language, question } = delivery;
  const wish = wishOf(context, { question, ...input }, { channel, recipientPhone, link_years, language });
  return compose(context, ownerId, { ...wish, contentIds: delivery.content_ids }, previewPath(id));
}

/** @throws AppError not-found, also for another owner's; conflict once it is due, being sent or finished */
export async function findPreviewable(context: Context, ownerId: string, id: string): Promise<DeliveryView> {
  const delivery = await findDelivery(context, ownerId, id);
  if (delivery.origin === 'release' || !delivery.changeable || delivery.content_ids.length === 0)
    throw new AppError('conflict', say(previewPage['not-waiting']));
  return delivery;
}

/** A mail leads there by way of the sign-in: its owner may read it on another device. */
function previewPath(id: string): string {
  return `/auth?${new URLSearchParams({ to: `/schedule/${id}/preview` })}`;
}

/** What a form asks for, checked as scheduling it would. */
function wishOf(
  context: Context,
  input: Reschedule,
  before: { channel: Channel; recipientPhone: string | null; link_years: LinkYears; language: Language },
): Omit<Draft, 'contentIds'> {
  const { channel, recipientPhone } = chosenChannel(context, input, before);
  return {
    channel,
    phone: recipientPhone,
    email: input.recipient_email,
    name: input.recipient_name,
    instant: chosenTime(input, context.now).instant,
    timeZone: input.time_zone,
    linkYears: input.link_years === undefined ? before.link_years : input.link_years,
    language: input.language ?? before.language,
    isAsked: Boolean(input.question),
  };
}

/** @param path where the button of the mail leads */
async function compose(context: PreviewContext, ownerId: string, draft: Draft, path: string): Promise<Preview> {
  const page = await pageOf(context, ownerId, draft);
  const { channel, name, email, phone, language } = draft;
  const link = `${context.appOrigin}${path}`;
  const sender = { ownerName: page.sender_name, ownerEmail: page.sender_email };
  const message: PreviewedMessage =
    channel === 'email'
      ? { kind: 'email', mail: mailOf(page, draft, link) }
      : { kind: 'phone', text: previewOnPhone(channel, context.appOrigin, { name, language }, sender), link };
  const address = channel === 'email' || !phone ? email : groupedPhone(phone);
  return { channel, language, recipient: name || address, address, message, page };
}

function mailOf(page: OpenedDelivery, { instant, linkYears, isAsked }: Draft, link: string): InvitationInput {
  return {
    type: page.type,
    types: countOf(page.types) > 1 ? page.types : null,
    isAsked,
    title: page.title,
    senderName: page.sender_name,
    senderEmail: page.sender_email,
    recipientName: page.recipient_name,
    timeZone: page.time_zone,
    writtenAt: new Date(page.written_at),
    sentAt: instant,
    link,
    expiresAt: linkExpiry(instant, linkYears),
  };
}

/** The page as it would be on the day it is sent, with the items as they are now. */
async function pageOf(
  { em, keyring }: Context,
  ownerId: string,
  { contentIds, instant, ...draft }: Draft,
): Promise<OpenedDelivery> {
  const rows = await contentRows(em)
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['c.id as sealed_as', 'c.head', 'c.body', 'c.caption'])
    .select(['u.name', 'u.email', 'u.email_confirmed_at', 'u.wrapped_key'])
    .where('c.id', '=', anyOf(contentIds))
    .where('c.owner_id', '=', ownerId)
    .execute();
  const inOrder = contentIds.flatMap((id) => rows.find(({ sealed_as }) => sealed_as === id) ?? []);
  const [row] = inOrder;
  if (!row || inOrder.length < contentIds.length)
    throw AppError.atField('validation-failed', 'content_id', say(deliveryRefusals['content-gone']));
  const key = keyring.openPersonKey(row.wrapped_key, ownerId);
  const items = inOrder.map((one, position) => ({ ...toItem(key, one), position }));
  const [first = toItem(key, row)] = items;
  return {
    origin: 'owner',
    type: first.type,
    types: typesOf(items),
    bytes: inOrder.reduce((sum, { size }) => sum + Number(size), 0),
    sender_name: row.name,
    sender_email: row.email_confirmed_at && row.email,
    recipient_name: draft.name,
    title: first.title,
    written_at: first.written_at,
    sent_on: instant.toISOString(),
    time_zone: draft.timeZone,
    expires_at: linkExpiry(instant, draft.linkYears)?.toISOString() ?? null,
    extends_to: null,
    opened: false,
    silent_since: null,
    question: null,
    stop_path: null,
    remind_at: null,
    reminders: [],
    more: null,
    items,
    from: 0,
    next: null,
  };
}

function typesOf(items: readonly DeliveredItem[]): TypeCounts {
  const types: Record<string, number> = {};
  for (const { type } of items) types[type] = (types[type] ?? 0) + 1;
  return types;
}
