/** The link of a sent delivery: revoked, expired, extended or refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { findInvitation, noteDownload, refuseInvitation } from '#services/recipients/recipient.ts';
import { BY_WHATSAPP, codeOf, createSentDeliveries, type SentDeliveries } from '#tests/harness/sent-deliveries.ts';

let owner: SentDeliveries;
beforeAll(async () => {
  owner = await createSentDeliveries();
});
afterAll(() => owner.post.close());

describe('the link', () => {
  it('is not valid once revoked; sending again brings a new one, and the old one stays invalid', async () => {
    const { id, secret } = await owner.sent();
    await owner.open(secret);
    expect((await owner.revoke(id)).link.state).toBe('revoked');
    expect(await owner.look(secret)).toBe('gone');
    expect(await codeOf(noteDownload(owner.stage.context(), secret))).toBe('gone');
    expect((await owner.revoke(id)).link.state).toBe('revoked');
    expect(await codeOf(owner.extend(id))).toBe('conflict');
    expect(await owner.resend(id)).toMatchObject({ opened_at: null, link: { state: 'open' } });
    const again = await owner.send(id);
    expect(again?.secret).not.toBe(secret);
    expect(await owner.look(again?.secret ?? '')).toBe('done');
    expect(await owner.look(secret)).toBe('gone');
    expect(await owner.timelineOf(id)).toEqual(['sent', 'opened', 'link-revoked', 'resent', 'sent']);
  });

  it('cancels a further message when it is revoked first: no mail brings a new link', async () => {
    const { id, secret } = await owner.sent();
    await owner.resend(id);
    expect(await owner.revoke(id)).toMatchObject({ status: 'sent', link: { state: 'revoked' } });
    expect(await owner.send(id)).toBeUndefined();
    expect(await owner.look(secret)).toBe('gone');

    const phone = await owner.sent(BY_WHATSAPP);
    await owner.revoke(phone.id);
    await owner.post.query("update deliveries set sent_at = now() - interval '3 days' where id = ?", [phone.id]);
    await owner.post.fallBack();
    expect(await owner.row(phone.id)).toMatchObject({ status: 'sent', revision: 1 });
    await owner.event(phone, 'failed');
    expect(await owner.row(phone.id)).toMatchObject({
      status: 'failed',
      failure_code: 'no-whatsapp',
      fell_back_at: null,
    });
    expect(await owner.send(phone.id)).toBeUndefined();
  });

  it('can be revoked once a message may have arrived, not before', async () => {
    const id = await owner.scheduled();
    expect(await codeOf(owner.revoke(id))).toBe('conflict');
    expect(await codeOf(owner.extend(id))).toBe('conflict');
    owner.post.answers.email.push({ kind: 'unknown', reason: 'reset' }, { kind: 'unknown', reason: 'reset' });
    const first = await owner.send(id);
    await owner.send(id);
    await owner.send(id);
    expect(await findDelivery(owner.stage.context(), owner.helena.id, id)).toMatchObject({
      failure: { code: 'unconfirmed' },
      link: { state: 'open' },
    });
    expect(await owner.look(first?.secret ?? '')).toBe('done');
    await owner.revoke(id);
    expect(await owner.look(first?.secret ?? '')).toBe('gone');
    // A retry is a new decision: its message brings a valid link.
    await retryDelivery(owner.stage.context(), owner.helena.id, id, { recipient_email: 'ana@example.com' });
    expect(await owner.look((await owner.send(id))?.secret ?? '')).toBe('done');
  });

  it('is valid again when it is extended after it expired, at most once a day', async () => {
    const { id, secret } = await owner.sent();
    await owner.post.query("update deliveries set sent_at = now() - interval '25 months' where id = ?", [id]);
    expect(await owner.look(secret)).toBe('gone');
    expect((await findDelivery(owner.stage.context(), owner.helena.id, id)).link.state).toBe('expired');
    const { link } = await owner.extend(id);
    expect(link.state).toBe('open');
    expect(Date.parse(link.expires_at ?? '')).toBeGreaterThan(Date.now() + 720 * DAY);
    expect((await owner.open(secret)).expires_at).toBe(link.expires_at);
    await Promise.all([owner.extend(id), owner.extend(id)]);
    expect(await owner.timelineOf(id)).toEqual(['sent', 'link-extended', 'opened']);
  });

  it('says until when it was valid after it expired, also when it was extended', async () => {
    const { id, secret } = await owner.sent();
    await owner.extend(id);
    await owner.post.query(
      "update deliveries set link_expires_at = '2026-03-01T23:30:00Z', time_zone = 'Asia/Tokyo' where id = ?",
      [id],
    );
    await expect(findInvitation(owner.stage.context(), secret)).rejects.toThrow(
      'You could open this until 2 March 2026. That date has passed.',
    );
  });

  it('cannot be extended once its recipient refused it', async () => {
    const { id, secret } = await owner.sent();
    await refuseInvitation(owner.stage.context(), secret);
    expect(await findDelivery(owner.stage.context(), owner.helena.id, id)).toMatchObject({
      link: { state: 'revoked' },
    });
    expect(await codeOf(owner.extend(id))).toBe('conflict');
  });
});
