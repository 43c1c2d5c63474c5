import { defineEntity, p } from '@mikro-orm/core';
import type { WebhookEnd, WebhookEvent, WebhookFailure, WebhookMessageKind } from '#domain/webhooks/webhooks.ts';
import { User } from './accounts.ts';

export const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** Ciphertext: such an address often has a password of its own in it. */
    url: p.blob().$type<Buffer>(),
    events: p.array().$type<WebhookEvent[]>(),
    createdAt: p.datetime(),
    lastDeliveredAt: p.datetime().nullable(),
    /** Since when nothing is sent; null while it is on. */
    offAt: p.datetime().nullable(),
    offBecause: p.text().$type<WebhookEnd>().nullable(),
  },
});
/** A program of an owner that hears of events (services/accounts/webhooks.ts). */
export class Webhook extends WebhookSchema.class {}
WebhookSchema.setClass(Webhook);

export const WebhookSecretSchema = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secrets',
  properties: {
    webhook: () => p.manyToOne(Webhook).mapToPk().primary().deleteRule('cascade'),
    /** Ciphertext of the key of its signatures. */
    secret: p.blob().$type<Buffer>(),
  },
});
/** The secret of a webhook, in a table that the web process cannot read. */
export class WebhookSecret extends WebhookSecretSchema.class {}
WebhookSecretSchema.setClass(WebhookSecret);

export const WebhookMessageSchema = defineEntity({
  name: 'WebhookMessage',
  tableName: 'webhook_messages',
  properties: {
    /** Goes with each try, so that a receiver can tell a copy. */
    id: p.uuid().primary(),
    webhook: () => p.manyToOne(Webhook).mapToPk().deleteRule('cascade'),
    kind: p.text().$type<WebhookMessageKind>(),
    /** Ids and counts. */
    data: p.json().$type<Record<string, string | number>>(),
    createdAt: p.datetime(),
    tries: p.integer().default(0),
    lastTriedAt: p.datetime().nullable(),
    /** The status of the last answer; null without an answer. */
    lastStatus: p.integer().nullable(),
    lastFailure: p.text().$type<WebhookFailure>().nullable(),
    arrivedAt: p.datetime().nullable(),
    givenUpAt: p.datetime().nullable(),
  },
});
/** One message to a webhook, and what became of it. */
export class WebhookMessage extends WebhookMessageSchema.class {}
WebhookMessageSchema.setClass(WebhookMessage);
