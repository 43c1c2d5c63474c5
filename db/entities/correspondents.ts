import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';

export const CorrespondentSchema = defineEntity({
  name: 'Correspondent',
  tableName: 'correspondents',
  properties: {
    /** In the link of each message to them. */
    id: p.uuid().primary(),
    /** Null when the account is deleted: a stop outlives it. */
    owner: () => p.manyToOne(User).mapToPk().nullable().deleteRule('set null'),
    /** Keyed hash of the account's address; null where the account is not known. */
    senderHash: p.blob().$type<Buffer>().nullable(),
    /** Keyed hash of the recipient's mailbox or number. */
    addressHash: p.blob().$type<Buffer>(),
    /** When this account first scheduled a delivery to it. */
    scheduledAt: p.datetime().nullable(),
    /** Since when this person wants nothing more from this account. */
    stoppedAt: p.datetime().nullable(),
  },
});
/** An address that an account writes to. */
export class Correspondent extends CorrespondentSchema.class {}
CorrespondentSchema.setClass(Correspondent);

export const StoppedAddressSchema = defineEntity({
  name: 'StoppedAddress',
  tableName: 'stopped_addresses',
  properties: {
    addressHash: p.blob().$type<Buffer>().primary(),
    stoppedAt: p.datetime(),
  },
});
/** An address that wants nothing more from Stillhere. */
export class StoppedAddress extends StoppedAddressSchema.class {}
StoppedAddressSchema.setClass(StoppedAddress);
