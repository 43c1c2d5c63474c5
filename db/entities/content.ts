import { defineEntity, p } from '@mikro-orm/core';
import type { ContentType } from '#domain/content/content.ts';
import { User } from './accounts.ts';

const ContentSchema = defineEntity({
  name: 'Content',
  tableName: 'contents',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(User).mapToPk().deleteRule('cascade'),
    type: p.text().$type<ContentType>(),
    /** Ciphertext of title and excerpt: what lists show. */
    head: p.blob().$type<Buffer>(),
    /** Ciphertext of the letter; read only where the whole of it is wanted. */
    body: p.blob().$type<Buffer>().nullable().lazy(),
    isPublic: p.boolean(),
    isEmergency: p.boolean(),
    createdAt: p.datetime(),
  },
});
export class Content extends ContentSchema.class {}
ContentSchema.setClass(Content);
