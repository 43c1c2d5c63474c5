/** Changes to a saved content: published, hidden, edited, deleted; and their effect on its deliveries. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { AppError } from '#domain/errors.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import { findContent, findPublicContent } from '#services/contents/read-contents.ts';
import { sealHead } from '#services/contents/sealed-content.ts';
import { storageUse } from '#services/contents/storage.ts';
import { setVisibility } from '#services/contents/visibility.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { claimDeliveries, recordAnswers } from '#services/deliveries/claim-and-record.ts';
import { findDelivery, listDeliveries } from '#services/deliveries/queries.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { newId } from '#services/ids.ts';
import { findInvitation, openInvitation } from '#services/recipients/recipient.ts';
import { deleteContent, deletionOf } from '#services/vault/delete-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { givePlan } from '#tests/harness/plan.ts';

const POLICY: DeliveryPolicy = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };

let stage: Awaited<ReturnType<typeof createStage>>;
let stranger: Awaited<ReturnType<typeof createPerson>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  stranger = await createPerson(stage.context(), 'Somebody Else');
});
beforeEach(async () => {
  helena = await createPerson(stage.context());
});
afterAll(() => stage.close());

const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);
const schedule = (change = {}) => scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id, change));
const subscribe = (plan: Plan) => givePlan(query, helena.id, plan);
const remove = (confirmed: string[] = []) => deleteContent(stage.context(), helena.id, helena.letter.id, { confirmed });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

const claim = (id: string) =>
  claimDeliveries({ em: stage.orm.em.fork(), keyring: stage.keyring }, { kind: 'one', id, revision: 1 }, POLICY).then(
    ({ claimed }) => claimed[0],
  );

/** A delivery that is due and that no worker has claimed. */
async function due() {
  const { id } = await schedule();
  await query(
    "update deliveries set scheduled_time = now(), next_attempt_at = now() - interval '1 second' where id = ?",
    [id],
  );
  return id;
}

/** A delivery that was sent. */
async function sent() {
  const id = await due();
  const attemptId = (await claim(id))?.attemptId ?? '';
  const answer = { kind: 'accepted', messageId: null } as const;
  await recordAnswers(stage.orm.em.fork(), [{ deliveryId: id, attemptId, answer }], POLICY);
  return { id, secret: linkSecret(stage.keyring, 'delivery', id, 1) };
}

/** A file as an upload leaves it. */
async function savedFile() {
  const [id, fileId] = [newId(), newId()];
  const head = sealHead(await personKey(stage.context(), helena.id), id, {
    title: 'Five candles',
    excerpt: '',
    original_filename: 'candles.mp4',
  });
  await query(
    `insert into files (id, owner_id, storage_key, state, reserved, seal_header, size, content_mac, content_type, created_at, touched_at)
     values (?, ?, ?, 'ready', 0, '', 1000, '', 'video/mp4', now(), now())`,
    [fileId, helena.id, `objects/${fileId}`],
  );
  await query(
    `insert into contents (id, owner_id, type, head, body, file_id, content_type, size, is_public, is_emergency, created_at)
     values (?, ?, 'video', ?, null, ?, 'video/mp4', 1000, false, false, now())`,
    [id, helena.id, head, fileId],
  );
  return { id, fileId };
}

describe('publishing and hiding', () => {
  const set = (isPublic: boolean) => setVisibility(stage.context(), helena.id, helena.letter.id, isPublic);

  it('needs the plan for publishing, and publishes nothing without it', async () => {
    await subscribe('free');
    expect(await refusal(set(true))).toBe('plan-required');
    expect(await refusal(findPublicContent(stage.context(), helena.letter.id))).toBe('not-found');
    await subscribe('plus');
    expect(await refusal(set(true))).toBe('plan-required');
  });

  it('works with Premium, with one timeline entry; repeating it changes nothing', async () => {
    await subscribe('premium');
    expect(await set(true)).toMatchObject({ is_public: true });
    expect(await set(true)).toMatchObject({ is_public: true });
    expect(await findPublicContent(stage.context(), helena.letter.id)).toMatchObject({
      content: 'Dear Ana,\n\nStill here.',
    });
    // The plan ends: a public content stays public, and can be hidden.
    await subscribe('free');
    expect(await set(true)).toMatchObject({ is_public: true });
    expect(await set(false)).toMatchObject({ is_public: false });
    expect(await set(false)).toMatchObject({ is_public: false });
    expect(await query('select kind, actor from timeline where owner_id = ? order by at, id', [helena.id])).toEqual([
      { kind: 'content-published', actor: 'owner' },
      { kind: 'content-unpublished', actor: 'owner' },
    ]);
  });
});

describe('editing', () => {
  const edit = (change = {}) =>
    editContent(stage.context(), helena.id, helena.letter.id, {
      title: 'Your name',
      content: 'Dear Ana, again.',
      ...change,
    });

  it('changes title, text, excerpt and size, and the counted storage', async () => {
    expect(await edit()).toMatchObject({
      title: 'Your name',
      excerpt: 'Dear Ana, again.',
      content: 'Dear Ana, again.',
      metadata: { size: 16 },
    });
    // With the version before, of 22 bytes.
    expect(await storageUse(stage.context(), helena.id)).toMatchObject({ used: 16 + 22 });
  });

  it('does not change what was sent, and changes what waits', async () => {
    const { secret } = await sent();
    const { id: waiting } = await schedule();
    await edit();
    const { items } = await openInvitation(stage.context(), secret);
    expect(items).toMatchObject([{ title: 'How we chose your name', content: 'Dear Ana,\n\nStill here.' }]);
    expect((await findDelivery(stage.context(), helena.id, waiting)).content_title).toBe('Your name');
  });

  it('needs room only for growth, and none for a shorter text', async () => {
    const room = (await storageUse(stage.context(), helena.id)).limit;
    await edit({ content: 'x'.repeat(1_000) });
    // Full to the byte.
    await query("update storage_use set bytes = ? where owner_id = ? and type = 'text'", [room, helena.id]);
    // The version before would give way; its 22 bytes are not enough.
    expect(await refusal(edit({ content: 'x'.repeat(1_023) }))).toBe('quota-exceeded');
    expect((await findContent(stage.context(), helena.id, helena.letter.id)).metadata.size).toBe(1_000);
    // More than the plan allows after another one ended.
    await query("update storage_use set bytes = ? where owner_id = ? and type = 'text'", [room + MEGABYTE, helena.id]);
    expect(await refusal(edit({ content: 'x'.repeat(999) }))).toBe('done');
  });

  it('is refused for files', async () => {
    const { id } = await savedFile();
    const text = { title: 'A title', content: 'Words' };
    expect(await refusal(editContent(stage.context(), helena.id, id, text))).toBe('conflict');
  });
});

describe('deleting', () => {
  it('deletes a file: its room is free, and its object is deleted later', async () => {
    const { id, fileId } = await savedFile();
    await query("insert into thumbnails (file_id, state) values (?, 'pending')", [fileId]);
    await deleteContent(stage.context(), helena.id, id, { confirmed: [] });
    expect(await query('select id from files where id = ?', [fileId])).toEqual([]);
    expect(
      await query("select 1 from jobs where kind = 'delete-object' and subject = ?", [`objects/${fileId}`]),
    ).toHaveLength(1);
    const { byType } = await storageUse(stage.context(), helena.id);
    expect(byType.find(({ type }) => type === 'video')).toEqual({ type: 'video', items: 0, bytes: 0 });
    expect(await refusal(findContent(stage.context(), helena.id, id))).toBe('not-found');
  });

  it('cancels pending deliveries that were confirmed', async () => {
    const waiting = [await schedule(), await schedule({ local_time: '2031-05-04T09:00' })];
    const { pending, sent: gone } = await deletionOf(stage.context(), helena.id, helena.letter.id);
    expect([pending.map(({ id }) => id).sort(), gone]).toEqual([waiting.map(({ id }) => id).sort(), []]);
    await remove(pending.map(({ id }) => id));
    const rows = await query(
      `select revision, next_attempt_at, recipient_email, recipient_name, deleted_at is null as is_there, dc.frozen_head
       from deliveries d join delivery_contents dc on dc.delivery_id = d.id where owner_id = ?`,
      [helena.id],
    );
    const cancelled = {
      revision: 2,
      next_attempt_at: null,
      recipient_email: '',
      recipient_name: null,
      is_there: false,
      frozen_head: null,
    };
    expect(rows).toEqual([cancelled, cancelled]);
    expect(await listDeliveries(stage.context(), helena.id)).toEqual([]);
    const timeline = await query<{ kind: string }>('select kind from timeline where owner_id = ?', [helena.id]);
    expect(timeline.map(({ kind }) => kind).sort()).toEqual([
      'content-deleted',
      'delivery-deleted',
      'delivery-deleted',
      'delivery-scheduled',
      'delivery-scheduled',
    ]);
  });

  it('ends the links of sent deliveries: nothing of the letter remains, and the delivery still names its kind', async () => {
    const { id, secret } = await sent();
    expect((await deletionOf(stage.context(), helena.id, helena.letter.id)).sent).toMatchObject([{ id }]);
    expect(await findInvitation(stage.context(), secret)).toMatchObject({ title: 'How we chose your name' });
    await remove();
    expect(await refusal(findInvitation(stage.context(), secret))).toBe('gone');
    expect(await query('select frozen_body from delivery_contents where delivery_id = ?', [id])).toEqual([
      { frozen_body: null },
    ]);
    expect(await findDelivery(stage.context(), helena.id, id)).toMatchObject({
      status: 'sent',
      content_id: null,
      content_title: 'How we chose your name',
    });
    expect(
      await query("select kind from timeline where delivery_id = ? and kind like '%withdrawn'", [id]),
    ).toHaveLength(1);
  });

  it.each(['bounced', 'cancelled-by-operator'])(
    'keeps a delivery that failed (%s) as history that cannot be sent again',
    async (code) => {
      const { id } = await schedule();
      await query(
        "update deliveries set status = 'failed', failure_code = ?, finished_at = now(), next_attempt_at = null where id = ?",
        [code, id],
      );
      await remove();
      expect(await listDeliveries(stage.context(), helena.id)).toMatchObject([
        {
          id,
          status: 'failed',
          content_id: null,
          content_title: 'How we chose your name',
          recipient_email: 'ana@example.com',
        },
      ]);
      const again = retryDelivery(stage.context(), helena.id, id, { recipient_email: 'ana@example.com' });
      expect(await refusal(again)).toBe('conflict');
    },
  );

  it('changes nothing while one of its deliveries is being sent', async () => {
    const waiting = await schedule();
    const leaving = await due();
    await claim(leaving);
    expect(await refusal(remove([waiting.id, leaving]))).toBe('conflict');
    expect(await findDelivery(stage.context(), helena.id, waiting.id)).toMatchObject({ changeable: true });
    expect((await findContent(stage.context(), helena.id, helena.letter.id)).content).toContain('Still here.');
  });

  it('cancels a due delivery that no worker has claimed', async () => {
    const id = await due();
    await remove([id]);
    expect(await claim(id)).toBeUndefined();
  });

  it('changes nothing when there is a delivery that was not confirmed', async () => {
    const known = await schedule();
    const meanwhile = await schedule();
    expect(await refusal(remove([known.id]))).toBe('conflict');
    expect(await listDeliveries(stage.context(), helena.id)).toHaveLength(2);
    expect(await refusal(remove([known.id, meanwhile.id]))).toBe('done');
  });
});

it('refuses all of it to another owner', async () => {
  const { id } = helena.letter;
  const works = [
    setVisibility(stage.context(), stranger.id, id, false),
    editContent(stage.context(), stranger.id, id, { title: 'Mine', content: 'Mine' }),
    deletionOf(stage.context(), stranger.id, id),
    deleteContent(stage.context(), stranger.id, id, { confirmed: [] }),
    deleteContent(stage.context(), helena.id, "' or 1=1 --", { confirmed: [] }),
  ];
  for (const refused of await Promise.all(works.map(refusal))) expect(refused).toBe('not-found');
  expect(await findContent(stage.context(), helena.id, id)).toMatchObject({ title: 'How we chose your name' });
});
