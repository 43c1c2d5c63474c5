import { defineEntity, p } from '@mikro-orm/core';
import type { ContentType } from '#domain/content/content.ts';
import { User } from './accounts.ts';

export const FileSchema = defineEntity({
  name: 'StoredFile',
  tableName: 'files',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** Its key in the object store: random, so it reveals nothing. */
    storageKey: p.text(),
    state: p.text().$type<'reserved' | 'uploading' | 'ready'>(),
    /** Bytes of the quota that an upload in progress has reserved. */
    reserved: p.bigint('number'),
    /** A copy of the stored object's first bytes: it saves a request to the store. */
    sealHeader: p.blob().$type<Buffer>().nullable(),
    /** Of the plaintext, in bytes. */
    size: p.bigint('number').nullable(),
    /** By the owner's key; null while only the version before this one has written the row. */
    contentMac: p.blob().$type<Buffer>().nullable(),
    /** For the version before this one: the database writes it. */
    sha256: p.blob().$type<Buffer>().nullable(),
    /** Detected from the first bytes, not from the file's name. */
    contentType: p.text().nullable(),
    /** Ciphertext of where the camera wrote its location; null while only the version before this one has written the row. */
    sealedBlanks: p.blob().$type<Buffer>().nullable(),
    /** The same in plain, of the version before this one; null once they are sealed. */
    blanks: p.json<Blank[]>().nullable().defaultRaw(`'[]'`),
    /** The file that this one is a JPEG of; null for what an owner uploaded. A copy counts as no storage. */
    originalId: p.uuid().nullable(),
    createdAt: p.datetime(),
    /** When bytes last arrived: the janitor ends a stalled upload. */
    touchedAt: p.datetime(),
  },
});
/** An object in the store. Never changed once it is ready. */
export class StoredFile extends FileSchema.class {}
FileSchema.setClass(StoredFile);
/** What only the owner reads: an offset and a length in bytes, and the byte that others see there (zero where none is named). */
export type Blank = [at: number, length: number, by?: number];

export const ContentSchema = defineEntity({
  name: 'Content',
  tableName: 'contents',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    type: p.text().$type<ContentType>(),
    /** Ciphertext of title, excerpt and original filename: what lists show. */
    head: p.blob().$type<Buffer>(),
    /** Ciphertext of the letter; read only where all of it is needed. */
    body: p.blob().$type<Buffer>().nullable().lazy(),
    /** Ciphertext of the note with a file, for its recipients. Never read for visitors of the gallery. */
    caption: p.blob().$type<Buffer>().nullable().lazy(),
    /** Null for a letter. */
    file: () => p.manyToOne(StoredFile).mapToPk().nullable().deleteRule('cascade'),
    contentType: p.text(),
    /** In bytes. */
    size: p.bigint('number'),
    isPublic: p.boolean(),
    /** Its file is content.age of a parcel (parcels.ts), which we cannot open. */
    isSealed: p.boolean().default(false),
    /** When an operator removed it from the gallery: its owner cannot publish it again. */
    withheldAt: p.datetime().nullable(),
    isEmergency: p.boolean(),
    /** Raised by the database with each change of head, body, caption or sharesLocation. */
    version: p.integer().default(1),
    /** When this version was saved; null before the first change. */
    changedAt: p.datetime().nullable(),
    /** Recipients of a private delivery get the location that a camera wrote. Never visitors of the gallery. */
    sharesLocation: p.boolean().default(false),
    createdAt: p.datetime(),
  },
});
export class Content extends ContentSchema.class {}
ContentSchema.setClass(Content);

export const ContentVersionSchema = defineEntity({
  name: 'ContentVersion',
  tableName: 'content_versions',
  properties: {
    content: () => p.manyToOne(Content).mapToPk().primary().deleteRule('cascade'),
    version: p.integer().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    /** As they were in the content: sealed with its id. */
    head: p.blob().$type<Buffer>(),
    body: p.blob().$type<Buffer>(),
    /** Of the text, in bytes. */
    size: p.bigint('number'),
    savedAt: p.datetime(),
  },
});
/** A letter before it was changed: a trigger adds it and deletes all but the last 20. Its size counts as storage of text. */
export class ContentVersion extends ContentVersionSchema.class {}
ContentVersionSchema.setClass(ContentVersion);
