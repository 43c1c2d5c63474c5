import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { TrustedContact } from './emergency.ts';

export const DuressPasswordSchema = defineEntity({
  name: 'DuressPassword',
  tableName: 'duress_passwords',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    passwordHash: p.text(),
    /** Who is told; null after the owner removed that contact. */
    contact: () => p.manyToOne(TrustedContact).mapToPk().nullable().deleteRule('set null'),
    /** How long a hold lasts, in protocol days. */
    holdDays: p.integer(),
  },
});
/** A second password of an owner for check-ins, which begins a hold (docs/decisions/0150). */
export class DuressPassword extends DuressPasswordSchema.class {}
DuressPasswordSchema.setClass(DuressPassword);

export const DuressHoldSchema = defineEntity({
  name: 'DuressHold',
  tableName: 'duress_holds',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    /** New for each hold: jobs and mails are about one. */
    id: p.uuid().unique(),
    contact: () => p.manyToOne(TrustedContact).mapToPk().nullable().deleteRule('set null'),
    beganAt: p.datetime(),
    /** It runs until then, whether or not a worker has noted its end. */
    endsAt: p.datetime(),
    /** Null until its end was noted. */
    endedBy: p.text().$type<'owner' | 'time'>().nullable(),
    /** Its end is in the record: only after the owner's next proof by the account's password. */
    isRecorded: p.boolean().default(false),
  },
});
/** The newest hold of an owner. */
export class DuressHold extends DuressHoldSchema.class {}
DuressHoldSchema.setClass(DuressHold);
