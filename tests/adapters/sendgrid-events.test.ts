/** What SendGrid reports about our mails, signed. */

import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sendgridEvents } from '#adapters/sendgrid.ts';
import { AppError } from '#domain/errors.ts';

const REFERENCE = {
  attempt_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  delivery_id: '01890a5d-ac96-774b-bcce-b302099a8059',
  revision: '3',
};

describe('signed events', () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const read = sendgridEvents(keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'));
  const timestamp = '1795240833';
  const signed = (body: Buffer) => ({
    body,
    timestamp,
    signature: sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), keys.privateKey).toString('base64'),
  });
  const event = {
    sg_event_id: 'e1',
    sg_message_id: 'm1.recvd-1',
    event: 'delivered',
    timestamp: 1_795_240_833,
    ...REFERENCE,
    email: 'ana@example.com',
  };

  it('are translated into our events, without the address', () => {
    const events = read(signed(Buffer.from(JSON.stringify([event]))));
    expect(events).toEqual([
      {
        eventId: 'e1',
        attemptId: REFERENCE.attempt_id,
        delivery: { id: REFERENCE.delivery_id, revision: 3, channel: 'email' },
        mailId: null,
        noticeId: null,
        contactMailId: null,
        rehearsalMessageId: null,
        warningMessageId: null,
        messageId: 'm1',
        name: 'delivered',
        event: { kind: 'delivered' },
        occurredAt: new Date(1_795_240_833_000),
      },
    ]);
  });

  it.each([
    ['processed', {}, { kind: 'accepted' }],
    ['bounce', { type: 'bounce' }, { kind: 'failed', failure: 'bounced' }],
    ['bounce', { type: 'blocked' }, { kind: 'failed', failure: 'blocked' }],
    ['dropped', { reason: 'Bounced Address' }, { kind: 'failed', failure: 'dropped' }],
    ['dropped', { reason: 'Invalid' }, { kind: 'failed', failure: 'dropped' }],
    ['dropped', { reason: 'Spam Reporting Address' }, { kind: 'failed', failure: 'dropped', isAddressRight: true }],
    ['dropped', { reason: 'Unsubscribed Address' }, { kind: 'failed', failure: 'dropped', isAddressRight: true }],
    ['dropped', {}, { kind: 'failed', failure: 'dropped', isAddressRight: true }],
    ['spamreport', {}, { kind: 'failed', failure: 'reported' }],
    ['deferred', {}, { kind: 'deferred' }],
    ['open', {}, { kind: 'noted' }],
    ['click', {}, { kind: 'noted' }],
    ['unsubscribe', {}, { kind: 'noted' }],
    ['group_unsubscribe', {}, { kind: 'noted' }],
    ['something new', {}, { kind: 'noted' }],
  ])('%s %j', (name, more, meaning) => {
    expect(read(signed(Buffer.from(JSON.stringify([{ ...event, event: name, ...more }]))))[0]?.event).toEqual(meaning);
  });

  it('contain the id of the mail of an emergency protocol', () => {
    const mailId = '019a6f00-0000-7000-8000-000000000009';
    const mailsOf = (emergency_mail_id: unknown) =>
      read(signed(Buffer.from(JSON.stringify([{ ...event, emergency_mail_id }]))))[0]?.mailId;
    expect([mailsOf(mailId), mailsOf('1 or 1=1'), mailsOf({ a: 1 })]).toEqual([mailId, null, null]);
  });

  it('contain the id of the notice to an owner', () => {
    const noticeId = '019a6f00-0000-7000-8000-000000000008';
    const noticesOf = (notice_id: unknown) =>
      read(signed(Buffer.from(JSON.stringify([{ ...event, notice_id }]))))[0]?.noticeId;
    expect([noticesOf(noticeId), noticesOf('1 or 1=1'), noticesOf(7)]).toEqual([noticeId, null, null]);
  });

  it('contain the id of the mail about a trusted contact', () => {
    const contactMailId = '019a6f00-0000-7000-8000-000000000007';
    const mailsOf = (contact_mail_id: unknown) =>
      read(signed(Buffer.from(JSON.stringify([{ ...event, contact_mail_id }]))))[0]?.contactMailId;
    expect([mailsOf(contactMailId), mailsOf('1 or 1=1'), mailsOf(7)]).toEqual([contactMailId, null, null]);
  });

  it('are accepted without an attempt, or for an unknown message', () => {
    expect(
      read(signed(Buffer.from(JSON.stringify([{ ...event, attempt_id: "'; drop table users" }]))))[0]?.attemptId,
    ).toBeNull();
  });

  it('are refused without a signature, or with one of another body', () => {
    const body = Buffer.from(JSON.stringify([event]));
    const good = signed(body);
    for (const forged of [
      { ...good, body: Buffer.from(JSON.stringify([{ ...event, event: 'bounce' }])) },
      { ...good, timestamp: '1795240834' },
      { ...good, signature: null },
      { ...good, timestamp: null },
      { ...good, signature: 'AAAA' },
      { ...good, signature: '' },
    ]) {
      expect(() => read(forged)).toThrow(expect.objectContaining({ code: 'forbidden' }) as AppError);
    }
  });

  it.each(['not json', '{}', '"x"'])('calls %j malformed, though it is signed', (body) => {
    expect(() => read(signed(Buffer.from(body)))).toThrow(AppError);
  });
});
