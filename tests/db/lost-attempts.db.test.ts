/** A standby takes over and has not got the last second: the claim is gone, and the message is with the provider. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { HOUR } from '#domain/time/durations.ts';
import { deleteDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post.stage.close());

/** Puts back what a standby has that did not get the newest transactions about this delivery. */
async function failOver(id: string, kept = 'id <> id'): Promise<void> {
  await post.query(`delete from delivery_attempts where delivery_id = ? and not (${kept})`, [id]);
  await post.query("delete from timeline where delivery_id = ? and kind <> 'delivery-scheduled'", [id]);
  await post.query('update delivery_contents set frozen_head = null, frozen_body = null where delivery_id = ?', [id]);
  await post.query(
    `update deliveries set status = 'pending', sent_at = null, delivered_at = null, finished_at = null,
       failure_code = null, next_attempt_at = now() - interval '2 seconds' where id = ?`,
    [id],
  );
}

/** A letter that its provider has and our database has not. */
async function lost(channel: Letter['channel'] = 'email') {
  const id = await post.accepted(0, channel);
  await failOver(id);
  return { id, letter: post.sent.at(-1) as Letter };
}

const copies = (id: string) => post.sent.filter(({ deliveryId }) => deliveryId === id).length;
const report = (letter: Letter, ...events: DeliveryEvent[]) =>
  post.record(
    events.map((event) => post.event(letter, event)),
    letter.channel === 'email' ? 'sendgrid' : 'twilio',
  );

describe('an event of an attempt that a failover lost', () => {
  it.each(['email', 'whatsapp', 'sms'] as const)(
    'by %s settles the delivery, and no second copy goes out',
    async (channel) => {
      const { id, letter } = await lost(channel);
      await report(letter, { kind: 'accepted' }, { kind: 'delivered' });
      expect((await post.deliver(id))?.kind).toBe('closed');
      expect(await post.sendOverdue(id)).toBeUndefined();
      expect(await post.recordOf(id)).toMatchObject({
        status: 'sent',
        isDelivered: true,
        attempts: [`${channel} accepted`],
        timeline: ['sent', 'delivered'],
      });
      expect(copies(id)).toBe(1);
    },
  );

  it.each<DeliveryEvent>([{ kind: 'noted' }, { kind: 'deferred' }])(
    'shows that the provider took it, whatever it says first: $kind',
    async (event) => {
      const { id, letter } = await lost();
      await report(letter, event);
      expect(await post.recordOf(id)).toMatchObject({ status: 'sent', attempts: ['email accepted'] });
    },
  );

  it('freezes what was sent, so that its reader sees it and a later edit does not reach them', async () => {
    const { id, letter } = await lost();
    await report(letter, { kind: 'delivered' });
    expect(
      await post.query('select 1 from delivery_contents where delivery_id = ? and frozen_head is not null', [id]),
    ).toHaveLength(1);
  });

  it('that came back fails the delivery as it would have', async () => {
    const { id, letter } = await lost();
    await report(letter, { kind: 'failed', failure: 'bounced' });
    expect(await post.recordOf(id)).toMatchObject({ status: 'failed', failure: 'bounced', notices: 1 });
  });

  it('after the next copy is told as one further copy, never silently', async () => {
    const { id, letter } = await lost();
    await post.deliver(id);
    await report(letter, { kind: 'delivered' });
    expect(copies(id)).toBe(2);
    expect(await post.recordOf(id)).toMatchObject({
      status: 'sent',
      isDelivered: true,
      attempts: ['email accepted', 'email accepted'],
      timeline: ['sent', 'further-copy', 'delivered'],
    });
    // And no third, whatever else is reported of either.
    await report(letter, { kind: 'deferred' }, { kind: 'noted' });
    expect(await post.sendOverdue(id)).toBeUndefined();
    expect((await post.recordOf(id)).timeline.filter((kind) => kind === 'further-copy')).toHaveLength(1);
  });

  it('of an earlier message does not stop the newest from being taken as the newest', async () => {
    const { id, letter } = await lost();
    let hasReported = false;
    post.answers.email.push(async () => {
      await report(letter, { kind: 'failed', failure: 'bounced' });
      hasReported = true;
      return { kind: 'accepted', messageId: 'm2' };
    });
    await post.deliver(id);
    expect(hasReported).toBe(true);
    const states = await post.query<{ state: string }>(
      'select state from delivery_attempts where delivery_id = ? order by n',
      [id],
    );
    expect(states.map(({ state }) => state)).toEqual(['rejected', 'accepted']);
    expect(copies(id)).toBe(2);
  });

  it('of an older revision, or of one that was lost as well, counts for the delivery as it is', async () => {
    const older = await lost();
    await post.query('update deliveries set revision = 2 where id = ?', [older.id]);
    await report(older.letter, { kind: 'delivered' });
    // Its owner has changed it since: the message to come is one further copy.
    expect(await post.recordOf(older.id)).toMatchObject({
      status: 'pending',
      attempts: ['email accepted'],
      timeline: ['further-copy'],
    });

    const newer = await lost();
    await report({ ...newer.letter, revision: 7 }, { kind: 'delivered' });
    expect(await post.recordOf(newer.id)).toMatchObject({ status: 'sent', attempts: ['email accepted'] });
  });

  it('is recorded once, however many of its events come at once', async () => {
    const { id, letter } = await lost();
    await Promise.all([
      report(letter, { kind: 'accepted' }),
      report(letter, { kind: 'delivered' }),
      report(letter, { kind: 'noted' }),
      post.deliver(id),
    ]);
    const { attempts, timeline } = await post.recordOf(id);
    expect(attempts).toHaveLength(copies(id));
    expect(timeline.filter((kind) => kind === 'further-copy')).toHaveLength(copies(id) - 1);
  });

  it('leaves a delivery alone that its owner has deleted since', async () => {
    const { id, letter } = await lost();
    await post.query(
      "update deliveries set next_attempt_at = now() + interval '1 day', scheduled_time = now() + interval '1 day' where id = ?",
      [id],
    );
    await deleteDelivery(post.stage.context(), post.helena.id, id);
    await report(letter, { kind: 'delivered' });
    expect(await post.recordOf(id)).toMatchObject({ status: 'pending', attempts: ['email accepted'] });
    expect((await post.recordOf(id)).timeline).not.toContain('further-copy');
    expect(await post.sendOverdue(id)).toBeUndefined();
  });

  it('of a message that fell back since is not taken for the email', async () => {
    const id = await post.accepted(49 * HOUR);
    const letter = post.sent.at(-1) as Letter;
    await post.query('delete from delivery_attempts where delivery_id = ?', [id]);
    await post.fallBack();
    await report(letter, { kind: 'delivered' });
    expect(await post.recordOf(id)).toMatchObject({ attempts: ['whatsapp accepted'] });
  });

  it('of a delivery that does not exist is saved, and changes nothing', async () => {
    const { letter } = await lost();
    const nowhere = { ...letter, attemptId: crypto.randomUUID(), deliveryId: crypto.randomUUID() };
    await report(nowhere, { kind: 'delivered' });
    expect(await post.query('select 1 from provider_events where attempt_id = ?', [nowhere.attemptId])).toHaveLength(1);
    expect(await post.query('select 1 from delivery_attempts where id = ?', [nowhere.attemptId])).toEqual([]);
  });
});

describe('a worker whose claim a failover lost during its call', () => {
  it('records the attempt anew with its answer, and says so to operators', async () => {
    const id = await post.due('email');
    post.answers.email.push(async () => {
      await failOver(id);
      return { kind: 'accepted', messageId: 'm1' };
    });
    expect((await post.deliver(id))?.kind).toBe('sent');
    expect(await post.recordOf(id)).toMatchObject({ status: 'sent', attempts: ['email accepted'], timeline: ['sent'] });
    expect(post.observed).toContainEqual({
      kind: 'lost-attempt',
      deliveryId: id,
      attemptId: (post.sent.at(-1) as Letter).attemptId,
      isFurtherCopy: false,
    });
  });

  it('counts one further copy where another worker has sent it meanwhile', async () => {
    const id = await post.due('email');
    post.answers.email.push(async () => {
      await failOver(id);
      await post.sendOverdue(id);
      return { kind: 'accepted', messageId: 'm1' };
    });
    await post.deliver(id);
    expect(copies(id)).toBe(2);
    expect(await post.recordOf(id)).toMatchObject({
      attempts: ['email accepted', 'email accepted'],
      timeline: ['sent', 'further-copy'],
    });
  });
});
