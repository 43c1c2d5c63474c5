import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { Content } from './content.ts';

export const ParcelSchema = defineEntity({
  name: 'Parcel',
  tableName: 'parcels',
  properties: {
    content: () => p.manyToOne(Content).mapToPk().primary().deleteRule('cascade'),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** meta.age, sealed with the owner's key. */
    meta: p.blob().$type<Buffer>().lazy(),
    /** key.age, sealed with the owner's key. */
    key: p.blob().$type<Buffer>().lazy(),
  },
});
/** What a sealed content has beside its file. */
export class Parcel extends ParcelSchema.class {}
ParcelSchema.setClass(Parcel);

export const ParcelShareSchema = defineEntity({
  name: 'ParcelShare',
  tableName: 'parcel_shares',
  properties: {
    content: () => p.manyToOne(Content).mapToPk().primary().deleteRule('cascade'),
    /** 33 bytes, sealed with the owner's key. */
    share: p.blob().$type<Buffer>().lazy(),
  },
});
/** Our share of a parcel's identity, for those who were sent it. */
export class ParcelShare extends ParcelShareSchema.class {}
ParcelShareSchema.setClass(ParcelShare);
