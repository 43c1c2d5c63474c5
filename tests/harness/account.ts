import { randomBytes } from 'node:crypto';
import { PASSWORD_HASH } from '#dev/seed/accounts.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import type { SecretKind } from '#services/accounts/sessions.ts';
import { openAccount } from '#services/accounts/sign-up.ts';
import type { Context } from '#services/context.ts';
import { givePlan } from './plan.ts';

/** An account with an open session. */
export interface Account {
  id: string;
  email: string;
  /** Of the session. */
  secret: string;
  /** That its browser is known; null for a program. */
  proof: string | null;
}

/**
 * Opens an account with a confirmed address and the password "stillhere", which was hashed once for all tests: hashing takes
 * a quarter of a second.
 * @param kind of its session
 * @param plan Plus, so that its owner can schedule and arm; a new account is on Free
 */
export async function openTestAccount(
  context: Context,
  kind: SecretKind,
  name = 'Helena Duarte',
  plan: Plan = 'plus',
): Promise<Account> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const input = { email, name, passwordHash: PASSWORD_HASH, time_zone: 'Europe/Lisbon' };
  const { user, secret, proof } = await openAccount(context, input, { userAgent: 'tests' }, kind);
  const query = (sql: string, params: unknown[]) => context.em.execute(sql, params);
  await query('update users set email_confirmed_at = created_at where id = ?', [user.id]);
  await givePlan(query, user.id, plan);
  return { id: user.id, email, secret, proof };
}

/**
 * Makes an address unconfirmed, as it is after signing up. The link of the first mail still confirms it.
 * @param query of the account's database
 * @param who its id or email address
 */
export async function unconfirm(
  query: (sql: string, params: unknown[]) => Promise<unknown>,
  who: string,
): Promise<void> {
  const column = who.includes('@') ? 'email' : 'id';
  await query(`update users set email_confirmed_at = null where ${column} = ?`, [who]);
}
