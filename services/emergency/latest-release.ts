import type { EntityManager } from '@mikro-orm/postgresql';

/** What a release sent to one of the contacts, and what became of it. Instants are ISO 8601. */
export interface Released {
  name: string;
  email: string;
  /** Withdrawn: its owner came back before it was opened, and its link opens nothing any more. */
  state: 'waiting' | 'sent' | 'opened' | 'failed' | 'withdrawn';
  sent_at: string | null;
  opened_at: string | null;
}

/** The newest release of somebody's protocol. */
export interface Release {
  /** Whether its owner has said "I'm back" since. */
  isOver: boolean;
  contacts: Released[];
}

interface Row {
  name: string | null;
  email: string;
  status: 'pending' | 'sent' | 'failed';
  sent_at: Date | string | null;
  opened_at: Date | string | null;
}

/**
 * @param episode the present one
 * @returns what the newest release sent, by contact; null where nothing ever was
 */
export async function latestRelease(em: EntityManager, ownerId: string, episode: number): Promise<Release | null> {
  const rows = await em.execute<(Row & { episode: number })[]>(
    `select release_episode as episode, recipient_name as name, recipient_email as email, status, sent_at, opened_at
     from deliveries where owner_id = ? and release_episode is not null and deleted_at is null
       and release_episode = (select max(release_episode) from deliveries where owner_id = ?)
     order by created_at, id`,
    [ownerId, ownerId],
  );
  const [first] = rows;
  if (!first) return null;
  const isOver = first.episode < episode;
  return { isOver, contacts: rows.map((row) => toReleased(row, isOver)) };
}

function toReleased(row: Row, isOver: boolean): Released {
  const { name, email } = row;
  return {
    name: name || email,
    email,
    state: stateOf(row, isOver),
    sent_at: iso(row.sent_at),
    opened_at: iso(row.opened_at),
  };
}

function stateOf({ status, opened_at }: Row, isOver: boolean): Released['state'] {
  if (opened_at !== null) return 'opened';
  if (isOver) return 'withdrawn';
  return status === 'pending' ? 'waiting' : status;
}

function iso(instant: Date | string | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
