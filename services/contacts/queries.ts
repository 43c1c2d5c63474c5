import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import { type ContactRow, type ContactView, toContactView } from './contact-view.ts';

/** @returns somebody's trusted contacts, newest first */
export async function listContacts({ em }: Context, ownerId: string): Promise<ContactView[]> {
  const rows = await em.execute<ContactRow[]>(
    'select id, name, email, created_at from trusted_contacts where owner_id = ? order by created_at desc, id desc',
    [ownerId],
  );
  return rows.map(toContactView);
}

/** @throws AppError not-found, also for another person's */
export async function findContact({ em }: Context, ownerId: string, id: string): Promise<ContactView> {
  const [row] = isId(id)
    ? await em.execute<ContactRow[]>(
        'select id, name, email, created_at from trusted_contacts where id = ? and owner_id = ?',
        [id, ownerId],
      )
    : [];
  if (!row) throw notFound('contact');
  return toContactView(row);
}
