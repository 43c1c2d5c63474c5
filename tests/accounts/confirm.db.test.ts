/** A stranger signs up with someone else's address, or asks for it, and waits until its owner opens the mail. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { resetPassword } from '#services/accounts/change-password.ts';
import { findConfirmation, requestEmailChange } from '#services/accounts/email-address.ts';
import { signInWithIdentity } from '#services/accounts/identities.ts';
import { listKnownDevices, rememberDevice } from '#services/accounts/known-device.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { addContact, listContacts } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { untilLockWait } from '#tests/harness/lock-waits.ts';
import { accountsWithMails, secretIn } from './mailed-links.ts';

const { context, em, round, userOf, password, newcomer, resetLink, changeLink, confirm } = accountsWithMails();

const DEVICE = { userAgent: 'tests' };
const identitiesOf = (id: string) => em().execute<object[]>('select 1 from identities where user_id = ?', [id]);

/** A stranger's Google account, whose address Google does not run: it may have another owner by now. */
async function strangerByGoogle() {
  const subject = randomBytes(8).toString('hex');
  const email = `${subject}@example.com`;
  const identified = { issuer: 'https://accounts.google.com', subject, email, name: null, picture: null };
  const enter = () =>
    signInWithIdentity(context(), { ...identified, emailVerified: true, runsMailbox: false }, null, DEVICE, 'cookie');
  const { user, secret } = await enter();
  return { id: user.id, email, cookieSecret: secret, confirmation: secretIn((await round())[0]), enter };
}

describe('a link that confirms an address', () => {
  it('needs one press where its reader is signed in to the account', async () => {
    const { id, email, cookieSecret, confirmation } = await newcomer();
    expect(await findConfirmation(context(), confirmation, id)).toMatchObject({ needs: 'press' });
    expect(await confirm(confirmation, { signedInTo: id })).toEqual({
      userId: id,
      email,
      isChange: false,
      by: 'session',
    });
    expect(await userOf(id)).toEqual({ email, is_confirmed: true });
    expect(await findSession(context(), 'cookie', cookieSecret)).not.toBeNull();
    await password(email, 'stillhere');
  });

  it('does nothing for a reader who is not, and for one who is signed in to another account', async () => {
    const [{ id, email, confirmation }, other] = [await newcomer(), await newcomer()];
    for (const signedInTo of [null, other.id]) {
      expect(await findConfirmation(context(), confirmation, signedInTo)).toMatchObject({ needs: 'password' });
      await expect(confirm(confirmation, { signedInTo })).rejects.toMatchObject({
        code: 'validation-failed',
        fields: [{ field: 'password' }],
      });
    }
    expect(await userOf(id)).toEqual({ email, is_confirmed: false });
  });

  it('asks any other reader for the password of the account, and stays valid after a wrong one', async () => {
    const { id, email, cookieSecret, confirmation } = await newcomer();
    await expect(confirm(confirmation, { password: 'guessed it' })).rejects.toMatchObject({
      code: 'unauthenticated',
      fields: [{ field: 'password' }],
    });
    expect(await userOf(id)).toEqual({ email, is_confirmed: false });
    expect(await confirm(confirmation, { password: 'stillhere' })).toMatchObject({ userId: id, by: 'password' });
    expect(await userOf(id)).toEqual({ email, is_confirmed: true });
    expect(await findSession(context(), 'cookie', cookieSecret)).not.toBeNull();
  });

  it('takes a new password instead, and leaves the stranger who signed up no way in', async () => {
    const { id, email, cookieSecret, confirmation } = await newcomer();
    const device = { userAgent: 'tests', proof: await rememberDevice(context(), id, DEVICE) };
    const [change, reset] = [await changeLink(id, `theirs-${email}`), await resetLink(email)];
    expect(await confirm(confirmation, { newPassword: 'a new one' })).toMatchObject({ by: 'new-password' });
    expect(await userOf(id)).toEqual({ email, is_confirmed: true });
    await expect(password(email, 'stillhere')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await findSession(context(), 'cookie', cookieSecret)).toBeNull();
    expect(await listKnownDevices(em(), id, device.proof)).toEqual([]);
    for (const link of [change, confirmation]) await expect(confirm(link)).rejects.toMatchObject({ code: 'gone' });
    await expect(findConfirmation(context(), reset, null)).rejects.toMatchObject({ code: 'not-found' });
    expect(await round()).toMatchObject([{ to: { email }, subject: 'Your Stillhere password was changed' }]);
    await password(email, 'a new one');
  });

  it('asks for a first password where the account has none, and disconnects the stranger’s Google account', async () => {
    const { id, email, cookieSecret, confirmation, enter } = await strangerByGoogle();
    expect(await findConfirmation(context(), confirmation, null)).toMatchObject({ needs: 'new-password' });
    await expect(confirm(confirmation, { password: '' })).rejects.toMatchObject({ code: 'unauthenticated' });
    await confirm(confirmation, { newPassword: 'a new one' });
    expect([await findSession(context(), 'cookie', cookieSecret), await identitiesOf(id)]).toEqual([null, []]);
    await expect(enter()).rejects.toMatchObject({ code: 'conflict' });
    await password(email, 'a new one');
  });

  it('leaves Google connected where the person who came with it presses', async () => {
    const { id, confirmation } = await strangerByGoogle();
    await confirm(confirmation, { signedInTo: id });
    expect(await identitiesOf(id)).toHaveLength(1);
  });

  it('is refused with a password that was replaced while it was being checked', async () => {
    const { id, email, confirmation } = await newcomer();
    let stranger: Promise<unknown> = Promise.resolve();
    await em().transactional(async (tx) => {
      await tx.execute("update users set password_hash = 'another' where id = ?", [id]);
      stranger = confirm(confirmation, { password: 'stillhere' }).catch((error: unknown) => error);
      // The password was right, and confirming waits for the account.
      await untilLockWait((sql) => em().execute(sql));
    });
    expect(await stranger).toMatchObject({ code: 'unauthenticated' });
    expect(await userOf(id)).toEqual({ email, is_confirmed: false });
  });
});

describe('the trusted contacts and the emergency protocol that a stranger left', () => {
  /** As soon as the address is confirmed, this protocol lacks only a content. */
  async function leftBy({ id }: { id: string }): Promise<void> {
    await addContact(context(), id, { name: 'Rui', email: 'rui@example.com' });
    await changeSettings(context(), id, { is_active: true });
  }
  const left = async (id: string) => [await listContacts(context(), id), await emergencyStatus(context(), id)];
  const NOTHING = [[], { is_active: false }];

  it('end with a new password at the confirmation, and with one by mail', async () => {
    const [first, second] = [await newcomer(), await newcomer()];
    await Promise.all([leftBy(first), leftBy(second)]);
    await confirm(first.confirmation, { newPassword: 'a new one' });
    await resetPassword(context(), await resetLink(second.email), 'a new one');
    for (const { id } of [first, second]) expect(await left(id)).toMatchObject(NOTHING);
  });

  it('stay where the address had been confirmed, or the reader has the account', async () => {
    const [first, second] = [await newcomer(), await newcomer()];
    await Promise.all([leftBy(first), leftBy(second)]);
    await confirm(first.confirmation);
    await resetPassword(context(), await resetLink(first.email), 'a new one');
    await confirm(second.confirmation, { signedInTo: second.id });
    for (const { id } of [first, second]) expect(await left(id)).toMatchObject([[{}], { is_active: true }]);
  });
});

it('a new password by mail leaves a stranger’s Google account no way in, if nobody had confirmed the address', async () => {
  const { id, email } = await strangerByGoogle();
  await resetPassword(context(), await resetLink(email), 'a new one');
  expect(await identitiesOf(id)).toEqual([]);
});

describe('a link that changes an address', () => {
  /** A stranger who asks for the address of someone else, and hopes that they press. */
  async function asked() {
    const stranger = await newcomer();
    const victim = `victim-${stranger.email}`;
    return { ...stranger, victim, link: await changeLink(stranger.id, victim) };
  }

  it('does nothing for a reader who cannot show that the account is theirs, also with a new password', async () => {
    const { id, email, link } = await asked();
    expect(await findConfirmation(context(), link, null)).toMatchObject({ isChange: true, needs: 'password' });
    for (const claim of [{}, { newPassword: 'a new one' }])
      await expect(confirm(link, claim)).rejects.toMatchObject({ fields: [{ field: 'password' }] });
    expect(await userOf(id)).toEqual({ email, is_confirmed: false });
  });

  it.each([
    ['the session', (id: string) => ({ signedInTo: id })],
    ['the password', () => ({ password: 'stillhere' })],
  ])('works with %s of the account', async (_what, claimOf) => {
    const { id, victim, link } = await asked();
    await confirm(link, claimOf(id));
    expect(await userOf(id)).toEqual({ email: victim, is_confirmed: true });
  });

  it('cannot be requested for an account without a password', async () => {
    const { id } = await strangerByGoogle();
    const change = requestEmailChange(context(), id, { email: 'other@example.com', password: 'stillhere' });
    await expect(change).rejects.toMatchObject({ fields: [{ field: 'password' }] });
  });
});
