/** Mails of protocols: retried for as long as it takes; the outcome of each advances the protocol. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { beat } from '#services/emergency/availability.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { addContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { setEmergency } from '#services/vault/change-content.ts';
import { ACCEPTED, createSilentOwners, ORIGIN, type SilentOwners } from '#tests/harness/silent-owners.ts';

let owners: SilentOwners;
beforeAll(async () => {
  owners = await createSilentOwners();
});
afterAll(() => owners?.close());
beforeEach(async () => {
  await owners.query("update emergency_mails set state = 'withdrawn' where state = 'waiting'");
  await beat(owners.fork(), DAY);
});

describe('a warning', () => {
  it('goes to its owner with the link of its episode, and the next step is planned', async () => {
    const helena = await owners.silent();
    const before = await owners.planOf(helena.id);
    expect(before.wait).toBeNull();
    const { sent, refused } = await owners.send();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: { email: helena.email, name: null }, triesBounced: true });
    expect(sent[0]?.text).toContain(
      `${ORIGIN}/check-in/${linkSecret(owners.stage.keyring, 'check-in', helena.id, 1)}\n`,
    );
    const [mail] = await owners.mailsOf(helena.id);
    expect(sent[0]?.reference).toEqual({ emergency_mail_id: mail?.id });
    expect([mail?.state, refused]).toEqual(['accepted', []]);
    const after = await owners.planOf(helena.id);
    expect(after.revision).toBeGreaterThan(before.revision);
    // Six hours in which people can reach us, before contacts are notified.
    expect(after.wait).toBeGreaterThan(6 * HOUR - MINUTE);
    expect((await owners.send()).sent).toEqual([]);
  });

  it.each<[ProviderAnswer, string, [number, number] | null]>([
    [{ kind: 'transient', reason: '503', retryAfter: null }, 'waiting', [30 * SECOND, MINUTE]],
    [{ kind: 'transient', reason: '429', retryAfter: DAY }, 'waiting', [29 * MINUTE, 30 * MINUTE]],
    [{ kind: 'unknown', reason: 'ECONNRESET' }, 'waiting', [30 * SECOND, MINUTE]],
    [{ kind: 'configuration', reason: '401' }, 'waiting', [14 * MINUTE, 15 * MINUTE]],
    [{ kind: 'permanent', reason: '400', failure: 'content-refused' }, 'waiting', [14 * MINUTE, 15 * MINUTE]],
    [{ kind: 'permanent', reason: '400', failure: 'invalid-recipient' }, 'bounced', null],
  ])('that is answered with %j is %s', async (answer, state, wait) => {
    const helena = await owners.silent();
    const { refused } = await owners.send(answer);
    const [mail] = await owners.mailsOf(helena.id);
    expect(mail?.state).toBe(state);
    expect(refused).toMatchObject([{ mailId: mail?.id, kind: 'reminder', answer: answer.kind, tries: 1 }]);
    if (wait === null) expect(mail?.wait).toBeNull();
    else expect([(mail?.wait ?? 0) > wait[0], (mail?.wait ?? 0) <= wait[1]]).toEqual([true, true]);
    // Our fault: the protocol waits. Their mailbox: it continues, on its longer clock.
    expect((await owners.planOf(helena.id)).wait === null).toBe(state === 'waiting');
  });

  it('is never given up, and is retried at least every half hour', async () => {
    const helena = await owners.silent();
    await owners.query(
      `update jobs set tries = 900, created_at = now() - interval '40 days'
       where subject in (select id::text from emergency_mails where owner_id = ?)`,
      [helena.id],
    );
    await owners.send({ kind: 'transient', reason: '503', retryAfter: null });
    const [mail] = await owners.mailsOf(helena.id);
    expect([mail?.state, (mail?.wait ?? DAY) <= 30 * MINUTE]).toEqual(['waiting', true]);
  });

  it('goes out again less and less often when it was accepted and cannot be recorded', async () => {
    const { id } = await owners.silent();
    await owners.query(
      `create function no_record() returns trigger language plpgsql as $$ begin
         if new.state = 'accepted' then raise 'it cannot be recorded'; end if; return new; end $$`,
    );
    await owners.query(
      'create trigger no_record before update on emergency_mails for each row execute function no_record()',
    );
    try {
      const waits: number[] = [];
      for (let tries = 0; tries < 4; tries += 1) {
        await expect(owners.send()).rejects.toThrow('it cannot be recorded');
        // Of the shortest, of twenty seconds, a little has passed.
        waits.push(Math.ceil(((await owners.mailsOf(id))[0]?.wait ?? 0) / (20 * SECOND)));
        await owners.query('update jobs set run_at = now()');
      }
      expect(waits).toEqual([1, 2, 4, 8]);
    } finally {
      await owners.query('drop function no_record cascade');
    }
  });

  it('changes nothing when its owner checked in while it was being sent', async () => {
    const helena = await owners.silent();
    const { sent } = await owners.send(async () => {
      await checkIn(owners.stage.context(), helena.id);
      return ACCEPTED;
    });
    expect(sent).toHaveLength(1);
    expect(await owners.mailsOf(helena.id)).toMatchObject([{ state: 'withdrawn', wait: null }]);
    expect(await owners.planOf(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
  });

  it('is not sent when its episode is over', async () => {
    const helena = await owners.silent();
    await owners.query('update emergency_protocols set episode = 2 where owner_id = ?', [helena.id]);
    expect((await owners.send()).sent).toEqual([]);
    expect(await owners.mailsOf(helena.id)).toMatchObject([{ state: 'withdrawn', wait: null }]);
  });
});

describe('trusted contacts', () => {
  it('are notified with a page of their own, without any content; then that there was an answer, and from where', async () => {
    const helena = await owners.missed();
    const { sent } = await owners.send();
    expect(sent.map(({ to }) => to.email).sort()).toEqual([helena.email, helena.contact].sort());
    const notification = sent.find(({ to }) => to.email === helena.contact);
    const [row] = (await owners.mailsOf(helena.id)).filter(({ kind }) => kind === 'contact-told');
    const link = `${ORIGIN}/contact/${linkSecret(owners.stage.keyring, 'contact', row?.id ?? '', 0)}\n`;
    expect(notification?.text).toContain(link);
    expect(`${notification?.subject}${notification?.text}`).not.toContain('How we chose your name');
    expect(row?.state).toBe('accepted');

    await checkIn(owners.stage.context(), helena.id);
    const [clear, ...more] = (await owners.send()).sent;
    expect([clear?.to.email, clear?.subject, more]).toEqual([
      helena.contact,
      'We’ve had an answer from Helena Duarte’s account',
      [],
    ]);
    expect(clear?.text).toContain(link);
    expect(clear?.text.replace(/\s+/g, ' ')).toContain(`account of Helena Duarte (${helena.email})`);
  });

  it('get the all-clear if they were being notified at the check-in, and no mail if the notification was not sent', async () => {
    const joana = await owners.missed();
    await owners.query(
      `update jobs set run_at = now() + interval '1 hour'
       where subject in (select id::text from emergency_mails where owner_id = ?)`,
      [joana.id],
    );
    const helena = await owners.missed();
    // She and her contact are mailed side by side: the check-in comes while the contact's mail is with the provider.
    await owners.send(async ({ to }) => {
      if (to.email === helena.contact) await checkIn(owners.stage.context(), helena.id);
      return ACCEPTED;
    });
    await checkIn(owners.stage.context(), joana.id);
    const clear = (await owners.send()).sent;
    expect(clear.map(({ to, subject }) => [to.email, subject.slice(0, 19)])).toEqual([
      [helena.contact, 'We’ve had an answer'],
    ]);
  });

  it('get no mail at all when no provider accepted the notification, also after they were removed', async () => {
    const refused: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };
    const helena = await owners.missed();
    await owners.send(refused);
    await checkIn(owners.stage.context(), helena.id);
    expect((await owners.send()).sent).toEqual([]);

    const joana = await owners.missed();
    await addContact(owners.stage.context(), joana.id, { name: 'Zoe', email: 'zoe@example.com' });
    await owners.send(refused);
    const contacts = await listContacts(owners.stage.context(), joana.id);
    const former = contacts.find(({ name }) => name === 'Rui');
    await removeContact(owners.stage.context(), joana.id, former?.id ?? '');
    await owners.query('update jobs set run_at = now()');
    expect((await owners.send()).sent.map(({ to }) => to.email).sort()).toEqual(
      [joana.email, 'zoe@example.com'].sort(),
    );
  });

  it('are not mailed again once they were removed while an outcome was unknown, but get the all-clear', async () => {
    const helena = await owners.missed();
    await addContact(owners.stage.context(), helena.id, { name: 'Zoe', email: `zoe-${helena.email}` });
    await owners.query('update jobs set run_at = now()');
    await owners.send({ kind: 'unknown', reason: 'it broke off' });
    const contacts = await listContacts(owners.stage.context(), helena.id);
    const former = contacts.find(({ name }) => name === 'Rui');
    await removeContact(owners.stage.context(), helena.id, former?.id ?? '');
    await owners.query('update jobs set run_at = now()');
    expect((await owners.send()).sent.map(({ to }) => to.email).sort()).toEqual(
      [helena.email, `zoe-${helena.email}`].sort(),
    );
    await checkIn(owners.stage.context(), helena.id);
    const clear = (await owners.send()).sent;
    expect(clear.map(({ to, subject }) => [to.email, subject.slice(0, 19)]).sort()).toEqual([
      [helena.contact, 'We’ve had an answer'],
      [`zoe-${helena.email}`, 'We’ve had an answer'],
    ]);
  });

  it('are notified after all when they were removed while an outcome was unknown, and added again', async () => {
    const helena = await owners.missed();
    await addContact(owners.stage.context(), helena.id, { name: 'Zoe', email: `zoe-${helena.email}` });
    await owners.send({ kind: 'unknown', reason: 'it broke off' });
    const [former] = (await listContacts(owners.stage.context(), helena.id)).filter(({ name }) => name === 'Rui');
    await removeContact(owners.stage.context(), helena.id, former?.id ?? '');
    await owners.query("delete from jobs where kind = 'emergency-mail'");
    await addContact(owners.stage.context(), helena.id, { name: 'Rui', email: helena.contact });
    await owners.query('update jobs set run_at = now()');
    expect((await owners.send()).sent.map(({ to }) => to.email)).toEqual([helena.contact]);
  });

  it('get no mail while there is nothing to send them, and neither does the owner', async () => {
    const helena = await owners.missed();
    await setEmergency(owners.stage.context(), helena.id, helena.letter.id, false);
    expect((await owners.send()).sent).toEqual([]);
    // A worker had claimed this one when the content was deleted: it finds that the mail is not needed.
    await owners.query(
      `update emergency_mails set state = 'waiting', may_have_gone = false
       where owner_id = ? and state = 'withdrawn'`,
      [helena.id],
    );
    expect((await owners.send()).sent).toEqual([]);
  });

  it('get the all-clear when the outcome of their notification is unknown', async () => {
    const helena = await owners.missed();
    await owners.send({ kind: 'unknown', reason: 'it broke off' });
    await owners.query('update jobs set run_at = now()');
    await owners.send({ kind: 'transient', reason: '503', retryAfter: null });
    await checkIn(owners.stage.context(), helena.id);
    expect((await owners.send()).sent.map(({ to }) => to.email)).toEqual([helena.contact]);
  });

  it('are left out when their mailbox refuses it, and delay nothing', async () => {
    const helena = await owners.missed();
    await owners.send({ kind: 'permanent', reason: '400', failure: 'invalid-recipient' });
    expect((await owners.mailsOf(helena.id)).filter(({ kind }) => kind === 'contact-told')).toMatchObject([
      { state: 'bounced', wait: null },
    ]);
    await checkIn(owners.stage.context(), helena.id);
    expect((await owners.send()).sent).toEqual([]);
  });
});

it('mails the owner what went to whom, also when a key was missing at first', async () => {
  const helena = await owners.missed();
  await owners.send();
  await owners.query("update emergency_mails set settled_at = settled_at - interval '4 days' where owner_id = ?", [
    helena.id,
  ]);
  await owners.query("update emergency_protocols set missed_at = missed_at - interval '4 days' where owner_id = ?", [
    helena.id,
  ]);
  await owners.advance(helena.id);
  await owners.send();
  await owners.query("update emergency_mails set settled_at = settled_at - interval '2 days' where owner_id = ?", [
    helena.id,
  ]);
  await owners.advance(helena.id);
  expect((await owners.planOf(helena.id)).stage).toBe('released');

  const other = new Keyring(`other:${Buffer.alloc(32, 7).toString('base64')}`);
  expect((await owners.send(ACCEPTED, other)).refused).toMatchObject([{ kind: 'released', answer: 'configuration' }]);
  await owners.query('update jobs set run_at = now()');
  const [mail] = (await owners.send()).sent;
  expect(mail?.to.email).toBe(helena.email);
  expect(mail?.text).toContain('We’re sending this to Rui: “How we chose your name”.');
  expect(mail?.text).toContain(`${ORIGIN}/auth?to=%2Femergency`);
});
