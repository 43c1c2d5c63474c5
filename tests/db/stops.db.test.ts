/** "Nothing more from this person" and "nothing more from Stillhere": what goes to an address that said so. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { addressHashes } from '#services/crypto/keyed-hash.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { resendDelivery, retryDelivery } from '#services/deliveries/after-sending.ts';
import { type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { rescheduleDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { findStory } from '#services/deliveries/story.ts';
import { addContact, listContacts } from '#services/emergency/contacts.ts';
import { testContact } from '#services/emergency/test-contact.ts';
import { newId } from '#services/ids.ts';
import { isStopped, STOP_EPOCH } from '#services/limits/correspondents.ts';
import { notifyContacts } from '#services/mails/enqueue-emergency-mails.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { refuseInvitation } from '#services/recipients/recipient.ts';
import { decideStopping, findStopping } from '#services/recipients/stop.ts';
import { sendDueAccountMails, sendDueEmergencyMails } from '#tests/harness/jobs.ts';
import { mailNotices } from '#tests/harness/notices.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const MASTER_KEY = newKey('test');

let stage: Awaited<ReturnType<typeof createStage>>;
let sent: EmailMessage[] = [];
beforeAll(async () => {
  stage = await createStage(new Keyring(MASTER_KEY));
});
afterAll(() => stage.close());
beforeEach(async () => {
  for (const table of ['deliveries', 'correspondents', 'stopped_addresses', 'notices', 'jobs'])
    await query(`delete from ${table}`);
  sent = [];
});

const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);
const deps: DeliveryDeps = {
  fork: () => stage.orm.em.fork(),
  get keyring() {
    return stage.keyring;
  },
  // why: mails reach people, and the test reads them.
  email: {
    async send(message) {
      sent.push(message);
      return { kind: 'accepted', messageId: null };
    },
  },
  whatsapp: null,
  sms: null,
  policy: { claimLease: 20_000, unknownWait: 180_000, minute: MINUTE },
  appOrigin: 'https://stillhere.example',
  observe: () => {},
};

const ANA = { recipient_email: 'ana@example.com' };

async function owner(name = 'Helena Duarte') {
  const person = await createPerson(stage.context(), name);
  await query('update users set email_confirmed_at = now() where id = ?', [person.id]);
  return person;
}
type Owner = Awaited<ReturnType<typeof owner>>;

/** Schedules a delivery that is due. */
async function due({ id: ownerId, letter }: Owner, change = {}): Promise<string> {
  const { id } = await scheduleDelivery(stage.context(), ownerId, scheduleOf(letter.id, { ...ANA, ...change }));
  await makeDue(id);
  return id;
}
const makeDue = (id: string) =>
  query("update deliveries set next_attempt_at = now(), scheduled_time = now() - interval '1 second' where id = ?", [
    id,
  ]);
const send = async (id: string, revision = 1) => (await deliver(deps, { kind: 'one', id, revision })).get(id);

/** Sends one. @returns its id, and the secret with which its recipient stops messages */
async function sentTo(from: Owner): Promise<{ id: string; stop: string }> {
  const id = await due(from);
  await send(id);
  return { id, stop: secretIn(sent.at(-1)) };
}
const secretIn = (mail: EmailMessage | undefined) => /\/stop\/([\w-]+)/.exec(mail?.unsubscribe ?? '')?.[1] ?? '';
const stop = (secret: string, from: 'person' | 'stillhere' = 'person') =>
  decideStopping(stage.context(), secret, from, true);
const undo = (secret: string, from: 'person' | 'stillhere' = 'person') =>
  decideStopping(stage.context(), secret, from, false);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) =>
      error instanceof AppError
        ? { code: error.code, fields: error.fields.map(({ field }) => field) }
        : Promise.reject(error),
  );
const AT_ADDRESS = { code: 'validation-failed', fields: ['recipient_email'] };

describe('a message', () => {
  it('names the same page in its header and in its foot; the page says who sent it', async () => {
    const helena = await owner();
    await sentTo(helena);
    const [mail] = sent;
    expect(mail?.unsubscribe).toMatch(/^https:\/\/stillhere\.example\/stop\/[\w-]{48}$/);
    expect(mail?.text).toContain(mail?.unsubscribe);
    expect(await findStopping(stage.context(), secretIn(mail))).toEqual({
      sender_name: 'Helena Duarte',
      person: false,
      stillhere: false,
    });
  });

  it('has a link that stops messages and opens nothing else', async () => {
    const { id, stop: secret } = await sentTo(await owner());
    const opens = linkSecret(stage.keyring, 'delivery', id, 1);
    expect(await refusal(stop(opens))).toMatchObject({ code: 'not-found' });
    const forged = `${secret.slice(0, -1)}${secret.endsWith('_') ? '-' : '_'}`;
    expect(await refusal(findStopping(stage.context(), forged))).toMatchObject({ code: 'not-found' });
  });
});

describe('nothing more from this person', () => {
  it('ends a delivery that waits, and its owner reads why', async () => {
    const helena = await owner();
    const { stop: secret } = await sentTo(helena);
    const waiting = await due(helena);
    await stop(secret);
    expect((await findStory(stage.context(), helena.id, waiting)).isStopped).toBe(true);
    expect(await send(waiting)).toEqual({ kind: 'failed', failure: 'stopped' });
    expect(sent).toHaveLength(1);
    expect(await findDelivery(stage.context(), helena.id, waiting)).toMatchObject({
      status: 'failed',
      failure: { code: 'stopped', text: 'The recipient wants no more messages.' },
    });
    const retry = { recipient_email: 'ana@example.com', recipient_phone: undefined, delivery_type: undefined };
    // They never got it.
    const answer = /^This person asked us to send them nothing more\. Please ask them/;
    await expect(retryDelivery(stage.context(), helena.id, waiting, retry)).rejects.toThrow(answer);
    await expect(resendDelivery(stage.context(), helena.id, waiting)).rejects.toThrow(answer);
    const [notice] = await mailNotices(stage);
    expect(notice?.subject).toMatch(/^Your letter to Ana was declined: /);
    expect(notice?.text).not.toContain('/retry');
  });

  it('leaves other people’s messages to the address alone', async () => {
    const { stop: secret } = await sentTo(await owner());
    await stop(secret);
    const other = await due(await owner('Rui Duarte'));
    expect(await send(other)).toEqual({ kind: 'sent' });
  });

  it('refuses to schedule, to change to the address, to resend and to retry', async () => {
    const helena = await owner();
    const first = await sentTo(helena);
    const bounced = await due(helena);
    await query(
      "update deliveries set status = 'failed', failure_code = 'bounced', next_attempt_at = null, finished_at = now() where id = ?",
      [bounced],
    );
    const other = scheduleOf(helena.letter.id, { recipient_email: 'rui@example.com' });
    const { id: elsewhere } = await scheduleDelivery(stage.context(), helena.id, other);
    await stop(first.stop);
    expect(await refusal(due(helena))).toEqual(AT_ADDRESS);
    expect(await refusal(due(helena, { recipient_email: 'ana+again@example.com' }))).toEqual(AT_ADDRESS);
    expect(await refusal(rescheduleDelivery(stage.context(), helena.id, elsewhere, ANA))).toEqual(AT_ADDRESS);
    const retry = { ...ANA, recipient_phone: undefined, delivery_type: undefined };
    expect(await refusal(retryDelivery(stage.context(), helena.id, bounced, retry))).toEqual(AT_ADDRESS);
    expect(await refusal(resendDelivery(stage.context(), helena.id, first.id))).toMatchObject({ code: 'conflict' });
  });

  it('stops what was being tried again, and what was resent before', async () => {
    const helena = await owner();
    const { id, stop: secret } = await sentTo(helena);
    await resendDelivery(stage.context(), helena.id, id);
    await stop(secret);
    expect(await send(id, 2)).toEqual({ kind: 'failed', failure: 'stopped' });
    expect(sent).toHaveLength(1);
  });

  it('is taken back on the same page, and then messages come again', async () => {
    const helena = await owner();
    const { stop: secret } = await sentTo(helena);
    expect(await stop(secret)).toMatchObject({ person: true });
    expect(await stop(secret)).toMatchObject({ person: true });
    expect(await undo(secret)).toMatchObject({ person: false });
    expect(await send(await due(helena))).toEqual({ kind: 'sent' });
  });

  it('outlives the account, and holds for the next one that has the same address', async () => {
    const helena = await owner();
    const { stop: secret } = await sentTo(helena);
    await stop(secret);
    await query('delete from users where id = ?', [helena.id]);
    expect(await findStopping(stage.context(), secret)).toEqual({ sender_name: null, person: true, stillhere: false });
    const again = await owner();
    await query('update users set email = ? where id = ?', [helena.email, again.id]);
    expect(await refusal(due(again))).toEqual(AT_ADDRESS);
    await undo(secret);
    expect(await send(await due(again))).toEqual({ kind: 'sent' });
  });

  it('can be said after the account was deleted', async () => {
    const helena = await owner();
    const { stop: secret } = await sentTo(helena);
    await deleteAccount(stage.context(), { accountId: helena.id, sessionId: newId(), password: 'stillhere' });
    expect(await stop(secret)).toMatchObject({ sender_name: null, person: true });
  });
});

describe('nothing more from Stillhere', () => {
  it('stops everybody’s messages to the address, until it is taken back', async () => {
    const { stop: secret } = await sentTo(await owner());
    const rui = await owner('Rui Duarte');
    const waiting = await due(rui);
    expect(await stop(secret, 'stillhere')).toMatchObject({ person: false, stillhere: true });
    expect(await send(waiting)).toEqual({ kind: 'failed', failure: 'stopped' });
    expect(await refusal(due(rui))).toEqual(AT_ADDRESS);
    expect(await undo(secret, 'stillhere')).toMatchObject({ stillhere: false });
    expect(await send(await due(rui))).toEqual({ kind: 'sent' });
  });

  it('stops what a release sends', async () => {
    const helena = await owner();
    const { stop: secret } = await sentTo(helena);
    const released = await due(helena);
    await query("update deliveries set origin = 'release', release_episode = 1 where id = ?", [released]);
    await stop(secret, 'stillhere');
    expect(await send(released)).toEqual({ kind: 'failed', failure: 'stopped' });
  });

  it('is stored as a keyed hash: no address of a recipient is in these tables', async () => {
    const { stop: secret } = await sentTo(await owner());
    await stop(secret, 'stillhere');
    const rows = await query('select c::text as a, s::text as b from correspondents c, stopped_addresses s');
    expect(JSON.stringify(rows)).not.toContain('ana');
    expect(rows).toHaveLength(1);
  });
});

describe('a trusted contact who wants nothing more', () => {
  it('gets no test, is not notified, and the owner sees it', async () => {
    const helena = await owner();
    const { stop: secret } = await sentTo(helena);
    const contact = await addContact(stage.context(), helena.id, { name: 'Ana', email: 'ana@example.com' });
    expect(contact.has_stopped).toBe(false);
    await stop(secret);
    expect(await listContacts(stage.context(), helena.id)).toMatchObject([{ has_stopped: true }]);
    expect(await refusal(testContact(stage.context(), helena.id, contact.id))).toMatchObject({ code: 'conflict' });
    await query(
      `insert into emergency_protocols (owner_id, is_active, stage, inactive_days, safety_days, last_check_in, missed_at, revision, synced_revision)
       values (?, true, 'missed', 30, 3, now() - interval '31 days', now(), 1, 1)`,
      [helena.id],
    );
    await stage.orm.em.fork().transactional((tx) => notifyContacts(tx, { ownerId: helena.id, episode: 1 }));
    await query("update users set time_zone = 'UTC' where id = ?", [helena.id]);
    sent = [];
    await sendDueEmergencyMails({ ...deps, day: 60_000, onRefused: () => {} });
    expect(sent).toEqual([]);
    expect(await query('select state from emergency_mails where owner_id = ?', [helena.id])).toEqual([
      { state: 'withdrawn' },
    ]);
  });

  /** Deletes the account of an owner whose contact Ana was notified. @returns the mails that follow */
  async function deleteNotified(from: Owner): Promise<EmailMessage[]> {
    await query(
      `insert into emergency_protocols (owner_id, is_active, stage, inactive_days, safety_days, last_check_in, missed_at, revision, synced_revision)
       values (?, true, 'missed', 30, 3, now() - interval '31 days', now(), 1, 1)`,
      [from.id],
    );
    await query(
      `insert into emergency_mails (id, owner_id, episode, kind, index, name, email, state, created_at, settled_at)
       values (?, ?, 1, 'contact-told', 0, 'Ana', 'ana@example.com', 'accepted', now(), now())`,
      [newId(), from.id],
    );
    await query('delete from jobs');
    await deleteAccount(stage.context(), { accountId: from.id, sessionId: newId(), password: 'stillhere' });
    sent = [];
    await sendDueAccountMails(deps);
    return sent.filter(({ to }) => to.email === 'ana@example.com');
  }

  it.each(['person', 'stillhere'] as const)('is not told of the deletion of the account (%s)', async (from) => {
    const helena = await owner();
    const { stop: secret } = await sentTo(helena);
    await stop(secret, from);
    expect(await deleteNotified(helena)).toEqual([]);
  });

  it('is told of the deletion of another account, with the stop link of that one', async () => {
    const helena = await owner();
    const first = await sentTo(helena);
    await stop(first.stop);
    await query('delete from users where id = ?', [helena.id]);
    const rui = await owner('Rui Duarte');
    const second = await sentTo(rui);
    const mails = await deleteNotified(rui);
    expect(mails.map((mail) => secretIn(mail))).toEqual([second.stop]);
  });
});

describe('a message that its recipient declined', () => {
  it('is not tried again and not resent: not by the page, not by a call', async () => {
    const helena = await owner();
    const { id } = await sentTo(helena);
    await refuseInvitation(stage.context(), linkSecret(stage.keyring, 'delivery', id, 1));
    for (const recipient_email of ['ana@example.com', 'ana.duarte@example.com']) {
      const retry = { recipient_email, recipient_phone: undefined, delivery_type: undefined };
      expect(await refusal(retryDelivery(stage.context(), helena.id, id, retry))).toMatchObject({ code: 'conflict' });
    }
    expect(await refusal(resendDelivery(stage.context(), helena.id, id))).toMatchObject({ code: 'conflict' });
    expect(await send(id)).toEqual({ kind: 'closed' });
    expect(sent).toHaveLength(1);
  });
});

it('a stop holds when a newer master key comes before the one that it was stored with', async () => {
  const helena = await owner();
  const { stop: secret } = await sentTo(helena);
  await stop(secret);
  const ring = new Keyring(`${newKey('new')},${MASTER_KEY}`);
  const toAna = { ownerId: helena.id, address: 'ana@example.com' };
  expect(await isStopped(stage.orm.em.fork(), ring, toAna)).toBe(true);
});

it.each(['person', 'stillhere'] as const)(
  'a stop from before a new master key is shown and taken back from a newer message (%s)',
  async (from) => {
    const helena = await owner();
    const first = await sentTo(helena);
    const before = { ...stage.context() };
    const ring = new Keyring(`${newKey('new')},${MASTER_KEY}`);
    const after = () => ({ ...stage.context(), keyring: ring });
    const other = from === 'person' ? helena : await owner('Rui Duarte');
    await due(other);
    // The row of a newer message to the same address, from a second account of the same person or from someone else.
    const [hash] = addressHashes(ring, 'ana@example.com');
    const sender = addressHashes(ring, other.email)[0];
    const id = newId();
    await query('delete from correspondents where owner_id = ? and owner_id <> ?', [other.id, helena.id]);
    if (from === 'person') await query('update correspondents set owner_id = null where owner_id = ?', [helena.id]);
    await query('insert into correspondents (id, owner_id, sender_hash, address_hash) values (?, ?, ?, ?)', [
      ...[id, other.id],
      ...[sender, hash],
    ]);
    const newer = linkSecret(ring, 'stop', id, STOP_EPOCH);
    await decideStopping(before, first.stop, from, true);
    expect(await findStopping(after(), newer)).toMatchObject({ [from]: true });
    expect(await decideStopping(after(), newer, from, false)).toMatchObject({ [from]: false });
    const toAna = { ownerId: other.id, address: 'ana@example.com' };
    expect(await isStopped(stage.orm.em.fork(), ring, toAna)).toBe(false);
  },
);
