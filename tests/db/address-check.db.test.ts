/** Before a far date the owner is asked once whether the address is still right, and can confirm it once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import {
  askAddresses,
  confirmRecipientAddress,
  confirmRecipientAddressByLink,
  findAddressLink,
} from '#services/deliveries/address-check.ts';
import { dashboard, findDelivery } from '#services/deliveries/queries.ts';
import { deleteDelivery, rescheduleDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { findStory } from '#services/deliveries/story.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { mailNotices } from '#tests/harness/notices.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage?.close());
beforeEach(async () => {
  await query('update users set email_confirmed_at = now() where id = ?', [helena.id]);
  await query('delete from jobs');
});

const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute(sql, params) as Promise<T[]>;
const ask = () => askAddresses(stage.orm.em.fork());
const shown = (id: string) => findDelivery(stage.context(), helena.id, id);

/** A delivery that was scheduled so many days ago, and is due in so many. */
async function scheduled(daysAgo: number, dueIn: number, wish = {}): Promise<string> {
  const { id } = await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id, wish));
  await query(
    `update deliveries set created_at = now() - ?::interval, scheduled_time = now() + ?::interval,
       next_attempt_at = now() + ?::interval where id = ?`,
    [`${daysAgo} days`, `${dueIn} days`, `${dueIn} days`, id],
  );
  return id;
}

/** Mails what is due after some minutes. */
async function mailed(minutes = 15): Promise<EmailMessage[]> {
  await query('update jobs set run_at = run_at - ?::interval', [`${minutes} minutes`]);
  return mailNotices(stage);
}

/** The secret of the link in such a mail. */
const secretOf = (id: string, revision = 1) => linkSecret(stage.keyring, 'address', id, revision);
const timelineOf = async (id: string) =>
  (
    await query<{ kind: string; actor: string }>('select kind, actor from timeline where delivery_id = ? order by id', [
      id,
    ])
  ).map(({ kind, actor }) => `${kind} ${actor}`);

describe('the question', () => {
  it.each([
    ['30 days ahead of a date that was far away', 400, 29.99, 1],
    ['not before', 400, 30.01, 0],
    ['not about what was chosen lately', 20, 29, 0],
    ['about what was chosen just long enough before', 31, 29.5, 1],
    ['not once it is due', 400, -0.01, 0],
  ])('is asked %s', async (_when, daysAgo, dueIn, times) => {
    const id = await scheduled(daysAgo, dueIn);
    expect(await ask()).toBe(times);
    expect((await shown(id)).asks_address).toBe(times === 1);
  });

  it('is one mail, also when several workers ask at once, and its link opens the page', async () => {
    const id = await scheduled(400, 20);
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(asked.reduce((sum, one) => sum + one, 0) + (await ask())).toBe(1);
    const about = (await mailed()).filter(({ text }) => text.includes(secretOf(id)));
    expect(about.map(({ to }) => to.email)).toEqual([helena.email]);
    expect(about[0]?.text).toContain(`https://stillhere.example/address/${secretOf(id)}\n`);
    expect(await mailed()).toEqual([]);
  });

  it('is mailed by this version only: workers of the version before have stopped when its mail is due', async () => {
    await scheduled(400, 20);
    await ask();
    expect(await mailed(14)).toEqual([]);
    expect(await mailed(1)).toHaveLength(1);
  });

  it('waits until the owner’s own address is confirmed', async () => {
    const id = await scheduled(400, 20);
    await query('update users set email_confirmed_at = null where id = ?', [helena.id]);
    expect([await ask(), (await shown(id)).asks_address]).toEqual([0, false]);
    await query('update users set email_confirmed_at = now() where id = ?', [helena.id]);
    expect(await ask()).toBe(1);
  });

  it('is not mailed when it was answered or changed before', async () => {
    const [answered, changed] = [await scheduled(400, 20), await scheduled(400, 20)];
    await ask();
    await confirmRecipientAddress(stage.context(), helena.id, answered);
    await rescheduleDelivery(stage.context(), helena.id, changed, { recipient_email: 'ana.new@example.com' });
    expect(await mailed()).toEqual([]);
  });

  it('is not asked about deliveries of a release, or deleted ones', async () => {
    const [ofRelease, deleted] = [await scheduled(400, 20), await scheduled(400, 20)];
    await query("update deliveries set origin = 'release', release_episode = 1 where id = ?", [ofRelease]);
    await deleteDelivery(stage.context(), helena.id, deleted);
    expect(await ask()).toBe(0);
  });
});

describe('a change', () => {
  it('withdraws the question; it is asked again when the new date was far, and is near', async () => {
    const id = await scheduled(400, 20);
    await ask();
    await rescheduleDelivery(stage.context(), helena.id, id, { recipient_email: 'ana.new@example.com' });
    expect([(await shown(id)).asks_address, await ask()]).toEqual([false, 0]);
    expect(await findAddressLink(stage.context(), secretOf(id))).toEqual({ kind: 'changed' });

    // Moved far away, and all but the last days have passed.
    await query("update timeline set at = at - interval '90 days' where delivery_id = ?", [id]);
    expect(await ask()).toBe(1);
    const link = await findAddressLink(stage.context(), secretOf(id, 2));
    expect(link).toMatchObject({ kind: 'open', about: { recipientEmail: 'ana.new@example.com' } });
    expect(await findAddressLink(stage.context(), secretOf(id, 1))).toEqual({ kind: 'changed' });
  });

  it('by time zone rules alone changes neither the question, nor its mail or link', async () => {
    const id = await scheduled(400, 20);
    await ask();
    await query('update deliveries set revision = revision + 1 where id = ?', [id]);
    expect((await mailed()).map(({ text }) => text.includes(secretOf(id)))).toEqual([true]);
    expect(await findAddressLink(stage.context(), secretOf(id))).toMatchObject({ kind: 'open' });
    expect(await confirmRecipientAddressByLink(stage.context(), secretOf(id))).toMatchObject({ kind: 'confirmed' });
  });
});

describe('the answer', () => {
  it('is saved once when the link is used repeatedly; only opening the link changes nothing', async () => {
    const id = await scheduled(400, 20);
    await ask();
    expect(await findAddressLink(stage.context(), secretOf(id))).toMatchObject({
      kind: 'open',
      about: { deliveryId: id, recipientName: 'Ana', recipientEmail: 'ana@example.com', recipientPhone: null },
    });
    expect((await shown(id)).asks_address).toBe(true);
    const answers = await Promise.all(
      [1, 2, 3].map(() => confirmRecipientAddressByLink(stage.context(), secretOf(id))),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect((await shown(id)).asks_address).toBe(false);
    expect(await timelineOf(id)).toEqual(['delivery-scheduled owner', 'delivery-address-holds owner']);
  });

  it.each([
    ['due', "scheduled_time = now() - interval '1 minute'"],
    ['sent', "status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null"],
    ['failed', "status = 'failed', failure_code = 'bounced', finished_at = now(), next_attempt_at = null"],
    ['deleted', 'deleted_at = now(), next_attempt_at = null'],
  ])('changes nothing for a delivery that is %s', async (kind, change) => {
    const id = await scheduled(400, 20);
    await ask();
    await query(`update deliveries set ${change} where id = ?`, [id]);
    expect(await findAddressLink(stage.context(), secretOf(id))).toEqual({ kind });
    expect(await confirmRecipientAddressByLink(stage.context(), secretOf(id))).toEqual({ kind });
    const [row] = await query<{ address_holds_at: string | null }>(
      'select address_holds_at from deliveries where id = ?',
      [id],
    );
    expect(row?.address_holds_at).toBeNull();
  });

  it('is about the number for WhatsApp, on the dashboard and in the story', async () => {
    await query('delete from deliveries');
    const id = await scheduled(400, 20, { delivery_type: 'whatsapp', recipient_phone: '+351912345678' });
    const asked = async () => (await dashboard(stage.context(), helena.id)).asks_about;
    expect(await asked()).toBeNull();
    await ask();
    expect(await asked()).toBe('whatsapp');
    expect(await confirmRecipientAddress(stage.context(), helena.id, id)).toBe('whatsapp');
    expect(await asked()).toBeNull();
    const { entries } = await findStory(stage.context(), helena.id, id);
    expect(entries.at(-1)).toMatchObject({ kind: 'address-holds', channel: 'whatsapp' });
  });

  it('is refused for another owner, and where no question was asked', async () => {
    const id = await scheduled(400, 20);
    await expect(confirmRecipientAddress(stage.context(), helena.id, id)).rejects.toMatchObject({ code: 'not-found' });
    await ask();
    const stranger = await createPerson(stage.context());
    await expect(confirmRecipientAddress(stage.context(), stranger.id, id)).rejects.toMatchObject({
      code: 'not-found',
    });
    for (const secret of [
      linkSecret(stage.keyring, 'delivery', id, 1),
      secretOf(id, 2),
      secretOf(helena.id),
      secretOf(id).slice(1),
      'x',
    ])
      await expect(findAddressLink(stage.context(), secret)).rejects.toMatchObject({ code: 'not-found' });
    await confirmRecipientAddress(stage.context(), helena.id, id);
    await confirmRecipientAddress(stage.context(), helena.id, id);
    expect(await timelineOf(id)).toEqual(['delivery-scheduled owner', 'delivery-address-holds owner']);
  });
});
