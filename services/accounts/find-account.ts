import type { EntityManager } from '@mikro-orm/postgresql';
import { type AccountRow, type AccountView, toAccountView } from './account-view.ts';

/** @returns an account by its id, as its owner sees it; null when there is none */
export async function findAccount(em: EntityManager, id: string): Promise<AccountView | null> {
  const [row] = await em.execute<AccountRow[]>(
    `select u.id, u.email, u.email_confirmed_at, u.name, u.time_zone, p.id as picture_id
     from users u left join pictures p on p.user_id = u.id where u.id = ?`,
    [id],
  );
  return row ? toAccountView(row) : null;
}
