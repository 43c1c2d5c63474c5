import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { Delivery } from './delivery.ts';

export const NoticeSchema = defineEntity({
  name: 'Notice',
  tableName: 'notices',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    kind: p.text().$type<NoticeKind>(),
    delivery: () => p.manyToOne(Delivery).mapToPk().deleteRule('cascade'),
    /** One notice of a kind for each revision of a delivery; of an opening, one for each delivery. */
    revision: p.integer(),
    sentAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});
/** A mail to the owner about their delivery. */
export class Notice extends NoticeSchema.class {}
NoticeSchema.setClass(Notice);
export type NoticeKind =
  | 'delivery-failed'
  | 'delivery-delayed'
  | 'address-check'
  | 'delivery-opened'
  /** Its address refused it, and it goes to the second one. */
  | 'delivery-alternate';

export const TimelineEntrySchema = defineEntity({
  name: 'TimelineEntry',
  tableName: 'timeline',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    at: p.datetime(),
    kind: p.text().$type<TimelineKind>(),
    actor: p.text().$type<TimelineActor>(),
    /** Remains after the delivery was deleted. */
    deliveryId: p.uuid().nullable(),
    /** Codes and counts; never content, names or addresses. */
    detail: p.json<Record<string, string | number>>(),
  },
});
/** What happened, when and by whom: append-only. */
export class TimelineEntry extends TimelineEntrySchema.class {}
TimelineEntrySchema.setClass(TimelineEntry);
export type TimelineActor = 'owner' | 'stillhere' | 'provider' | 'recipient' | 'operator' | 'contact';
export type TimelineKind =
  | 'delivery-scheduled'
  | 'delivery-rescheduled'
  | 'delivery-deleted'
  | 'delivery-retried'
  | 'delivery-further-copy'
  | 'delivery-delayed'
  /** Its recipient's address has had enough messages for a day. */
  | 'delivery-held'
  | 'delivery-sent'
  | 'delivery-delivered'
  | 'delivery-failed'
  /** A release came back from its recipient's mailbox, and is sent again later. */
  | 'delivery-came-back'
  | 'delivery-opened'
  | 'delivery-link-refused'
  | 'delivery-link-withdrawn'
  | 'delivery-link-revoked'
  | 'delivery-link-extended'
  | 'delivery-fell-back'
  /** Its recipient's address refused it, and it goes to the second one. */
  | 'delivery-to-alternate'
  | 'delivery-resent'
  | 'delivery-downloaded'
  | 'delivery-time-moved'
  | 'delivery-held-by-operator'
  | 'delivery-unheld'
  /** The owner confirmed the address; docs/decisions/0071. */
  | 'delivery-address-holds'
  | 'content-published'
  | 'content-deleted'
  | 'content-sealed'
  | 'content-unpublished'
  | 'protocol-armed'
  | 'protocol-disarmed'
  | 'protocol-changed'
  | 'protocol-paused'
  | 'protocol-warned'
  | 'protocol-missed'
  | 'protocol-heard'
  | 'protocol-confirmed'
  | 'protocol-raised'
  | 'protocol-answered'
  | 'protocol-released'
  | 'protocol-returned';

export const EngineStoreSchema = defineEntity({
  name: 'EngineStore',
  tableName: 'engine_store',
  properties: {
    /** There is one row. */
    id: p.integer().primary(),
    /** The id of the engine's namespace, as last detected. */
    namespaceId: p.text(),
    /** Raised by each new store. */
    generation: p.integer().default(1),
    /** docs/decisions/0071 */
    detectedAt: p.datetime().name('met_at'),
  },
});
export class EngineStore extends EngineStoreSchema.class {}
EngineStoreSchema.setClass(EngineStore);

export const ZoneRulesSchema = defineEntity({
  name: 'ZoneRules',
  tableName: 'zone_rules',
  properties: {
    /** There is one row. */
    id: p.integer().primary(),
    /** Of the time zone database with which the instants of deliveries were last computed. */
    version: p.text(),
    appliedAt: p.datetime(),
  },
});
export class ZoneRules extends ZoneRulesSchema.class {}
ZoneRulesSchema.setClass(ZoneRules);

export const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    key: p.text().primary(),
    /** Of the request, by the owner's key. */
    requestHash: p.blob().$type<Buffer>(),
    /** Null while the first call is in progress. */
    status: p.integer().nullable(),
    /** Ciphertext of the answer. */
    answer: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(),
  },
});
/** The answer to a call that creates something, for a repetition of that call. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
