/** What an owner is mailed about because a stranger may have done it, and what "This was not me" does. */
import { describe, expect, it } from 'vitest';
import { NOT_ME_PAUSE_DAYS } from '#domain/accounts/owner-alerts.ts';
import { DAY } from '#domain/time/durations.ts';
import { changePassword } from '#services/accounts/change-password.ts';
import { listKnownDevices } from '#services/accounts/known-device.ts';
import { findAlert, reportNotMe } from '#services/accounts/not-me.ts';
import { noteExport } from '#services/accounts/prove-owner.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { createToken, findCaller } from '#services/accounts/tokens.ts';
import { beat } from '#services/emergency/availability.ts';
import { changeSettings, pauseProtocol } from '#services/emergency/change-settings.ts';
import { addContact, changeContact, removeContact } from '#services/emergency/contacts.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { alertOwner } from '#services/mails/enqueue-account-mail.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { createPerson } from '#tests/harness/person.ts';
import { accountsWithMails } from './mailed-links.ts';

const { context, em, round, mails, newcomer } = accountsWithMails();
const FIREFOX = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const notMeIn = (mail: EmailMessage | undefined) => /\/auth\/not-me\/([\w-]{48})/.exec(mail?.text ?? '')?.[1] ?? '';
const kinds = async () => (await mails()).map(({ kind }) => kind);

/** A person whose address is confirmed and whose protocol is armed, without a mail about it. */
async function armed() {
  const owner = await createPerson(context());
  await em().execute('update users set email_confirmed_at = now() where id = ?', [owner.id]);
  await beat(em(), DAY);
  await addContact(context(), owner.id, { name: 'Ana', email: 'ana@example.com' });
  await setEmergency(context(), owner.id, owner.letter.id, true);
  await changeSettings(context(), owner.id, { is_active: true });
  await em().execute('delete from account_mails');
  const enter = (device: { userAgent: string; proof?: string | null } = FIREFOX, kind: 'cookie' | 'token' = 'cookie') =>
    signIn(context(), { email: owner.email, password: 'stillhere' }, device, kind);
  return { ...owner, enter };
}

async function sessionOf(cookie: string) {
  const session = await findSession(context(), 'cookie', cookie);
  if (!session) throw new Error('This session has ended.');
  return session;
}

/** The secret of a mail that came to an owner. */
async function alerted(userId: string): Promise<string> {
  await alertOwner(em(), { userId, kind: 'device-new', about: 'Firefox on Linux' });
  // Mails are sent side by side, so the last one may be another.
  return notMeIn((await round()).find(({ subject }) => subject.includes('new device')));
}

describe('an owner is mailed', () => {
  it('about a device that signs in for the first time, and not when it does so again', async () => {
    const { enter } = await armed();
    const { proof } = await enter();
    const [mail, ...more] = await round();
    expect([mail?.subject, more]).toEqual(['A new device signed in to your Stillhere account', []]);
    expect(mail?.text).toMatch(/Firefox on Linux, on \d+ \w+ \d{4} at \d\d:\d\d/);
    await enter({ ...FIREFOX, proof });
    expect(await round()).toEqual([]);
  });

  it('about a program once, while it has a session', async () => {
    const { enter } = await armed();
    await enter({ userAgent: 'backup/1.0' }, 'token');
    await enter({ userAgent: 'backup/1.0' }, 'token');
    expect(await kinds()).toEqual(['device-new']);
  });

  it('about a new password, a token, a pause, the switch and a download', async () => {
    const { id, email, enter } = await armed();
    const { secret } = await enter();
    await em().execute('delete from account_mails');
    const change = { current_password: 'stillhere', new_password: 'three plain words' };
    await changePassword(context(), await sessionOf(secret), change);
    await createToken(context(), { id, email }, { name: 'Kitchen', scope: 'check-in', expires_at: null });
    await pauseProtocol(context(), id, 7);
    await changeSettings(context(), id, { is_active: false });
    await changeSettings(context(), id, { is_active: false, inactive_days: 40 });
    await noteExport(context(), id);
    await noteExport(context(), id);
    expect(await kinds()).toEqual([
      'password-changed',
      'token-created',
      'protocol-paused',
      'protocol-disarmed',
      'export-begun',
    ]);
    for (const mail of await round()) expect(notMeIn(mail), mail.subject).toHaveLength(48);
  });

  it.each(['added', 'changed', 'removed'])('about a contact who is %s, once in ten minutes', async (change) => {
    const { id } = await armed();
    const [row] = await em().execute<{ id: string }[]>('select id from trusted_contacts where owner_id = ?', [id]);
    const act = () => {
      if (change === 'added') return addContact(context(), id, { name: 'Rui', email: 'rui@example.com' });
      if (change === 'changed') return changeContact(context(), id, row?.id ?? '', { name: 'Ana D.' });
      return removeContact(context(), id, row?.id ?? '');
    };
    await act();
    await addContact(context(), id, { name: 'Zé', email: 'ze@example.com' });
    expect(await kinds()).toEqual(['contacts-changed']);
    await em().execute("update account_mails set created_at = now() - interval '11 minutes'");
    await addContact(context(), id, { name: 'Eva', email: 'eva@example.com' });
    expect(await kinds()).toEqual(['contacts-changed', 'contacts-changed']);
  });

  it('only at an address that was confirmed', async () => {
    const { id, email } = await newcomer();
    await em().execute('delete from account_mails');
    await signIn(context(), { email, password: 'stillhere' }, FIREFOX, 'cookie');
    await addContact(context(), id, { name: 'Rui', email: 'rui@example.com' });
    expect(await kinds()).toEqual([]);
  });
});

describe('“This was not me”', () => {
  it('does nothing by looking, then signs everyone out and pauses the protocol', async () => {
    const { id, email, enter } = await armed();
    const { secret: cookie } = await enter();
    const { token } = await createToken(context(), { id, email }, { name: 'Home', scope: 'write', expires_at: null });
    const secret = await alerted(id);
    expect(await findAlert(context(), secret)).toMatchObject({ kind: 'device-new' });
    await sessionOf(cookie);

    const reported = await reportNotMe(context(), secret);
    expect(await findSession(context(), 'cookie', cookie)).toBeNull();
    expect(await findCaller(context(), token)).toBeNull();
    expect(await listKnownDevices(em(), id, null)).toEqual([]);
    const { paused_until } = await emergencyStatus(context(), id);
    expect(reported.pausedUntil).toBe(paused_until);
    const days = (Date.parse(paused_until ?? '') - Date.now()) / DAY;
    expect(days).toBeGreaterThan(NOT_ME_PAUSE_DAYS - 0.1);
    expect(days).toBeLessThanOrEqual(NOT_ME_PAUSE_DAYS);
  });

  it('can be pressed twice, and never shortens a pause', async () => {
    const { id } = await armed();
    await pauseProtocol(context(), id, 60);
    const secret = await alerted(id);
    const [first, second] = [await reportNotMe(context(), secret), await reportNotMe(context(), secret)];
    expect(first.pausedUntil).toBe(second.pausedUntil);
    expect((Date.parse(first.pausedUntil ?? '') - Date.now()) / DAY).toBeGreaterThan(59);
  });

  it('pauses nothing where nothing runs', async () => {
    const { id } = await armed();
    await changeSettings(context(), id, { is_active: false });
    expect((await reportNotMe(context(), await alerted(id))).pausedUntil).toBeNull();
  });

  it('works for thirty days, and with no other secret', async () => {
    const { id } = await armed();
    const secret = await alerted(id);
    await em().execute("update account_mails set created_at = now() - interval '31 days'");
    await expect(findAlert(context(), secret)).rejects.toMatchObject({ code: 'gone' });
    await expect(reportNotMe(context(), secret)).rejects.toMatchObject({ code: 'gone' });
    await em().execute('delete from account_mails');
    await expect(findAlert(context(), secret)).rejects.toMatchObject({ code: 'gone' });
    await expect(findAlert(context(), 'a'.repeat(48))).rejects.toMatchObject({ code: 'not-found' });
  });
});
