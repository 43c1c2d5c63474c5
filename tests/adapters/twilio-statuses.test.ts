/** Twilio's status callbacks: their signature and their meaning. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { twilioEvents } from '#adapters/twilio-statuses.ts';
import type { AppError } from '#domain/errors.ts';
import { TWILIO } from '../simulators/stand.ts';

const APP = 'https://stillhere.example';
const ATTEMPT = '01890a5d-ac96-774b-bcce-b302099a8057';
const DELIVERY = '01890a5d-ac96-774b-bcce-b302099a8059';

/** None of these codes is about the recipient. */
const OUR_SET_UP = ['30002', '63013', '63016', '63018', '63026', '63038'];

describe('signed statuses', () => {
  const read = twilioEvents({ authToken: TWILIO.authToken, appOrigin: APP });
  const PATH = `/webhooks/twilio?attempt=${ATTEMPT}&delivery=${DELIVERY}&revision=3`;
  const form = (fields: Record<string, string> = {}) => ({
    AccountSid: TWILIO.accountSid,
    From: `whatsapp:${TWILIO.from}`,
    MessageSid: 'SM1',
    MessageStatus: 'delivered',
    To: 'whatsapp:+351912345678',
    ...fields,
  });
  /** As Twilio's documentation says it, word for word. */
  const signed = (
    fields: Record<string, string>,
    path = PATH,
    { fragment = '', origin = APP, authToken = TWILIO.authToken } = {},
  ) => {
    const text = Object.keys(fields)
      .sort()
      .map((name) => `${name}${fields[name]}`)
      .join('');
    return {
      body: Buffer.from(new URLSearchParams(fields).toString()),
      signature: createHmac('sha1', authToken).update(`${origin}${path}${fragment}${text}`).digest('base64'),
      timestamp: null,
      path,
    };
  };

  it('are translated into our events, without the number', () => {
    expect(read(signed(form()))).toEqual([
      {
        eventId: 'SM1:delivered:',
        attemptId: ATTEMPT,
        delivery: { id: DELIVERY, revision: 3, channel: 'whatsapp' },
        mailId: null,
        warningMessageId: null,
        messageId: 'SM1',
        name: 'delivered',
        event: { kind: 'delivered' },
        isOurs: false,
        occurredAt: expect.any(Date),
      },
    ]);
    // Whether Twilio signs how often it is to try again is nowhere said.
    expect(read(signed(form(), PATH, { fragment: '#rc=5&rp=all' }))).toHaveLength(1);
  });

  it('of a text message fail for its channel', () => {
    const bySms = { From: TWILIO.smsFrom, To: '+351912345678', MessageStatus: 'undelivered', ErrorCode: '30003' };
    expect(read(signed(form(bySms)))).toMatchObject([{ event: { kind: 'failed', failure: 'no-sms' }, isOurs: false }]);
  });

  it.each<[string, string, object]>([
    ['queued', '', { kind: 'noted' }],
    ['scheduled', '', { kind: 'noted' }],
    ['something new', '', { kind: 'noted' }],
    ['sent', '', { kind: 'accepted' }],
    ['read', '', { kind: 'delivered' }],
    ['undelivered', '63024', { kind: 'failed', failure: 'no-whatsapp' }],
    ...OUR_SET_UP.map((code): [string, string, object] => [
      'failed',
      code,
      { kind: 'failed', failure: 'content-refused' },
    ]),
    ['failed', '69999', { kind: 'failed', failure: 'content-refused' }],
    ['failed', '', { kind: 'failed', failure: 'no-whatsapp' }],
    ['canceled', '', { kind: 'failed', failure: 'no-whatsapp' }],
  ])('%s %s', (MessageStatus, ErrorCode, meaning) => {
    const [event] = read(signed(form({ MessageStatus, ...(ErrorCode && { ErrorCode }) })));
    expect(event).toMatchObject({ eventId: `SM1:${MessageStatus}:${ErrorCode}`, event: meaning });
    expect(event?.name).toBe(`${MessageStatus} ${ErrorCode}`.trim());
  });

  it('are a fault of our configuration when WhatsApp refuses our template', () => {
    const blamed = (ErrorCode: string) => read(signed(form({ MessageStatus: 'failed', ErrorCode })))[0]?.isOurs;
    expect([blamed('63041'), blamed('63024')]).toEqual([true, false]);
    expect(OUR_SET_UP.filter((code) => !blamed(code))).toEqual([]);
  });

  it('are verified with all fields, also new ones, and only known fields are used', () => {
    const fields = form({
      ChannelInstallSid: `XE${'0'.repeat(32)}`,
      ChannelPrefix: 'whatsapp',
      ChannelStatusMessage: 'Recipient +351912345678 is not on WhatsApp',
      ChannelToAddress: '+35191234XXXX',
      ErrorCode: '63024',
      EventType: 'UNDELIVERED',
      MessageStatus: 'undelivered',
      StructuredMessage: 'false',
      Tomorrow: 'yes',
    });
    const events = read(signed(fields));
    expect(events).toMatchObject([{ name: 'undelivered 63024', event: { kind: 'failed', failure: 'no-whatsapp' } }]);
    expect(JSON.stringify(events)).not.toContain('351912345678');
    const fewer = new URLSearchParams(fields);
    fewer.delete('ChannelToAddress');
    expect(() => read({ ...signed(fields), body: Buffer.from(`${fewer}`) })).toThrow(
      expect.objectContaining({ code: 'forbidden' }) as AppError,
    );
  });

  it('are accepted for unknown messages and attempts; other callbacks give no event', () => {
    expect(read(signed(form(), "/webhooks/twilio?attempt=';drop"))[0]?.attemptId).toBeNull();
    expect(read(signed(form(), '/webhooks/twilio'))[0]?.attemptId).toBeNull();
    for (const odd of ['', '0', '-1', '1e3', '9999999999'])
      expect(read(signed(form(), `/webhooks/twilio?delivery=${DELIVERY}&revision=${odd}`))[0]?.delivery).toBeNull();
    expect(read(signed({ From: 'whatsapp:+351912345678', Body: 'STOP', MessageSid: 'SM2' }))).toEqual([]);
  });

  it('with thousands of fields are refused before their signature is computed', () => {
    const fields = Array.from({ length: 8_000 }, (_, n) => `f${n % 7_000}=`).join('&');
    const forged = { ...signed(form()), body: Buffer.from(fields) };
    expect(() => read(forged)).toThrow(expect.objectContaining({ code: 'forbidden' }) as AppError);
  });

  it('are refused without a signature, or with one of another request', () => {
    const good = signed(form());
    const other = `/webhooks/twilio?attempt=01890a5d-ac96-774b-bcce-b302099a8058`;
    for (const forged of [
      { ...good, body: Buffer.from(new URLSearchParams(form({ MessageStatus: 'failed' })).toString()) },
      { ...good, body: Buffer.from(`${good.body}&To=whatsapp:%2B1`) },
      { ...good, path: other },
      { ...good, signature: null },
      { ...good, signature: '' },
      { ...good, signature: 'AAAA' },
      signed(form(), PATH, { authToken: 'another' }),
      signed(form(), PATH, { origin: 'https://elsewhere.example' }),
    ])
      expect(() => read(forged)).toThrow(expect.objectContaining({ code: 'forbidden' }) as AppError);
  });
});
