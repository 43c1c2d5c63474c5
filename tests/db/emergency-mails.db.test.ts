/** Mails of protocols: sent for as long as it takes, and what became of each moves the protocol on. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { confirmAddress } from '#services/accounts/email-address.ts';
import { addContact, listContacts, removeContact } from '#services/contacts/contacts.ts';
import { setEmergency } from '#services/contents/change-content.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { advanceProtocol } from '#services/emergency/advance.ts';
import { beat } from '#services/emergency/availability.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import type { EmergencyMailDeps, RefusedMail } from '#services/emergency/emergency-mail-job.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { sendDueEmergencyMails } from '#tests/harness/jobs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await query("update emergency_mails set state = 'withdrawn' where state = 'waiting'");
  await beat(fork(), DAY);
});

const ORIGIN = 'https://stillhere.example';
const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: null };
const fork = () => stage.orm.em.fork();
const query = <T>(sql: string, params: unknown[] = []) => fork().execute(sql, params) as Promise<T[]>;
const advance = (id: string) => advanceProtocol({ fork, day: DAY }, id);

/** Sends what is due. why a fake: each way in which a provider answers, at will. */
async function send(answer: ProviderAnswer | (() => Promise<ProviderAnswer>) = ACCEPTED, keyring = stage.keyring) {
  const [sent, refused]: [EmailMessage[], RefusedMail[]] = [[], []];
  const postman: EmergencyMailDeps = {
    fork,
    keyring,
    appOrigin: ORIGIN,
    policy: { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE },
    day: DAY,
    email: {
      async send(message) {
        sent.push(message);
        return typeof answer === 'function' ? answer() : answer;
      },
    },
    onRefused: (one) => refused.push(one),
  };
  await sendDueEmergencyMails(postman);
  return { sent, refused };
}

/** Somebody who has been silent for longer than they chose, with one contact and one letter set aside. */
async function silent() {
  const person = await createPerson(stage.context());
  const { id } = person;
  await query('update users set email_confirmed_at = created_at where id = ?', [id]);
  await addContact(stage.context(), id, { name: 'Rui', email: `rui-${person.email}` });
  await setEmergency(stage.context(), id, person.letter.id, true);
  await query(
    `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode,
       revision, synced_revision, next_step_at) values (?, true, 30, 3, now() - interval '31 days', 'armed', 1, 1, 0, now())`,
    [id],
  );
  await query(
    "update users set created_at = created_at - interval '90 days', email_confirmed_at = created_at - interval '90 days' where id = ?",
    [id],
  );
  await advance(id);
  return { ...person, contact: `rui-${person.email}` };
}

/** The same person, of whom contacts are being told now. */
async function missed() {
  const person = await silent();
  await send();
  await query("update emergency_mails set settled_at = settled_at - interval '7 hours' where owner_id = ?", [
    person.id,
  ]);
  await advance(person.id);
  return person;
}

interface MailRow {
  id: string;
  kind: string;
  state: string;
  wait: number | null;
}
const mailsOf = (ownerId: string) =>
  query<MailRow>(
    `select m.id, m.kind, m.state, (extract(epoch from j.run_at - now()) * 1000)::float8 as wait from emergency_mails m
       left join jobs j on j.kind = 'emergency-mail' and j.subject = m.id::text and m.state = 'waiting'
     where owner_id = ? order by m.created_at, m.kind`,
    [ownerId],
  );
async function planOf(ownerId: string) {
  const [row] = await query<{ stage: string; episode: number; revision: number; wait: number | null }>(
    `select stage, episode, revision, (extract(epoch from next_step_at - now()) * 1000)::float8 as wait
     from emergency_protocols where owner_id = ?`,
    [ownerId],
  );
  if (!row) throw new Error('There is no such protocol.');
  return row;
}

describe('a warning', () => {
  it('goes to its owner with the link of its episode, and what waited for it is planned', async () => {
    const helena = await silent();
    const before = await planOf(helena.id);
    expect(before.wait).toBeNull();
    const { sent, refused } = await send();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.to).toEqual({ email: helena.email, name: null });
    expect(sent[0]?.text).toContain(`${ORIGIN}/check-in/${linkSecret(stage.keyring, 'check-in', helena.id, 1)}\n`);
    const [mail] = await mailsOf(helena.id);
    expect(sent[0]?.reference).toEqual({ emergency_mail_id: mail?.id });
    expect([mail?.state, refused]).toEqual(['accepted', []]);
    const after = await planOf(helena.id);
    expect(after.revision).toBeGreaterThan(before.revision);
    // Six hours in which people could reach us, before anyone else is notified.
    expect(after.wait).toBeGreaterThan(6 * HOUR - MINUTE);
    expect((await send()).sent).toEqual([]);
  });

  it.each<[ProviderAnswer, string, [number, number] | null]>([
    [{ kind: 'transient', reason: '503', retryAfter: null }, 'waiting', [55 * SECOND, MINUTE]],
    [{ kind: 'transient', reason: '429', retryAfter: DAY }, 'waiting', [29 * MINUTE, 30 * MINUTE]],
    [{ kind: 'unknown', reason: 'ECONNRESET' }, 'waiting', [55 * SECOND, MINUTE]],
    [{ kind: 'configuration', reason: '401' }, 'waiting', [14 * MINUTE, 15 * MINUTE]],
    [{ kind: 'permanent', reason: '400', failure: 'content-refused' }, 'waiting', [14 * MINUTE, 15 * MINUTE]],
    [{ kind: 'permanent', reason: '400', failure: 'invalid-recipient' }, 'bounced', null],
  ])('that meets %j is %s', async (answer, state, wait) => {
    const helena = await silent();
    const { refused } = await send(answer);
    const [mail] = await mailsOf(helena.id);
    expect(mail?.state).toBe(state);
    expect(refused).toMatchObject([{ mailId: mail?.id, kind: 'reminder', answer: answer.kind, tries: 1 }]);
    if (wait === null) expect(mail?.wait).toBeNull();
    else expect([(mail?.wait ?? 0) > wait[0], (mail?.wait ?? 0) <= wait[1]]).toEqual([true, true]);
    // Ours to mend: everything holds. Theirs: the protocol goes on, on its longer clock.
    expect((await planOf(helena.id)).wait === null).toBe(state === 'waiting');
  });

  it('is never given up, and never tried less often than each half hour', async () => {
    const helena = await silent();
    await query(
      `update jobs set tries = 900, created_at = now() - interval '40 days'
       where subject in (select id::text from emergency_mails where owner_id = ?)`,
      [helena.id],
    );
    await send({ kind: 'transient', reason: '503', retryAfter: null });
    const [mail] = await mailsOf(helena.id);
    expect([mail?.state, (mail?.wait ?? DAY) <= 30 * MINUTE]).toEqual(['waiting', true]);
  });

  it('that was taken but cannot be recorded goes out again less and less often', async () => {
    const { id } = await silent();
    await query(
      `create function no_record() returns trigger language plpgsql as $$ begin
         if new.state = 'accepted' then raise 'it cannot be recorded'; end if; return new; end $$`,
    );
    await query('create trigger no_record before update on emergency_mails for each row execute function no_record()');
    try {
      const waits: number[] = [];
      for (let tries = 0; tries < 4; tries += 1) {
        await expect(send()).rejects.toThrow('it cannot be recorded');
        waits.push(Math.round(((await mailsOf(id))[0]?.wait ?? 0) / (20 * SECOND)));
        await query('update jobs set run_at = now()');
      }
      expect(waits).toEqual([1, 2, 4, 8]);
    } finally {
      await query('drop function no_record cascade');
    }
  });

  it('that was under way while its owner checked in changes nothing any more', async () => {
    const helena = await silent();
    const { sent } = await send(async () => {
      await checkIn(stage.context(), helena.id);
      return ACCEPTED;
    });
    expect(sent).toHaveLength(1);
    expect(await mailsOf(helena.id)).toMatchObject([{ state: 'withdrawn', wait: null }]);
    expect(await planOf(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
  });

  it('of an episode that is over is not sent', async () => {
    const helena = await silent();
    await query('update emergency_protocols set episode = 2 where owner_id = ?', [helena.id]);
    expect((await send()).sent).toEqual([]);
    expect(await mailsOf(helena.id)).toMatchObject([{ state: 'withdrawn', wait: null }]);
  });
});

describe('trusted contacts', () => {
  it('are told with a page of their own, and nothing of what was set aside; then that all is well', async () => {
    const helena = await missed();
    const { sent } = await send();
    expect(sent.map(({ to }) => to.email).sort()).toEqual([helena.email, helena.contact].sort());
    const told = sent.find(({ to }) => to.email === helena.contact);
    const [row] = (await mailsOf(helena.id)).filter(({ kind }) => kind === 'contact-told');
    const link = `${ORIGIN}/contact/${linkSecret(stage.keyring, 'contact', row?.id ?? '', 0)}\n`;
    expect(told?.text).toContain(link);
    expect(`${told?.subject}${told?.text}`).not.toContain('How we chose your name');
    expect(row?.state).toBe('accepted');

    await checkIn(stage.context(), helena.id);
    const [clear, ...more] = (await send()).sent;
    expect([clear?.to.email, clear?.subject, more]).toEqual([
      helena.contact,
      'All is well: we have heard from Helena Duarte',
      [],
    ]);
    expect(clear?.text).toContain(link);
  });

  it('who are being told while somebody checks in hear that all is well; whom no news has left for hear nothing', async () => {
    const joana = await missed();
    await query(
      `update jobs set run_at = now() + interval '1 hour'
       where subject in (select id::text from emergency_mails where owner_id = ?)`,
      [joana.id],
    );
    const helena = await missed();
    let isFirst = true;
    await send(async () => {
      if (isFirst) await checkIn(stage.context(), helena.id);
      isFirst = false;
      return ACCEPTED;
    });
    await checkIn(stage.context(), joana.id);
    const clear = (await send()).sent;
    expect(clear.map(({ to, subject }) => [to.email, subject.slice(0, 11)])).toEqual([[helena.contact, 'All is well']]);
  });

  it('hear nothing of what no provider took: neither that all is well, nor anything once they are none any more', async () => {
    const refused: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };
    const helena = await missed();
    await send(refused);
    await checkIn(stage.context(), helena.id);
    expect((await send()).sent).toEqual([]);

    const joana = await missed();
    await addContact(stage.context(), joana.id, { name: 'Zoe', email: 'zoe@example.com' });
    await send(refused);
    const contacts = await listContacts(stage.context(), joana.id);
    const former = contacts.find(({ name }) => name === 'Rui');
    await removeContact(stage.context(), joana.id, former?.id ?? '');
    await query('update jobs set run_at = now()');
    expect((await send()).sent.map(({ to }) => to.email).sort()).toEqual([joana.email, 'zoe@example.com'].sort());
  });

  it('hear nothing while nothing would be sent to them, and neither does the owner', async () => {
    const helena = await missed();
    await setEmergency(stage.context(), helena.id, helena.letter.id, false);
    expect((await send()).sent).toEqual([]);
    // One that a worker held in its hands when the content went: it comes back as not called for.
    await query(
      `update emergency_mails set state = 'waiting', may_have_gone = false
       where owner_id = ? and state = 'withdrawn'`,
      [helena.id],
    );
    expect((await send()).sent).toEqual([]);
  });

  it('of whom nobody knows whether they were told hear that all is well', async () => {
    const helena = await missed();
    await send({ kind: 'unknown', reason: 'it broke off' });
    await query('update jobs set run_at = now()');
    await send({ kind: 'transient', reason: '503', retryAfter: null });
    await checkIn(stage.context(), helena.id);
    expect((await send()).sent.map(({ to }) => to.email)).toEqual([helena.contact]);
  });

  it('whose mailbox refuses it are let be, and hold nothing up', async () => {
    const helena = await missed();
    await send({ kind: 'permanent', reason: '400', failure: 'invalid-recipient' });
    expect((await mailsOf(helena.id)).filter(({ kind }) => kind === 'contact-told')).toMatchObject([
      { state: 'bounced', wait: null },
    ]);
    await checkIn(stage.context(), helena.id);
    expect((await send()).sent).toEqual([]);
  });
});

it('the owner is told what went to whom, also where a key was missing at first', async () => {
  const helena = await missed();
  await send();
  await query("update emergency_mails set settled_at = settled_at - interval '4 days' where owner_id = ?", [helena.id]);
  await query("update emergency_protocols set missed_at = missed_at - interval '4 days' where owner_id = ?", [
    helena.id,
  ]);
  await advance(helena.id);
  await send();
  await query("update emergency_mails set settled_at = settled_at - interval '2 days' where owner_id = ?", [helena.id]);
  await advance(helena.id);
  expect((await planOf(helena.id)).stage).toBe('released');

  const other = new Keyring(`other:${Buffer.alloc(32, 7).toString('base64')}`);
  expect((await send(ACCEPTED, other)).refused).toMatchObject([{ kind: 'released', answer: 'configuration' }]);
  await query('update jobs set run_at = now()');
  const [mail] = (await send()).sent;
  expect(mail?.to.email).toBe(helena.email);
  expect(mail?.text).toContain('To Rui we send: “How we chose your name”.');
  expect(mail?.text).toContain(`${ORIGIN}/auth?to=%2Femergency`);
});

describe('what the provider reports later', () => {
  const MEANINGS = [
    { kind: 'accepted' },
    { kind: 'noted' },
    { kind: 'deferred' },
    { kind: 'delivered' },
    { kind: 'failed', failure: 'bounced' },
  ] as const;
  const event = (mailId: string, meaning: (typeof MEANINGS)[number]) => ({
    eventId: randomUUID(),
    attemptId: null,
    mailId,
    messageId: 'm1',
    name: meaning.kind,
    event: meaning,
    occurredAt: new Date(),
  });
  const report = (events: ReturnType<typeof event>[]) => recordProviderEvents({ em: fork() }, 'sendgrid', events);
  const warningOf = async (ownerId: string) => (await mailsOf(ownerId)).at(-1)?.id ?? '';

  it('settles a warning whose outcome nobody could learn', async () => {
    const helena = await silent();
    await send({ kind: 'unknown', reason: 'ECONNRESET' });
    await report([event(await warningOf(helena.id), { kind: 'delivered' })]);
    expect(await mailsOf(helena.id)).toMatchObject([{ state: 'accepted', wait: null }]);
    expect((await planOf(helena.id)).wait).toBeGreaterThan(5 * HOUR);
  });

  it('ends alike in whatever order it is heard, alone or together: a bounce is the last word', async () => {
    const helena = await silent();
    const mailId = await warningOf(helena.id);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        fc.boolean(),
        async (order, together) => {
          await query("update emergency_mails set state = 'waiting', settled_at = null where id = ?", [mailId]);
          const events = order.map((index) => event(mailId, MEANINGS[index] ?? MEANINGS[0]));
          if (together) await report(events);
          else for (const one of events) await report([one]);
          expect(await mailsOf(helena.id)).toMatchObject([{ state: 'bounced', wait: null }]);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('lets the longer clock run when the urgent warning comes back after all', async () => {
    const helena = await missed();
    await send();
    expect((await planOf(helena.id)).wait).toBeLessThan(3 * DAY);
    const [urgent] = (await mailsOf(helena.id)).filter(({ kind }) => kind === 'missed');
    await report([event(urgent?.id ?? '', { kind: 'failed', failure: 'bounced' })]);
    expect((await planOf(helena.id)).wait).toBeGreaterThan(14 * DAY);
  });

  it('changes nothing about what was withdrawn, and nothing for accounts that are gone', async () => {
    const helena = await silent();
    const mailId = await warningOf(helena.id);
    await checkIn(stage.context(), helena.id);
    await report([event(mailId, { kind: 'delivered' }), event(mailId, { kind: 'failed', failure: 'bounced' })]);
    expect(await mailsOf(helena.id)).toMatchObject([{ state: 'withdrawn' }]);
    await query('delete from users where id = ?', [helena.id]);
    await report([event(mailId, { kind: 'delivered' })]);
  });
});

it('the clock of a protocol that was armed without an address begins when that is confirmed, however soon after', async () => {
  const helena = await createPerson(stage.context());
  await addContact(stage.context(), helena.id, { name: 'Rui', email: 'rui@example.com' });
  await setEmergency(stage.context(), helena.id, helena.letter.id, true);
  await query(
    `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode,
       revision, synced_revision) values (?, true, 30, 3, now(), 'armed', 1, 1, 1)`,
    [helena.id],
  );
  const [secret] = await query<{ id: string }>(
    "select id from secrets where user_id = ? and purpose = 'confirm-email'",
    [helena.id],
  );
  await confirmAddress(stage.context(), linkSecret(stage.keyring, 'confirm-email', secret?.id ?? '', 0));
  const plan = await planOf(helena.id);
  expect(plan.wait).toBeGreaterThan(22 * DAY);
  expect(plan.revision).toBe(2);
});
