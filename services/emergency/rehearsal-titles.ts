import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { openHead } from '#services/contents/sealed-content.ts';
import type { Context } from '#services/context.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { SealBroken } from '#services/crypto/seal.ts';

/** @returns the titles of contents by their ids, in their order; without those that were deleted or are damaged */
export async function titlesOf(
  { em, keyring }: Pick<Context, 'em' | 'keyring'>,
  ownerId: string,
  items: readonly { id: string }[],
): Promise<Map<string, string>> {
  const rows = await query(em)
    .selectFrom('contents')
    .select(['id', 'head'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', anyOf(items.map(({ id }) => id)))
    .execute();
  const key = rows.length > 0 ? await personKey({ em, keyring, now: new Date() }, ownerId) : null;
  const heads = new Map(rows.map(({ id, head }) => [id, head]));
  return new Map(
    items.flatMap(({ id }): [string, string][] => {
      const head = heads.get(id);
      if (!key || !head) return [];
      try {
        return [[id, openHead(key, id, head).title]];
      } catch (error) {
        if (error instanceof SealBroken) return [];
        throw error;
      }
    }),
  );
}
