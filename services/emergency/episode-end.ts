import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from '#db/query.ts';
import type { EpisodeEnd } from '#services/mails/emergency-contacts.ts';

/**
 * How an episode that is over ended, before a release or by the owner's return after one.
 * @returns `at` is null where the timeline has no record of it
 */
export async function endOfEpisode(
  em: EntityManager,
  { ownerId, episode }: { ownerId: string; episode: number },
): Promise<{ by: EpisodeEnd; at: Date | null }> {
  const ends = await query(em)
    .selectFrom('timeline')
    .select(['kind', 'at'])
    .select(({ ref }) => sql<string | null>`${ref('detail')}->>'by'`.as('by'))
    .where('owner_id', '=', ownerId)
    .where(({ ref }) => sql<boolean>`${ref('detail')}->>'episode' = ${`${episode}`}`)
    .where('kind', 'in', ['protocol-answered', 'protocol-disarmed', 'protocol-returned'])
    .orderBy('at')
    .execute();
  const kinds = ends.map(({ kind }) => kind);
  return { by: byOf(kinds, ends[0]?.by ?? null), at: ends[0]?.at ?? null };
}

function byOf(kinds: readonly string[], recorded: string | null): EpisodeEnd {
  if (kinds.includes('protocol-disarmed')) return 'off';
  // Only a person who is signed in can say "I'm back".
  if (kinds.includes('protocol-returned')) return 'account';
  return recorded === 'link' || recorded === 'account' ? recorded : 'unknown';
}
