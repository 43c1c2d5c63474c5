import { defineEntity, p } from '@mikro-orm/core';
import type { RehearsedKind } from '#domain/emergency/rehearsal.ts';
import type { FrozenProtocol } from '#domain/emergency/rehearsal-gaps.ts';
import { User } from './accounts.ts';

export const RehearsalSchema = defineEntity({
  name: 'Rehearsal',
  tableName: 'rehearsals',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** The protocol, its contacts and its contents' ids as they were when it began. */
    frozen: p.json<FrozenProtocol>(),
    createdAt: p.datetime(),
    /** When its last message goes out. */
    endsAt: p.datetime(),
  },
});
/** A rehearsal of an emergency protocol, of which the protocol itself knows nothing. */
export class Rehearsal extends RehearsalSchema.class {}
RehearsalSchema.setClass(Rehearsal);

export const RehearsalMessageSchema = defineEntity({
  name: 'RehearsalMessage',
  tableName: 'rehearsal_messages',
  properties: {
    /** Goes to the provider with the mail, and comes back with each event. */
    id: p.uuid().primary(),
    rehearsal: () => p.manyToOne(Rehearsal).mapToPk().deleteRule('cascade'),
    /** Their order. */
    n: p.integer(),
    kind: p.text().$type<RehearsedKind>(),
    /** The place in the frozen list of contacts; null for a message to the owner. */
    contact: p.integer().nullable(),
    /** When it would really go out. */
    at: p.datetime(),
    /** When it goes out in the rehearsal. */
    dueAt: p.datetime(),
    /** Skipped: the owner's address is not confirmed. */
    state: p.text().$type<'waiting' | 'sent' | 'arrived' | 'failed' | 'skipped'>(),
  },
});
/** A mail of a rehearsal. Each goes to the owner. */
export class RehearsalMessage extends RehearsalMessageSchema.class {}
RehearsalMessageSchema.setClass(RehearsalMessage);

export const RehearsalNudgeSchema = defineEntity({
  name: 'RehearsalNudge',
  tableName: 'rehearsal_nudges',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    nudgedAt: p.datetime(),
  },
});
/** When an owner was last asked to rehearse. */
export class RehearsalNudge extends RehearsalNudgeSchema.class {}
RehearsalNudgeSchema.setClass(RehearsalNudge);
