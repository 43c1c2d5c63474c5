/** The mail to an owner when a delivery is opened for the first time, and what owners turn off. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { MINUTE } from '#domain/time/durations.ts';
import { changeMailChoices, readMailChoices, unsubscribeSecret } from '#services/notices/mail-choices.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { mailNotices } from '#tests/harness/notices.ts';
import { createPerson } from '#tests/harness/person.ts';
import { BY_WHATSAPP, createSentDeliveries, type SentDeliveries } from '#tests/harness/sent-deliveries.ts';

const ORIGIN = 'https://stillhere.example';

let made: SentDeliveries;
beforeAll(async () => {
  made = await createSentDeliveries();
});
afterAll(() => made?.post.close());
beforeEach(async () => {
  await made.post.empty();
  await made.post.query('delete from jobs');
  await made.post.query(
    `update users set email_confirmed_at = now(), time_zone = 'Asia/Tokyo', wants_delivery_opened = true,
       wants_delivery_delayed = true, wants_address_check = true`,
  );
  await made.post.query('delete from emergency_protocols');
});

const mailed = () => mailNotices(made.stage);
const choose = (change: Parameters<typeof changeMailChoices>[2]) =>
  changeMailChoices(made.stage.context(), made.helena.id, change);
const wordsOf = (mail: EmailMessage | undefined) => mail?.text.replace(/\s+/g, ' ') ?? '';

describe('the mail about an opening', () => {
  it('goes to the owner once, in their time zone, with the recipient, the title and the way to the story', async () => {
    const { id, secret } = await made.sent();
    await made.post.query("update deliveries set time_zone = 'Europe/Lisbon' where id = ?", [id]);
    await made.open(secret);
    const [mail, ...more] = await mailed();
    expect([mail?.to, more]).toEqual([{ email: made.helena.email, name: 'Helena Duarte' }, []]);
    expect(mail?.subject).toBe('Your letter to Ana was opened: “How we chose your name”');
    expect(wordsOf(mail)).toMatch(
      /was opened on \d+ \w+ \d{4} at \d\d:\d\d \(Tokyo\), with the link that we sent to Ana at/,
    );
    expect(mail?.text).toContain(`${ORIGIN}/auth?to=%2Fschedule%2F${id}\n`);
    await made.open(secret);
    expect(await mailed()).toEqual([]);
  });

  it('has a button of the mail program that turns it off', async () => {
    await made.open((await made.sent()).secret);
    const [mail] = await mailed();
    const secret = unsubscribeSecret(made.stage.keyring, made.helena.id, 'delivery_opened');
    expect(mail?.unsubscribe).toBe(`${ORIGIN}/unsubscribe/${secret}`);
  });

  it('is queued with the opening, or not at all', async () => {
    const { id, secret } = await made.sent();
    await made.post.query("alter table jobs add constraint broken check (kind <> 'opened-mail') not valid");
    await expect(made.open(secret)).rejects.toThrow();
    await made.post.query('alter table jobs drop constraint broken');
    expect(await made.row(id)).toMatchObject({ opened_at: null });
    expect(await made.timelineOf(id)).not.toContain('opened');
    await made.open(secret);
    expect(await mailed()).toHaveLength(1);
  });

  it('is one for two people who press at the same moment', async () => {
    const { secret } = await made.sent();
    await Promise.all([made.open(secret), made.open(secret)]);
    expect(await mailed()).toHaveLength(1);
  });

  it('does not come again when the delivery is sent again with a new link', async () => {
    const { id, secret } = await made.sent();
    await made.open(secret);
    expect(await mailed()).toHaveLength(1);
    await made.revoke(id);
    await made.resend(id);
    const again = await made.send(id);
    await made.open(again?.secret ?? '');
    expect((await made.timelineOf(id)).filter((kind) => kind === 'opened')).toHaveLength(2);
    expect(await mailed()).toEqual([]);
  });

  it('names the number when the link went by WhatsApp', async () => {
    await made.open((await made.sent(BY_WHATSAPP)).secret);
    const [mail] = await mailed();
    expect(wordsOf(mail)).toContain('with the link that we sent to Ana at +351 912 345 678, by WhatsApp.');
  });

  it('goes to confirmed addresses only', async () => {
    const { secret } = await made.sent();
    await unconfirm(made.post.query, made.helena.id);
    await made.open(secret);
    expect(await mailed()).toEqual([]);
  });

  it('does not go out about what its owner has deleted meanwhile', async () => {
    const { id, secret } = await made.sent();
    await made.open(secret);
    await made.post.query('update deliveries set deleted_at = now() where id = ?', [id]);
    expect(await mailed()).toEqual([]);
  });

  it('does not go to the mailbox of an owner whose protocol was released, until they are back', async () => {
    const [first, second] = [await made.sent(), await made.sent()];
    await made.post.query(
      `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode,
         missed_at, released_at, revision, synced_revision)
       values (?, true, 30, 3, now() - interval '40 days', 'released', 1, now() - interval '10 days', now(), 1, 1)`,
      [made.helena.id],
    );
    await made.open(first.secret);
    expect(await mailed()).toEqual([]);
    await made.post.query("update emergency_protocols set stage = 'armed', missed_at = null, released_at = null");
    await made.open(second.secret);
    expect(await mailed()).toHaveLength(1);
  });
});

describe('what an owner turned off', () => {
  it('does not go out, also when it was waiting', async () => {
    const [waiting, later] = [await made.sent(), await made.sent()];
    await made.open(waiting.secret);
    expect(await choose({ delivery_opened: false })).toEqual({
      delivery_opened: false,
      delivery_delayed: true,
      address_check: true,
      rehearsal: true,
    });
    expect(await mailed()).toEqual([]);
    await made.open(later.secret);
    expect(await mailed()).toEqual([]);
    expect(await made.timelineOf(later.id)).toContain('opened');
  });

  test('a late delivery is mailed about only to who wants that, and its failure to everyone', async () => {
    await choose({ delivery_delayed: false, delivery_opened: false, address_check: false });
    const id = await made.scheduled();
    made.post.answers.email.push({ kind: 'transient', reason: '503', retryAfter: null });
    await made.send(id);
    await made.post.query(
      "update delivery_attempts set started_at = now() - interval '2 hours' where delivery_id = ?",
      [id],
    );
    await noteDelays(made.stage.orm.em.fork(), MINUTE);
    expect(await mailed()).toEqual([]);
    made.post.answers.email.push({ kind: 'permanent', reason: '400', failure: 'invalid-recipient' });
    await made.send(id);
    const [mail, ...more] = await mailed();
    expect([mail?.subject.includes('couldn’t be delivered'), mail?.unsubscribe, more]).toEqual([true, undefined, []]);
  });

  test('choices are of one owner, and what is not named stays', async () => {
    await choose({ address_check: false });
    expect(await choose({ delivery_opened: false })).toMatchObject({ delivery_delayed: true, address_check: false });
    const other = await createPerson(made.stage.context());
    expect(await readMailChoices(made.stage.orm.em.fork(), other.id)).toEqual({
      delivery_opened: true,
      delivery_delayed: true,
      address_check: true,
      rehearsal: true,
    });
  });
});
