/** What a link opens, and what opening it records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { newId } from '#services/ids.ts';
import { findInvitation, openInvitation, refuseInvitation } from '#services/recipients/recipient.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { holds } from '#tests/spec/holds.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage.close());
const em = () => stage.orm.em.fork();

/** A delivery after its claim: frozen, with one attempt in the given state. */
async function claimed(state: string) {
  const { id } = await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  await em().execute(
    'update delivery_contents dc set frozen_head = c.head, frozen_body = c.body from contents c where c.id = dc.content_id and dc.delivery_id = ?',
    [id],
  );
  await em().execute(
    'insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, ?, now())',
    [newId(), id, state],
  );
  return { id, secret: linkSecret(stage.keyring, 'delivery', id, 1) };
}

async function stateOf(id: string) {
  const [row] = await em().execute<{ status: string; opened_at: Date | null; next_attempt_at: Date | null }[]>(
    'select status, opened_at, next_attempt_at from deliveries where id = ?',
    [id],
  );
  const timeline = await em().execute<{ kind: string }[]>(
    'select kind from timeline where delivery_id = ? order by at, id',
    [id],
  );
  return { status: row?.status, isOpened: row?.opened_at !== null, timeline: timeline.map(({ kind }) => kind) };
}

describe('a link', () => {
  it.each([
    ['revoked', 'update deliveries set link_epoch = link_epoch + 1, link_revoked_at = now() where id = ?'],
    ['deleted', 'update deliveries set deleted_at = now(), next_attempt_at = null where id = ?'],
  ])('opens nothing if it is %s in the instant of its opening', async (_, change) => {
    const { id, secret } = await claimed('unknown');
    let opening = Promise.resolve('');
    await em().transactional(async (tx) => {
      await tx.execute(change, [id]);
      opening = openInvitation(stage.context(), secret).then(
        () => 'opened',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      );
      const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(() => em().execute<unknown[]>(waits)).toHaveLength(1);
    });
    expect(await opening).toBe('gone');
    expect(await stateOf(id)).toEqual({ status: 'pending', isOpened: false, timeline: ['delivery-scheduled'] });
  });

  it('is not valid before anything was sent', async () => {
    holds('C-17');
    const { id } = await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
    const secret = linkSecret(stage.keyring, 'delivery', id, 1);
    await expect(openInvitation(stage.context(), secret)).rejects.toThrow(AppError);
  });

  it('shows an invitation without changing anything: mail scanners follow links', async () => {
    const { id, secret } = await claimed('unknown');
    expect(await findInvitation(stage.context(), secret)).toMatchObject({
      title: 'How we chose your name',
      opened: false,
    });
    expect(await stateOf(id)).toMatchObject({ status: 'pending', isOpened: false });
  });

  it.each(['unknown', 'started'])(
    'that is opened proves an outcome that was %s: no further copy goes out',
    async (state) => {
      const { id, secret } = await claimed(state);
      const opened = await openInvitation(stage.context(), secret);
      expect(opened.items).toMatchObject([{ content: 'Dear Ana,\n\nStill here.' }]);
      expect(await stateOf(id)).toEqual({
        status: 'sent',
        isOpened: true,
        timeline: ['delivery-scheduled', 'delivery-sent', 'delivery-opened'],
      });
      await openInvitation(stage.context(), secret);
      expect((await stateOf(id)).timeline).toHaveLength(3);
    },
  );

  it('can be refused by a wrong recipient, once, and not after it was opened', async () => {
    const { id, secret } = await claimed('accepted');
    await refuseInvitation(stage.context(), secret);
    expect(await stateOf(id)).toMatchObject({ status: 'failed' });
    // It was the recipient's own choice, so its owner cannot send it again.
    await expect(
      retryDelivery(stage.context(), helena.id, id, { recipient_email: 'ana@example.com' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    for (const look of [findInvitation, openInvitation, refuseInvitation])
      await expect(look(stage.context(), secret)).rejects.toMatchObject({
        code: 'gone',
        message: expect.stringContaining('You said that this wasn’t for you'),
      });
    const other = await claimed('accepted');
    await openInvitation(stage.context(), other.secret);
    await expect(refuseInvitation(stage.context(), other.secret)).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each(['bounced', 'unconfirmed', 'reported'])(
    'can be refused after its delivery had failed (%s): then it is not tried again',
    async (failure) => {
      const { id, secret } = await claimed('unknown');
      await em().execute(
        "update deliveries set status = 'failed', failure_code = ?, finished_at = now(), next_attempt_at = null where id = ?",
        [failure, id],
      );
      await refuseInvitation(stage.context(), secret);
      const [row] = await em().execute<{ failure_code: string }[]>('select failure_code from deliveries where id = ?', [
        id,
      ]);
      expect(row?.failure_code).toBe('refused');
      await expect(
        retryDelivery(stage.context(), helena.id, id, { recipient_email: 'ana@example.com' }),
      ).rejects.toMatchObject({ code: 'conflict' });
    },
  );

  it('says that a newer message replaced it, and not who it was for', async () => {
    const { id, secret } = await claimed('accepted');
    await em().execute(
      `update deliveries set status = 'failed', failure_code = 'bounced', finished_at = now(), next_attempt_at = null where id = ?`,
      [id],
    );
    await retryDelivery(stage.context(), helena.id, id, { recipient_email: 'ana@example.com' });
    await expect(findInvitation(stage.context(), secret)).rejects.toMatchObject({
      code: 'gone',
      message: expect.stringContaining('a newer message replaced it'),
    });
  });
});
