import { defineEntity, p } from '@mikro-orm/core';

export const RecordEntrySchema = defineEntity({
  name: 'RecordEntry',
  tableName: 'record_entries',
  properties: {
    accountId: p.uuid().primary(),
    /** From 1 on, without a gap. */
    seq: p.integer().primary(),
    at: p.datetime(),
    /** One of RECORD_KINDS, also of a later version. */
    kind: p.text(),
    /** Canonical JSON, as it was hashed: ids, instants and words. */
    data: p.text(),
    /** The hash of the entry before; zeros in the first. */
    prev: p.blob().$type<Buffer>(),
    /** SHA-256 over the canonical JSON of the other five. */
    hash: p.blob().$type<Buffer>(),
  },
});
/** What happened in an account: append-only, and each entry hashes the one before. */
export class RecordEntry extends RecordEntrySchema.class {}
RecordEntrySchema.setClass(RecordEntry);

export const RecordLeafSchema = defineEntity({
  name: 'RecordLeaf',
  tableName: 'record_leaves',
  properties: {
    accountId: p.uuid().primary(),
    /** The last byte of the account's id. */
    bucket: p.integer(),
    seq: p.integer(),
    hash: p.blob().$type<Buffer>(),
    isGone: p.boolean().default(false),
  },
});
/** The newest entry of a chain in the newest root. */
export class RecordLeaf extends RecordLeafSchema.class {}
RecordLeafSchema.setClass(RecordLeaf);

export const RecordRootSchema = defineEntity({
  name: 'RecordRoot',
  tableName: 'record_roots',
  properties: {
    /** In UTC: `2026-11-28`. */
    day: p.text().primary(),
    madeAt: p.datetime(),
    root: p.blob().$type<Buffer>(),
    /** How many chains it covers. */
    chains: p.integer(),
    /** The 256 hashes below it, one after the other. */
    buckets: p.blob().$type<Buffer>(),
  },
});
/** One hash over all chains, made once a day. */
export class RecordRoot extends RecordRootSchema.class {}
RecordRootSchema.setClass(RecordRoot);
