/** Mails about a late or failed delivery: one to its owner, and after a release one to the contacts. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FALL_BACK_AFTER } from '#domain/delivery/delivery.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { readContactNews } from '#services/emergency/contact-news.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { sendDueEmergencyMails, sendDueNotices } from '#tests/harness/jobs.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';
import { holds } from '#tests/spec/holds.ts';

const ORIGIN = 'https://stillhere.example';
const POLICY: DeliveryPolicy = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };
const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: null };
const REFUSED: ProviderAnswer = { kind: 'permanent', reason: '400', failure: 'invalid-recipient' };
const AWAY: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years?.close());

const fork = () => years.stage.orm.em.fork();

/** why a fake: the test chooses the provider's answer. */
function depsAnswering(answer: ProviderAnswer) {
  const mails: EmailMessage[] = [];
  const heard: ProviderAnswer['kind'][] = [];
  const all: DeliveryDeps = {
    fork,
    keyring: years.stage.keyring,
    appOrigin: ORIGIN,
    policy: POLICY,
    email: { send: answering(mails, answer) },
    whatsapp: { send: answering([], answer) },
    sms: null,
    observe: (event) => event.kind === 'answer' && heard.push(event.answer),
  };
  return { all, mails, heard };
}

function answering<T>(received: T[], answer: ProviderAnswer) {
  return async (message: T) => {
    received.push(message);
    return answer;
  };
}

/** A delivery of an owner that is due now; with a number it goes by WhatsApp. */
async function due(person: Awaited<ReturnType<Years['armed']>>, phone: string | null = null): Promise<string> {
  const id = crypto.randomUUID();
  await years.query(
    `insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, recipient_phone, scheduled_time, time_zone,
       status, origin, revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
     values (?, ?, ?, 'ida@example.com', 'Ida', ?, now(), 'Europe/Lisbon', 'pending', 'owner', 1, 0, now(), false, 1, now())`,
    [id, person.id, phone ? 'whatsapp' : 'email', phone],
  );
  await years.query(
    `insert into delivery_contents (id, delivery_id, content_id, sealed_as, position) values (?, ?, ?, ?, 0)`,
    [crypto.randomUUID(), id, person.letter.id, person.letter.id],
  );
  return id;
}

const revisionOf = async (id: string) =>
  (await years.query<{ revision: number }>('select revision from deliveries where id = ?', [id]))[0]?.revision ?? 0;

/** Delivers it, with this answer of the provider. */
async function attempt(id: string, answer: ProviderAnswer) {
  const { all, mails, heard } = depsAnswering(answer);
  const results = await deliver(all, { kind: 'one', id, revision: await revisionOf(id) });
  return { result: results.get(id), mails, heard };
}

/** Lets time pass for a delivery. */
async function later(id: string, milliseconds: number): Promise<void> {
  const span = `${milliseconds} milliseconds`;
  await years.query('update deliveries set next_attempt_at = next_attempt_at - ?::interval where id = ?', [span, id]);
  await years.query('update delivery_attempts set started_at = started_at - ?::interval where delivery_id = ?', [
    span,
    id,
  ]);
}

/** Mails the due notices. @returns those to this owner */
async function noticed(ownerEmail: string): Promise<EmailMessage[]> {
  const { all, mails } = depsAnswering(ACCEPTED);
  await noteDelays(fork(), POLICY.minute);
  await sendDueNotices(all);
  return mails.filter(({ to }) => to.email === ownerEmail);
}

/** Mails the due mails of protocols. @returns them */
async function mailContacts(): Promise<EmailMessage[]> {
  const { all, mails } = depsAnswering(ACCEPTED);
  await sendDueEmergencyMails({ ...all, day: DAY, onRefused: () => {} });
  return mails;
}

const undeliveredTo = (ownerId: string) =>
  years.query<{ email: string; episode: number; state: string }>(
    "select email, episode, state from emergency_mails where owner_id = ? and kind = 'undelivered' order by episode, email",
    [ownerId],
  );

describe('a delivery that is late', () => {
  it('is reported once after an hour, and not again when it falls back and is late by email too', async () => {
    const helena = await years.armed();
    const id = await due(helena, '+351912345678');
    await attempt(id, AWAY);
    await later(id, 59 * MINUTE);
    expect(await noticed(helena.email)).toEqual([]);
    await later(id, 2 * MINUTE);
    const [mail, ...more] = await noticed(helena.email);
    expect([mail?.subject, more]).toEqual([expect.stringContaining('is delayed'), []]);
    expect(mail?.text).toContain('+351 912 345 678, by WhatsApp');
    expect((await findDelivery(years.context(), helena.id, id)).delayed).toBe(true);

    await later(id, FALL_BACK_AFTER);
    await attempt(id, AWAY);
    expect(await revisionOf(id)).toBe(2);
    expect((await attempt(id, AWAY)).mails).toHaveLength(1);
    await later(id, 2 * HOUR);
    expect(await noticed(helena.email)).toEqual([]);
  });
});

describe('a delivery that fell back', () => {
  it('sends no mail by itself; when the email fails too, one mail names both channels', async () => {
    holds('C-9');
    const helena = await years.armed();
    const id = await due(helena, '+351912345678');
    expect((await attempt(id, REFUSED)).result).toMatchObject({ kind: 'resync', revision: 2 });
    expect(await noticed(helena.email)).toEqual([]);
    expect((await attempt(id, REFUSED)).result).toMatchObject({ kind: 'failed' });
    const [mail, ...more] = await noticed(helena.email);
    expect([mail?.subject, more]).toEqual([expect.stringContaining('couldn’t be delivered'), []]);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('We tried WhatsApp to +351 912 345 678 first.');
  });
});

describe('a refusal of our own set-up', () => {
  it.each([null, '+351912345678'])(
    'fails nothing, however long it lasts, and alarms each time (number: %s)',
    async (phone) => {
      const helena = await years.armed();
      const id = await due(helena, phone);
      for (let days = 0; days < 9; days += 1) {
        const { result, heard } = await attempt(id, { kind: 'configuration', reason: '401' });
        // By WhatsApp for two days at most: then it falls back, without a further call.
        if (result?.kind !== 'resync') expect([result?.kind, heard]).toEqual(['later', ['configuration']]);
        await later(id, DAY);
      }
      expect(await findDelivery(years.context(), helena.id, id)).toMatchObject({ status: 'pending', failure: null });
      await attempt(id, ACCEPTED);
      expect((await findDelivery(years.context(), helena.id, id)).status).toBe('sent');
    },
  );
});

describe('after a release', () => {
  it('mails contacts once about what could not be delivered, without title and recipient', async () => {
    const helena = await years.silent('released');
    await mailContacts();
    const [first, second] = [await due(helena), await due(helena)];
    await attempt(first, REFUSED);
    await attempt(second, REFUSED);
    expect((await undeliveredTo(helena.id)).map(({ email }) => email)).toEqual(['ana@example.com', 'rui@example.com']);
    const mails = await mailContacts();
    expect(mails.map(({ to }) => to.email).sort()).toEqual(['ana@example.com', 'rui@example.com']);
    for (const { subject, text, html } of mails) {
      expect(subject).toBe('We couldn’t deliver something from Helena Duarte to someone else');
      expect(`${text}${html}`).not.toMatch(/How we chose your name|Ida|ida@example/);
    }
    expect(await mailContacts()).toEqual([]);

    // Its link leads to their known page, which says so too.
    const [notification] = await years.query<{ id: string }>(
      "select id from emergency_mails where owner_id = ? and kind = 'contact-told' and email = 'rui@example.com'",
      [helena.id],
    );
    const secret = linkSecret(years.stage.keyring, 'contact', notification?.id ?? '', 0);
    expect(mails.some(({ text }) => text.includes(`${ORIGIN}/contact/${secret}\n`))).toBe(true);
    expect(await readContactNews(years.context(), secret)).toMatchObject({ kind: 'released', undelivered: true });
    expect((await noticed(helena.email)).length).toBe(2);
  });

  it('shows it on a page of their own to contacts who were added since', async () => {
    const helena = await years.silent('released');
    await years.query(
      "insert into trusted_contacts (id, owner_id, name, email, created_at) values (?, ?, 'Zoe', 'zoe@example.com', now())",
      [crypto.randomUUID(), helena.id],
    );
    await attempt(await due(helena), REFUSED);
    const [mail] = await years.query<{ id: string }>(
      "select id from emergency_mails where owner_id = ? and kind = 'undelivered' and email = 'zoe@example.com'",
      [helena.id],
    );
    const secret = linkSecret(years.stage.keyring, 'contact', mail?.id ?? '', 0);
    expect(await readContactNews(years.context(), secret)).toMatchObject({ kind: 'released', undelivered: true });
  });

  it('mails no contact about a late delivery, one of the release itself, or after the owner is back', async () => {
    const helena = await years.silent('released');
    await mailContacts();
    const late = await due(helena);
    await attempt(late, AWAY);
    const [ofRelease] = await years.query<{ id: string }>(
      "select id from deliveries where owner_id = ? and origin = 'release' limit 1",
      [helena.id],
    );
    await attempt(ofRelease?.id ?? '', REFUSED);
    expect(await undeliveredTo(helena.id)).toEqual([]);

    await attempt(await due(helena), REFUSED);
    await returnToLife(years.context(), helena.id);
    expect((await mailContacts()).filter(({ subject }) => subject.startsWith('Something'))).toEqual([]);
    expect((await undeliveredTo(helena.id)).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
    await attempt(await due(helena), REFUSED);
    expect(await undeliveredTo(helena.id)).toHaveLength(2);
  });

  it('mails only the owner about a failure before it', async () => {
    const helena = await years.silent('missed');
    await attempt(await due(helena), REFUSED);
    expect(await undeliveredTo(helena.id)).toEqual([]);
    expect(await noticed(helena.email)).toHaveLength(1);
  });
});
