import { Picture, User } from '#db/entities/accounts.ts';
import type { ProfileChange } from '#domain/accounts/accounts.schema.ts';
import { AppError, notFound } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import type { AccountView } from './account-view.ts';
import { findAccount } from './find-account.ts';

/**
 * Changes what somebody says about themselves; what is not given stays.
 * @param change at least one of name, picture and zone. A picture is taken away by null, or named as it is (where
 *   there is none, also by nothing): a new one is uploaded
 * @returns the account as it is now
 * @throws AppError validation-failed for a picture that is not theirs, not-found when the account is gone
 */
export function changeProfile(context: Context, userId: string, change: ProfileChange): Promise<AccountView> {
  return context.em.transactional(async (em) => {
    const { name, time_zone, picture } = change;
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(time_zone === undefined ? {} : { timeZone: time_zone }),
    };
    if (Object.keys(fields).length > 0) await em.nativeUpdate(User, { id: userId }, fields);
    if (picture === null) await em.nativeDelete(Picture, { user: userId });
    const account = await findAccount(em, userId);
    if (!account) throw notFound('account');
    if (picture !== undefined && (picture || null) !== account.picture) throw notTheirs();
    return account;
  });
}

function notTheirs(): AppError {
  const message = 'This is not the address of your picture. Upload the new one first';
  return new AppError('validation-failed', message, [{ field: 'picture', message }]);
}
