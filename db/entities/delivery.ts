import { defineEntity, p } from '@mikro-orm/core';
import type { Channel, DeliveryOrigin, DeliveryStatus, FailureCode } from '#domain/delivery/delivery.ts';
import type { LinkYears } from '#domain/delivery/link-life.ts';
import type { Attempt, RejectionKind } from '#domain/delivery/protocol.ts';
import type { Language } from '#domain/language.ts';
import { User } from './accounts.ts';
import { Content } from './content.ts';

export const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    channel: p.text().$type<Channel>(),
    recipientEmail: p.text(),
    recipientName: p.text().nullable(),
    /** Where it goes if the address refuses it; null for nowhere, and once it goes there. */
    alternateEmail: p.text().nullable(),
    /** The address that refused it: `recipientEmail` has been the second one since. */
    refusedEmail: p.text().nullable(),
    recipientPhone: p.text().nullable(),
    scheduledTime: p.datetime(),
    /** What the person chose, in their time zone, `YYYY-MM-DDTHH:MM`; null where an instant was given. */
    localTime: p.text().nullable(),
    timeZone: p.text(),
    /** Of its message and its page. */
    language: p.text().$type<Language>().default('en'),
    status: p.text().$type<DeliveryStatus>(),
    origin: p.text().$type<DeliveryOrigin>(),
    /** Those that were scheduled together, to several people; null for one alone. */
    groupId: p.uuid().nullable(),
    /** Of a yearly delivery: the local time of the first, as it was chosen. */
    repeatFrom: p.text().nullable(),
    /** The last year in which it goes out; null for once. */
    repeatUntil: p.integer().nullable(),
    /** The delivery of the next year, scheduled when this one was sent; it may have been deleted since. */
    nextId: p.uuid().nullable(),
    /** What its recipient is asked before opening it, sealed; null for nothing. */
    question: p.blob().$type<Buffer>().nullable(),
    /** argon2id of the normalised answer (domain/delivery/answer.ts). */
    answerHash: p.text().nullable(),
    /** Whether its page says if more is to come from its owner. */
    tellsMore: p.boolean().default(false),
    /** When its recipient wants to be reminded of it; null unless they asked. */
    remindAt: p.datetime().nullable(),
    /** Of the emergency protocol, whose release sends it. */
    releaseEpisode: p.integer().nullable(),
    /** Of a release: how many days after it this goes out. */
    releaseAfterDays: p.integer().default(0),
    /** Raised by each change of intent; the engine is synced up to `syncedRevision`. */
    revision: p.integer(),
    syncedRevision: p.integer(),
    /** The store of the engine that it was announced to: `generation` of `engine_store`. */
    syncedGeneration: p.integer().default(1),
    /** How often in a row the engine refused it; it is announced again after `syncAfter`. */
    syncRefusals: p.integer().default(0),
    syncAfter: p.datetime().nullable(),
    /** Since when operators hold it: while this is set, nothing sends it. */
    heldAt: p.datetime().nullable(),
    /** The earliest instant at which anyone may act on it; set exactly while it is pending and not deleted. */
    nextAttemptAt: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    openedAt: p.datetime().nullable(),
    /** When the recipient first saved something of it. */
    downloadedAt: p.datetime().nullable(),
    /** When it became sent or failed. */
    finishedAt: p.datetime().nullable(),
    failureCode: p.text().$type<FailureCode>().nullable(),
    /** Sent, but no provider ever confirmed it. */
    isUnconfirmed: p.boolean(),
    /** Since when it goes by email instead of by the chosen channel. */
    fellBackAt: p.datetime().nullable(),
    linkEpoch: p.integer(),
    /** How long its link is valid after the sending; null for as long as Stillhere exists. */
    linkYears: p.integer().$type<NonNullable<LinkYears>>().nullable().default(2),
    /** Set once the link was extended; otherwise it follows from `sentAt` and `linkYears`. */
    linkExpiresAt: p.datetime().nullable(),
    linkRevokedAt: p.datetime().nullable(),
    /** When its owner was asked, ahead of a far date, whether the address is still right. */
    addressAskedAt: p.datetime().nullable(),
    /** When its owner confirmed the address; docs/decisions/0071. */
    addressConfirmedAt: p.datetime().name('address_holds_at').nullable(),
    deletedAt: p.datetime().nullable(),
    /** When the janitor last compared the row with the engine. */
    engineCheckedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);

export const DeliveryContentSchema = defineEntity({
  name: 'DeliveryContent',
  tableName: 'delivery_contents',
  properties: {
    id: p.uuid().primary(),
    delivery: () => p.manyToOne(Delivery).mapToPk().deleteRule('cascade'),
    /** The id that the ciphertext is sealed with: the original's, also after that was deleted. */
    sealedAs: p.uuid(),
    /** Null once the owner has deleted the original; the frozen copy remains. */
    content: () => p.manyToOne(Content).mapToPk().nullable().deleteRule('set null'),
    position: p.integer(),
    /** The original's ciphertext as it was when it was sent: a later edit does not change what was delivered. */
    frozenHead: p.blob().$type<Buffer>().nullable(),
    frozenBody: p.blob().$type<Buffer>().nullable().lazy(),
    /** Written by the database, with frozenHead. */
    frozenCaption: p.blob().$type<Buffer>().nullable().lazy(),
  },
});
export class DeliveryContent extends DeliveryContentSchema.class {}
DeliveryContentSchema.setClass(DeliveryContent);

export const DeliveryAttemptSchema = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempts',
  properties: {
    /** Goes to the provider with the message, and comes back with each event. */
    id: p.uuid().primary(),
    delivery: () => p.manyToOne(Delivery).mapToPk().deleteRule('cascade'),
    revision: p.integer(),
    n: p.integer(),
    /** The channel of this message. */
    channel: p.text().$type<Channel>(),
    state: p.text().$type<Attempt['state']>(),
    rejection: p.text().$type<RejectionKind>().nullable(),
    /** The provider's own words, without personal data, for operators. */
    reason: p.text().nullable(),
    providerMessageId: p.text().nullable(),
    startedAt: p.datetime(),
    settledAt: p.datetime().nullable(),
  },
});
export class DeliveryAttempt extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttempt);

export const ProviderEventSchema = defineEntity({
  name: 'ProviderEvent',
  tableName: 'provider_events',
  properties: {
    id: p.uuid().primary(),
    provider: p.text(),
    /** The provider's own id; unique with the provider. */
    eventId: p.text(),
    /** Not a foreign key: events of unknown messages are saved as well. */
    attemptId: p.uuid().nullable(),
    messageId: p.text().nullable(),
    name: p.text(),
    occurredAt: p.datetime(),
    receivedAt: p.datetime(),
  },
});
export class ProviderEvent extends ProviderEventSchema.class {}
ProviderEventSchema.setClass(ProviderEvent);
