import type { EntityManager } from '@mikro-orm/postgresql';
import { query, type Tables } from '#db/query.ts';
import type { ProfileChange } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { presentName } from '#domain/time/zone-names.ts';
import { fieldErrors } from '#messages/en/field-errors.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { followTimeZone } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { notFound } from '#services/not-found.ts';

/** What a person sees of their own account. */
export interface AccountView {
  id: string;
  email: string;
  /** Whether the person proved that the address is theirs. */
  email_confirmed: boolean;
  name: string;
  /** A path on our server; null shows initials. */
  picture: string | null;
  time_zone: string;
}

/** Select these from `users` left joined with `pictures`, for `toAccountView`. */
export const ACCOUNT_COLUMNS = [
  'users.id',
  'users.email',
  'users.email_confirmed_at',
  'users.name',
  'users.time_zone',
  'pictures.id as picture_id',
] as const;

type AccountRow = Pick<Tables['users'], 'id' | 'email' | 'email_confirmed_at' | 'name' | 'time_zone'> & {
  picture_id: string | null;
};

export function toAccountView(row: AccountRow): AccountView {
  return {
    id: row.id,
    email: row.email,
    email_confirmed: row.email_confirmed_at !== null,
    name: row.name,
    picture: row.picture_id && `/api/user/picture/${row.picture_id}`,
    time_zone: presentName(row.time_zone),
  };
}

/** @returns an account as its owner sees it; null when there is none */
export async function findAccount(em: EntityManager, id: string): Promise<AccountView | null> {
  const row = await query(em)
    .selectFrom('users')
    .leftJoin('pictures', 'pictures.user_id', 'users.id')
    .select(ACCOUNT_COLUMNS)
    .where('users.id', '=', id)
    .executeTakeFirst();
  return row ? toAccountView(row) : null;
}

/**
 * The address and the password hash of an account, for a statement that also locks it. Every transaction locks the
 * account before the rows that belong to it, which prevents deadlocks.
 */
export function accountCredentials(em: EntityManager, id: string) {
  return query(em).selectFrom('users').select(['email', 'password_hash']).where('id', '=', id);
}

/**
 * Changes the given fields of a profile.
 * @param change at least one of name, picture and zone. `picture` can only remove: null removes it, the current address
 *   (or an empty one without a picture) leaves it. `savePicture` sets a new one
 * @returns the changed account
 * @throws AppError validation-failed for a picture that is not theirs, not-found when the account is gone
 */
export function changeProfile(context: Context, userId: string, change: ProfileChange): Promise<AccountView> {
  return context.em.transactional(async (em) => {
    const { name, time_zone, picture } = change;
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(time_zone === undefined ? {} : { time_zone }),
    };
    if (Object.keys(fields).length > 0)
      await query(em).updateTable('users').set(fields).where('id', '=', userId).execute();
    if (time_zone !== undefined) await followTimeZone(em, userId, dayOf(context));
    if (picture === null) await query(em).deleteFrom('pictures').where('user_id', '=', userId).execute();
    const account = await findAccount(em, userId);
    if (!account) throw notFound('account');
    if (picture !== undefined && (picture || null) !== account.picture) throw otherPicture();
    record(em, userId, 'account-profile-changed', { fields: Object.keys(change).sort() });
    return account;
  });
}

function otherPicture(): AppError {
  return AppError.atField('validation-failed', 'picture', say(fieldErrors['picture-not-own']));
}
