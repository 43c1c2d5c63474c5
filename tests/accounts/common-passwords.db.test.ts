/** The 10,000 commonest passwords: nobody can choose one, and who has one can still sign in. */
import { expect, it } from 'vitest';
import { changePassword, resetPassword } from '#services/accounts/change-password.ts';
import COMMON from '#services/accounts/common-passwords.json' with { type: 'json' };
import { confirmAddress } from '#services/accounts/email-address.ts';
import { hashPassword } from '#services/accounts/passwords.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { signUp } from '#services/accounts/sign-up.ts';
import { accountsWithMails } from './mailed-links.ts';

const { context, em, password, newcomer, resetLink } = accountsWithMails();
const DEVICE = { userAgent: 'Firefox' };
const refusedAt = (field: string) => ({ code: 'validation-failed', fields: [expect.objectContaining({ field })] });

it('are 10,000 different ones in lower case', () => {
  expect(new Set(COMMON).size).toBe(10_000);
  expect(COMMON.filter((one) => one !== one.toLowerCase())).toEqual([]);
});

it.each(['123456', 'password', 'iloveyou', 'Password1'])(
  '%s is refused at sign-up, and no account is made',
  async (word) => {
    const input = { email: `${word}@example.com`.toLowerCase(), password: word, name: 'Ana', time_zone: 'UTC' };
    await expect(signUp(context(), input, DEVICE, 'token')).rejects.toMatchObject(refusedAt('password'));
    expect(await em().execute('select id from users where email = ?', [input.email])).toEqual([]);
  },
);

it('are refused as a new password, which uses up no link', async () => {
  const { email, cookieSecret, confirmation } = await newcomer();
  const session = await findSession(context(), 'cookie', cookieSecret);
  if (!session) throw new Error('A newcomer is signed in.');
  const wish = { current_password: 'stillhere', new_password: 'letmein' };
  await expect(changePassword(context(), session, wish)).rejects.toMatchObject(refusedAt('new_password'));
  const claim = { signedInTo: null, password: undefined, newPassword: 'letmein', device: DEVICE };
  await expect(confirmAddress(context(), confirmation, claim)).rejects.toMatchObject(refusedAt('new_password'));
  const secret = await resetLink(email);
  await expect(resetPassword(context(), secret, 'letmein')).rejects.toMatchObject(refusedAt('password'));
  await password(email, 'stillhere');
  await resetPassword(context(), secret, 'a better one');
  await password(email, 'a better one');
});

it('still sign in who has one from before', async () => {
  const { id, email } = await newcomer();
  const hash = await hashPassword(context(), { account: id, isKnown: true }, 'letmein');
  await em().execute('update users set password_hash = ? where id = ?', [hash, id]);
  await password(email, 'letmein');
});
