/** The channels by which owners are warned: codes, warnings, what providers report, and what the protocol makes of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { CODE_TRIES, type Confirmable } from '#domain/emergency/warning-channels.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { readActiveProtocol } from '#services/emergency/active-protocol.ts';
import { changeWarningChannels } from '#services/emergency/change-warning-channels.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { readWarningChannels } from '#services/emergency/read-warning-channels.ts';
import { deleteOldWarningMessages } from '#services/emergency/record-warning-events.ts';
import { testWarningChannels, warnOnEveryChannel } from '#services/emergency/warn-owner.ts';
import { confirmWarningChannel } from '#services/emergency/warning-codes.ts';
import { warningMessageJob } from '#services/emergency/warning-message-job.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { EmailMessage, PhoneWarning } from '#services/ports/senders.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const PHONE = '+351912345678';
const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: 'm1' };
let answer: ProviderAnswer = ACCEPTED;
let refused: string[] = [];
let mails: EmailMessage[] = [];
let texts: (PhoneWarning & { by: 'sms' | 'whatsapp' })[] = [];
beforeEach(() => {
  answer = ACCEPTED;
  refused = [];
});

/** Sends what waits. */
async function round(): Promise<void> {
  [mails, texts] = [[], []];
  // why: messages reach people, and the test chooses what their provider answers.
  const phone = (by: 'sms' | 'whatsapp') => ({
    async send(message: PhoneWarning) {
      texts.push({ ...message, by });
      return answer;
    },
  });
  const job = warningMessageJob({
    fork: years.fork,
    email: {
      async send(message) {
        mails.push(message);
        return answer;
      },
    },
    phones: { sms: phone('sms'), whatsapp: phone('whatsapp') },
    policy: { claimLease: MINUTE, unknownWait: MINUTE, minute: MINUTE },
    appOrigin: 'https://stillhere.example',
    keyring: years.stage.keyring,
    day: DAY,
    onRefused: ({ channel }) => void refused.push(channel),
  });
  await runDueJobs(years.fork, 'warning-message', job);
}

/** What a provider reports. */
const report = (warningMessageId: string | undefined, event: DeliveryEvent) =>
  recordProviderEvents({ em: years.fork() }, 'twilio', [
    {
      ...{ eventId: randomUUID(), attemptId: null, mailId: null, messageId: 'm1', name: event.kind },
      ...{ warningMessageId: warningMessageId ?? null, event, occurredAt: new Date() },
    },
  ]);
const BOUNCE: DeliveryEvent = { kind: 'failed', failure: 'bounced' };

/** An address of their own: the limit of codes to one address counts across tests. */
const newAddress = () => `second-${randomUUID()}@example.org`;
const codeIn = (text: string | undefined) => /\d{6}/.exec(text ?? '')?.[0] ?? '';
const confirmAs = (id: string, channel: Confirmable, code: string) =>
  confirmWarningChannel(years.context(), id, { channel, code });

/** An owner with a running protocol, a confirmed second address and a confirmed phone. */
async function withChannels() {
  const helena = await years.armed();
  const second = newAddress();
  const wish = { second_email: second, phone: PHONE, sms: true, whatsapp: true };
  await changeWarningChannels(years.context(), helena.id, wish);
  await round();
  await confirmAs(helena.id, 'second_email', codeIn(mails[0]?.subject));
  await confirmAs(helena.id, 'phone', codeIn(texts[0]?.text));
  return { ...helena, second, channels: () => readWarningChannels(years.fork(), helena.id) };
}

describe('a code', () => {
  test('goes to each new address, and confirms it once', async () => {
    const { id } = await years.armed();
    const second = newAddress();
    const saved = await changeWarningChannels(years.context(), id, { second_email: second, phone: '+351 912 345 678' });
    expect(saved).toMatchObject({
      second_email: { address: second, confirmed_at: null },
      phone: { address: PHONE },
      sms: { address: PHONE, confirmed_at: null },
      whatsapp: null,
    });
    await round();
    expect(mails.map(({ to }) => to.email)).toEqual([second]);
    expect(texts).toMatchObject([{ by: 'sms', to: PHONE, path: null }]);
    const code = codeIn(mails[0]?.subject);
    expect(await confirmAs(id, 'second_email', code)).toMatchObject({
      second_email: { confirmed_at: expect.any(String) },
      sms: { confirmed_at: null },
    });
    await expect(confirmAs(id, 'second_email', code)).rejects.toMatchObject({ code: 'conflict' });
    expect(await confirmAs(id, 'sms', codeIn(texts[0]?.text))).toMatchObject({
      sms: { confirmed_at: expect.any(String) },
    });
  });

  test('is not valid after five wrong ones, nor a quarter of an hour later, nor once there is a newer one', async () => {
    const { id } = await years.armed();
    const change = () => changeWarningChannels(years.context(), id, { phone: PHONE });
    const newCode = async () => {
      await change();
      await round();
      return codeIn(texts[0]?.text);
    };
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
    const first = await newCode();
    for (let tries = 0; tries < CODE_TRIES; tries += 1)
      await expect(confirmAs(id, 'phone', wrong(first))).rejects.toThrow('isn’t the code that we sent last');
    await expect(confirmAs(id, 'phone', first)).rejects.toThrow('no longer valid');
    const second = await newCode();
    await years.query(
      "update warning_messages set created_at = created_at - interval '15 minutes' where owner_id = ?",
      [id],
    );
    await expect(confirmAs(id, 'phone', second)).rejects.toThrow('no longer valid');
    const [third, fourth] = [await newCode(), await newCode()];
    if (third !== fourth) await expect(confirmAs(id, 'phone', third)).rejects.toThrow('isn’t the code');
    expect(await confirmAs(id, 'phone', fourth)).toMatchObject({ phone: { confirmed_at: expect.any(String) } });
  });

  test('that was sent to another address confirms nothing', async () => {
    const { id } = await years.armed();
    await changeWarningChannels(years.context(), id, { second_email: newAddress() });
    await round();
    const code = codeIn(mails[0]?.subject);
    await years.query('update warning_channels set address = ? where owner_id = ?', [newAddress(), id]);
    await expect(confirmAs(id, 'second_email', code)).rejects.toThrow('no longer valid');
  });
});

describe('a change', () => {
  it('keeps what is confirmed, and forgets the confirmation of an address that is replaced', async () => {
    const { id, second } = await withChannels();
    const change = (wish: object) => changeWarningChannels(years.context(), id, wish);
    expect(await change({ sms: false })).toMatchObject({ sms: null, whatsapp: { confirmed_at: expect.any(String) } });
    expect(await change({ second_email: second, sms: true })).toMatchObject({
      second_email: { confirmed_at: expect.any(String) },
      sms: { confirmed_at: expect.any(String) },
    });
    await round();
    expect([mails, texts], 'no code').toEqual([[], []]);
    expect(await change({ second_email: newAddress() })).toMatchObject({ second_email: { confirmed_at: null } });
    expect(await change({ phone: null, second_email: null })).toEqual({
      ...{ second_email: null, phone: null, whatsapp: null, sms: null },
    });
  });

  it.each([
    ['phone', { whatsapp: true }],
    ['phone', { phone: '12' }],
    ['phone', { phone: null, sms: true }],
  ])('is refused at the %s for %j', async (field, wish) => {
    const { id } = await years.armed();
    const refused = changeWarningChannels(years.context(), id, wish);
    await expect(refused).rejects.toMatchObject({ code: 'validation-failed', fields: [{ field }] });
  });

  it('is refused for the account’s own address, and for what is not set up here', async () => {
    const { id, email } = await years.armed();
    const refused = (wish: object, phones: ('sms' | 'whatsapp')[]) =>
      expect(changeWarningChannels({ ...years.context(), warningPhones: phones }, id, wish)).rejects;
    await refused({ second_email: email }, []).toMatchObject({ fields: [{ field: 'second_email' }] });
    await refused({ phone: PHONE }, []).toMatchObject({ fields: [{ field: 'phone' }] });
    await refused({ phone: PHONE, whatsapp: true }, ['sms']).toMatchObject({ fields: [{ field: 'whatsapp' }] });
  });

  it('needs a confirmed account: a stranger’s address could send codes to anyone', async () => {
    const { id, email } = await years.armed();
    await unconfirm(years.query, email);
    const refused = changeWarningChannels(years.context(), id, { second_email: newAddress() });
    await expect(refused).rejects.toMatchObject({ code: 'address-unconfirmed' });
  });
});

describe('a silent owner', () => {
  test('is reminded at the account’s address alone, and urgently warned on every confirmed channel', async () => {
    const { id, second } = await withChannels();
    await years.silentOn(id, 'reminding');
    await round();
    expect([mails, texts]).toEqual([[], []]);
    await years.silentOn(id, 'missed');
    await round();
    expect(mails).toMatchObject([{ to: { email: second }, subject: expect.stringContaining('Please check in') }]);
    expect(texts.map(({ by }) => by).sort()).toEqual(['sms', 'whatsapp']);
    for (const { text, path } of texts)
      expect([text, path]).toEqual([
        expect.stringContaining('you missed your check-in'),
        expect.stringMatching(/^check-in\//),
      ]);
  });

  test('gets no warning that waited until after a check-in, nor an older one after a newer', async () => {
    const answered = await withChannels();
    await years.silentOn(answered.id, 'missed');
    await checkIn(years.context(), answered.id);
    await round();
    expect([mails, texts]).toEqual([[], []]);
    const silent = await withChannels();
    await years.silentOn(silent.id, 'missed');
    await years
      .fork()
      .transactional((tx) => warnOnEveryChannel(tx, { ownerId: silent.id, episode: 1 }, 'last-call', 0));
    await round();
    expect(texts).toHaveLength(2);
    for (const { text } of texts) expect(text).toContain('our last reminder');
  });

  test('is released on the usual day where a phone got the warning that the mailbox refused', async () => {
    const { id } = await withChannels();
    await years.silentOn(id, 'reminding');
    await years.pass(DAY + HOUR);
    await years.advance(id);
    expect((await years.row(id)).stage).toBe('missed');
    await years.settle(id, 'bounced');
    await round();
    expect(await years.daysToRelease(id)).toBeGreaterThan(10);
    await report(texts[0]?.messageId, { kind: 'delivered' });
    const days = await years.daysToRelease(id);
    expect(days).toBeLessThan(4);
    await report(texts[0]?.messageId, BOUNCE);
    expect(await years.daysToRelease(id), 'a failure is final').toBeGreaterThan(10);
  });
});

describe('a channel that fails', () => {
  test('is said on every page until a message arrives there', async () => {
    const { id, second, channels } = await withChannels();
    await testWarningChannels(years.context(), id);
    await round();
    expect(mails.map(({ to }) => to.email).length).toBe(2);
    const toSecond = mails.find(({ to }) => to.email === second)?.reference.warning_message_id;
    await report(toSecond, BOUNCE);
    expect((await channels()).second_email).toMatchObject({ failed_at: expect.any(String) });
    expect(await readActiveProtocol(years.context(), id)).toMatchObject({ failedChannel: second });
    await testWarningChannels(years.context(), id);
    await round();
    await report(mails.find(({ to }) => to.email === second)?.reference.warning_message_id, { kind: 'delivered' });
    expect((await channels()).second_email).toMatchObject({ failed_at: null, last_delivered_at: expect.any(String) });
    expect(await readActiveProtocol(years.context(), id)).toMatchObject({ failedChannel: null });
    const recorded = await years.query<{ kind: string }>(
      'select kind from record_entries where account_id = ? and data = ? order by seq',
      [id, '{"channel":"second_email"}'],
    );
    expect(recorded.map(({ kind }) => kind)).toEqual([
      ...['account-channel-confirmed', 'account-channel-failed', 'account-channel-reached'],
    ]);
  });

  test('and that the provider refuses for good is not tried again; one that may pass is', async () => {
    const { id, channels } = await withChannels();
    answer = { kind: 'permanent', reason: '400', failure: 'invalid-recipient' };
    await testWarningChannels(years.context(), id);
    await round();
    expect((await channels()).sms).toMatchObject({ failed_at: expect.any(String) });
    expect(refused.sort(), 'operators see each').toEqual(['email', 'second_email', 'sms', 'whatsapp']);
    await years.query("update jobs set run_at = now() where kind = 'warning-message'");
    await round();
    expect([mails, texts]).toEqual([[], []]);
    answer = { kind: 'transient', reason: '503', retryAfter: null };
    await testWarningChannels(years.context(), id);
    await round();
    await years.query("update jobs set run_at = now() where kind = 'warning-message'");
    await round();
    expect([mails.length, texts.length]).toEqual([2, 2]);
  });
});

test('rows of codes and tests go after a month, and those of warnings stay', async () => {
  const { id } = await withChannels();
  await years.silentOn(id, 'missed');
  await years.query("update warning_messages set created_at = created_at - interval '31 days' where owner_id = ?", [
    id,
  ]);
  await deleteOldWarningMessages(years.fork());
  const kinds = await years.query<{ kind: string }>('select distinct kind from warning_messages where owner_id = ?', [
    id,
  ]);
  expect(kinds).toEqual([{ kind: 'warning' }]);
});
