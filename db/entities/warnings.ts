import { defineEntity, p } from '@mikro-orm/core';
import type { WarningChannel, WarningMessageKind } from '#domain/emergency/warning-channels.ts';
import { User } from './accounts.ts';
import { EmergencyMail } from './emergency.ts';

export const WarningChannelRowSchema = defineEntity({
  name: 'WarningChannelRow',
  tableName: 'warning_channels',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    channel: p.text().primary().$type<WarningChannel>(),
    /** An email address, or a number in E.164: the same for WhatsApp and SMS. */
    address: p.text(),
    /** A phone may be used for one of its channels only. */
    isUsed: p.boolean(),
    /** When a code proved that the address is the owner's. */
    confirmedAt: p.datetime().nullable(),
    lastDeliveredAt: p.datetime().nullable(),
    /** When a message first failed, and none has arrived since. */
    failedAt: p.datetime().nullable(),
  },
});
/** A channel by which an owner is warned besides the account's address. */
export class WarningChannelRow extends WarningChannelRowSchema.class {}
WarningChannelRowSchema.setClass(WarningChannelRow);

export const WarningMessageSchema = defineEntity({
  name: 'WarningMessage',
  tableName: 'warning_messages',
  properties: {
    /** Goes to the provider with the message, and comes back with each event. */
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    kind: p.text().$type<WarningMessageKind>(),
    /** The mail to the account's address that it repeats; null for all but a warning. */
    mail: () => p.manyToOne(EmergencyMail).mapToPk().nullable().deleteRule('cascade'),
    /** `email` is the account's address, which only a test goes to. */
    channel: p.text().$type<WarningChannel | 'email'>(),
    /** As it was then. */
    address: p.text(),
    /** Withdrawn: it was not sent and is no longer needed. */
    state: p.text().$type<'waiting' | 'accepted' | 'delivered' | 'failed' | 'withdrawn'>(),
    deliveredAt: p.datetime().nullable(),
    /** How often the code was mistyped; the last one makes it invalid. */
    codeTries: p.integer().default(0),
    createdAt: p.datetime(),
  },
});
/** A message to an owner that is no mail of the protocol itself. */
export class WarningMessage extends WarningMessageSchema.class {}
WarningMessageSchema.setClass(WarningMessage);
