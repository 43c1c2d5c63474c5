import { defineEntity, p } from '@mikro-orm/core';
import type { ContentType } from '#domain/content/content.ts';
import { User } from './accounts.ts';
import { Content, StoredFile } from './content.ts';

export const ThumbnailSchema = defineEntity({
  name: 'Thumbnail',
  tableName: 'thumbnails',
  properties: {
    file: () => p.manyToOne(StoredFile).mapToPk().primary().deleteRule('cascade'),
    state: p.text().$type<'pending' | 'ready' | 'failed'>(),
    /** Of a picture, in pixels; a waveform has none. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** Ciphertext: a WebP picture, or one byte of loudness for each step of a recording. */
    sealed: p.blob().$type<Buffer>().nullable().lazy(),
  },
});
/** What lists show of a file; made in the background. */
export class Thumbnail extends ThumbnailSchema.class {}
ThumbnailSchema.setClass(Thumbnail);

export const StorageUseSchema = defineEntity({
  name: 'StorageUse',
  tableName: 'storage_use',
  properties: {
    owner: () => p.manyToOne(User).mapToPk().primary().deleteRule('cascade'),
    type: p.text().primary().$type<ContentType>(),
    items: p.bigint('number'),
    bytes: p.bigint('number'),
  },
});
/** How much a person has stored of each type: triggers count with each change of a content. */
export class StorageUse extends StorageUseSchema.class {}
StorageUseSchema.setClass(StorageUse);

export const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: p.uuid().primary(),
    content: () => p.manyToOne(Content).mapToPk().deleteRule('cascade'),
    reason: p.text(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
  },
});
/** A visitor's report of a public content; deleted when the operators' mail is accepted. */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report);
