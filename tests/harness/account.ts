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
}

/**
 * Opens an account with the password "stillhere", which was hashed once for all tests: hashing takes a quarter of a second.
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
  const { user, secret } = await openAccount(context, input, { userAgent: 'tests' }, kind);
  await givePlan((sql, params) => context.em.execute(sql, params), user.id, plan);
  return { id: user.id, email, secret };
}
