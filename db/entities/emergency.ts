import { defineEntity, p } from '@mikro-orm/core';
import type { ContactAnswer, ContactRole } from '#domain/contacts/contacts.ts';
import type { Stage, WarningKind } from '#domain/emergency/protocol.ts';
import type { ContactAct as ContactActKind } from '#domain/emergency/say.ts';
import type { Language } from '#domain/language.ts';
import { User } from './accounts.ts';
import { Content } from './content.ts';

export const TrustedContactSchema = defineEntity({
  name: 'TrustedContact',
  tableName: 'trusted_contacts',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    name: p.text(),
    email: p.text(),
    /** E.164. */
    phone: p.text().nullable(),
    /** Where we write when the first address refuses us. */
    alternateEmail: p.text().nullable(),
    role: p.text().$type<ContactRole>().default('recipient'),
    /** When the owner last asked them whether they accept; null for never. */
    askedAt: p.datetime().nullable(),
    answer: p.text().$type<ContactAnswer>().default('none'),
    /** What they said is their address, until the owner has decided. */
    proposedEmail: p.text().nullable(),
    /** Of the links in mails that ask them; a new address raises it. */
    askEpoch: p.integer().default(1),
    /** Of the mails to them and their page. */
    language: p.text().$type<Language>().default('en'),
    /** When the owner last sent a test mail to this address; null for none. */
    testedAt: p.datetime().nullable(),
    /** When the provider reported that it arrived. */
    reachedAt: p.datetime().nullable(),
    /** When a mail to this address first came back, and none has arrived since. */
    bouncedAt: p.datetime().nullable(),
    /** When we stopped trying to send the last test, as no provider took it; null after a newer one. */
    testGivenUpAt: p.datetime().nullable(),
    /** Since when this person wants nothing more from the owner, or from Stillhere: then nothing is sent to them. */
    stoppedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});
/** A person who is notified, and sent to, when the owner stops checking in. */
export class TrustedContact extends TrustedContactSchema.class {}
TrustedContactSchema.setClass(TrustedContact);

export const ContactMailSchema = defineEntity({
  name: 'ContactMail',
  tableName: 'contact_mails',
  properties: {
    /** Goes to the provider with the message, and comes back with each event. */
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    contact: () => p.manyToOne(TrustedContact).mapToPk().deleteRule('cascade'),
    /**
     * A test, and the question whether they accept, go to the contact. The owner hears that a mail came back, that the
     * contact wants nothing more, and what they answered.
     */
    kind: p.text().$type<'test' | 'asked' | 'bounced' | 'stopped' | 'answered'>(),
    /** The contact's address, as it was then. */
    email: p.text(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
  },
});
/** A mail about whether a trusted contact can be reached. */
export class ContactMail extends ContactMailSchema.class {}
ContactMailSchema.setClass(ContactMail);

export const EmergencyProtocolSchema = defineEntity({
  name: 'EmergencyProtocol',
  tableName: 'emergency_protocols',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    isActive: p.boolean(),
    inactiveDays: p.integer(),
    safetyDays: p.integer(),
    lastCheckIn: p.datetime(),
    stage: p.text().$type<Stage>(),
    /** Raised by each check-in after a warning. */
    episode: p.integer(),
    missedAt: p.datetime().nullable(),
    releasedAt: p.datetime().nullable(),
    pausedUntil: p.datetime().nullable(),
    /** Whether something was missing when `followNeeds` last looked. */
    isBlocked: p.boolean().default(false),
    /** How many contacts must confirm before the release, and how many days it waits for them. */
    confirmationsNeeded: p.integer().default(0),
    unansweredAfterDays: p.integer().default(30),
    /** Whether contacts can say that something has happened, and how many days the owner then has to answer. */
    contactsMayRaise: p.boolean().default(false),
    answerWithinDays: p.integer().default(7),
    /** What contacts make it wait for, in words for operators; null for nothing. */
    waitsFor: p.text().nullable(),
    /** When the protocol is advanced next; null while nothing is planned. */
    nextStepAt: p.datetime().nullable(),
    engineCheckedAt: p.datetime().nullable(),
    revision: p.integer(),
    syncedRevision: p.integer(),
    /** As of a delivery. */
    syncedGeneration: p.integer().default(1),
    syncRefusals: p.integer().default(0),
    syncAfter: p.datetime().nullable(),
  },
});
/** An owner's emergency protocol; without a row it was never changed. */
export class EmergencyProtocol extends EmergencyProtocolSchema.class {}
EmergencyProtocolSchema.setClass(EmergencyProtocol);

export const PlanItemSchema = defineEntity({
  name: 'PlanItem',
  tableName: 'emergency_plan_items',
  properties: {
    content: () => p.manyToOne(Content).mapToPk().primary().deleteRule('cascade'),
    contact: () => p.manyToOne(TrustedContact).mapToPk().primary().deleteRule('cascade'),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** How many days after the release. */
    afterDays: p.integer(),
  },
});
/** A contact who gets a content. A content without any goes to every contact at the release. */
export class PlanItem extends PlanItemSchema.class {}
PlanItemSchema.setClass(PlanItem);

export const EmergencyMailSchema = defineEntity({
  name: 'EmergencyMail',
  tableName: 'emergency_mails',
  properties: {
    /** Goes to the provider with the message, and comes back with each event. */
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    episode: p.integer(),
    kind: p.text().$type<EmergencyMailKind>(),
    index: p.integer(),
    /** Of a contact, as it was then; null for the owner, whose address is read when the mail is sent. */
    email: p.text().nullable(),
    name: p.text().nullable(),
    /** The contact's, for one who was removed since. */
    language: p.text().$type<Language>().default('en'),
    /** Withdrawn: it was not sent and is no longer needed. */
    state: p.text().$type<'waiting' | 'accepted' | 'bounced' | 'withdrawn'>(),
    settledAt: p.datetime().nullable(),
    /** When the provider last reported that it still tries, by the provider's clock. */
    deferredAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    bouncedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** It may have arrived: from its first try on, unless the provider certainly refused it; docs/decisions/0071. */
    mayHaveArrived: p.boolean().name('may_have_gone').default(false),
  },
});
/** A mail of the protocol, to the owner or to a contact. */
export class EmergencyMail extends EmergencyMailSchema.class {}
EmergencyMailSchema.setClass(EmergencyMail);
/**
 * `contact-told` notifies a contact that the owner was not heard from (docs/decisions/0071), `witness-told` a witness of the
 * release.
 */
export type EmergencyMailKind = WarningKind | 'released' | ContactMailKind;
/** What goes to contacts. `contact-held` and `contact-confirmed` follow what another of them said. */
export type ContactMailKind =
  | 'contact-told'
  | 'contact-held'
  | 'contact-confirmed'
  | 'all-clear'
  | 'undelivered'
  | 'witness-told';

export const ContactActSchema = defineEntity({
  name: 'ContactAct',
  tableName: 'contact_acts',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    episode: p.integer(),
    kind: p.text().$type<ContactActKind>(),
    /** The contact's address, as it was then. */
    email: p.text(),
    /** As the contact typed it, or as the owner wrote it. */
    name: p.text(),
    at: p.datetime(),
  },
});
/** What a trusted contact said of a silent owner. */
export class ContactAct extends ContactActSchema.class {}
ContactActSchema.setClass(ContactAct);

export const OutageSchema = defineEntity({
  name: 'Outage',
  tableName: 'outages',
  properties: { id: p.bigint('number').primary(), beganAt: p.datetime(), endedAt: p.datetime() },
});
/** A span in which people could not reach us. */
export class Outage extends OutageSchema.class {}
OutageSchema.setClass(Outage);

export const HeartbeatSchema = defineEntity({
  name: 'Heartbeat',
  tableName: 'heartbeats',
  properties: { id: p.integer().primary(), beatAt: p.datetime() },
});
/** When a probe last showed that people can reach the check-in page; there is one row. */
export class Heartbeat extends HeartbeatSchema.class {}
HeartbeatSchema.setClass(Heartbeat);

export const CanarySchema = defineEntity({
  name: 'Canary',
  tableName: 'canary',
  properties: {
    id: p.integer().primary(),
    /** Raised by each form that arrives through the canary's check-in page. */
    step: p.integer(),
    /** When a worker last began a probe. */
    claimedAt: p.datetime(),
  },
});
/** What our own probe moves through the check-in page; there is one row. */
export class Canary extends CanarySchema.class {}
CanarySchema.setClass(Canary);

export const DatabaseClockRowSchema = defineEntity({
  name: 'DatabaseClockRow',
  tableName: 'database_clock',
  properties: {
    id: p.integer().primary(),
    /** How far it has moved, in milliseconds; 0 while it agrees with the clocks of the machines. */
    skewMs: p.double().$type<number>(),
    /** When that was noted, by the moved clock; null while it agrees. */
    notedAt: p.datetime().nullable(),
    /** By how much instants of protocols are being moved, in milliseconds; null while none are. */
    shiftMs: p.double().$type<number>().nullable(),
    /** Whether those from `shiftFrom` until `shiftUntil` are moved, or all others. */
    shiftIsInside: p.boolean().default(false),
    /** Where the doubt began: the last comparison before it, by the moved clock. */
    shiftFrom: p.datetime().nullable(),
    /** Null for now, while they are moved. */
    shiftUntil: p.datetime().nullable(),
    /** The last owner whose instants were moved, in the order of ids. */
    shiftedTo: p.uuid().nullable(),
  },
});
/** What is known of the database's clock; there is at most one row. */
export class DatabaseClockRow extends DatabaseClockRowSchema.class {}
DatabaseClockRowSchema.setClass(DatabaseClockRow);
