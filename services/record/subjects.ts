import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { isId } from '#domain/ids.ts';
import { fallbackIfUnreadable, openHead, sayUnreadable } from '#services/contents/sealed-content.ts';
import type { Context } from '#services/context.ts';
import { personKey } from '#services/crypto/person-key.ts';
import type { RecordEntry } from './entries.ts';

/** What entries are about and is still there, by id: a title, or the name or address of a person. */
export interface Subjects {
  contents: ReadonlyMap<string, string>;
  deliveries: ReadonlyMap<string, string>;
  contacts: ReadonlyMap<string, string>;
}

/** @returns what the items, deliveries and contacts that entries name are called now. The record itself has no names. */
export async function findSubjects(
  context: Context,
  ownerId: string,
  entries: readonly RecordEntry[],
): Promise<Subjects> {
  return {
    contents: await titlesOf(context, ownerId, idsIn(entries, 'content_id')),
    deliveries: await recipientsOf(context, ownerId, idsIn(entries, 'delivery_id')),
    contacts: await namesOf(context, ownerId, idsIn(entries, 'contact_id')),
  };
}

async function titlesOf(context: Context, ownerId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const key = await personKey(context, ownerId);
  const rows = await query(context.em)
    .selectFrom('contents')
    .select(['id', 'head'])
    .where('id', '=', anyOf(ids))
    .where('owner_id', '=', ownerId)
    .execute();
  const titleOf = ({ id, head }: (typeof rows)[number]) =>
    fallbackIfUnreadable(context, { content: id }, () => openHead(key, id, head).title, sayUnreadable());
  return new Map(rows.map((row) => [row.id, titleOf(row)]));
}

async function recipientsOf({ em }: Context, ownerId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query(em)
    .selectFrom('deliveries')
    .select(['id', 'recipient_name', 'recipient_email'])
    .where('id', '=', anyOf(ids))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, recipient_name, recipient_email }) => [id, recipient_name || recipient_email]));
}

async function namesOf({ em }: Context, ownerId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query(em)
    .selectFrom('trusted_contacts')
    .select(['id', 'name'])
    .where('id', '=', anyOf(ids))
    .where('owner_id', '=', ownerId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function idsIn(entries: readonly RecordEntry[], name: string): string[] {
  const ids = entries.map(({ data }) => (data as Record<string, unknown> | null)?.[name]);
  return [...new Set(ids.filter((id) => typeof id === 'string' && isId(id)))] as string[];
}
