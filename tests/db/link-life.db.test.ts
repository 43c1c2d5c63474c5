/** How long a recipient's link works: chosen by its owner, extended by its owner or its recipient. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { findStory } from '#services/deliveries/story.ts';
import { extendInvitation } from '#services/recipients/recipient.ts';
import { codeOf, createSentDeliveries, type SentDeliveries } from '#tests/harness/sent-deliveries.ts';

let owner: SentDeliveries;
beforeAll(async () => {
  owner = await createSentDeliveries();
});
afterAll(() => owner.post.close());

const extendAsRecipient = (secret: string) => extendInvitation(owner.stage.context(), secret);
const sentAgo = (id: string, ago: string) =>
  owner.post.query(`update deliveries set sent_at = now() - interval '${ago}' where id = ?`, [id]);
/** In whole years from now, rounded; null without an end. */
const yearsUntil = (instant: string | null) =>
  instant && Math.round((Date.parse(instant) - Date.now()) / (365.25 * 86_400_000));

describe('the life of a link', () => {
  test.each([
    [undefined, 2],
    [2, 2],
    [5, 5],
    [20, 20],
  ] as const)('chosen as %j is %i years, on the page and in the mail', async (link_years, years) => {
    const { id, secret } = await owner.sent({ link_years });
    const { expires_at } = await owner.open(secret);
    expect(yearsUntil(expires_at)).toBe(years);
    await sentAgo(id, `${years} years -1 day`);
    expect(await owner.look(secret)).toBe('done');
    await sentAgo(id, `${years} years 1 day`);
    expect(await owner.look(secret)).toBe('gone');
  });

  test('without an end stays open', async () => {
    const { id, secret } = await owner.sent({ link_years: null });
    await sentAgo(id, '60 years');
    expect(await owner.open(secret)).toMatchObject({ expires_at: null, extends_to: null });
    const { delivery } = await findStory(owner.stage.context(), owner.helena.id, id);
    expect(delivery).toMatchObject({ link_years: null, link: { state: 'open', expires_at: null } });
    // Nothing to extend, and a date that the version before has written does not end it.
    expect((await owner.extend(id)).link.expires_at).toBeNull();
    await owner.post.query("update deliveries set link_expires_at = now() - interval '1 day' where id = ?", [id]);
    expect(await owner.look(secret)).toBe('done');
    expect(await owner.timelineOf(id)).toEqual(['sent', 'opened']);
  });

  test('is two years for rows of the version before, which names no such column', async () => {
    const column = await owner.post.query(
      "select column_default, is_nullable from information_schema.columns where column_name = 'link_years'",
    );
    expect(column).toEqual([{ column_default: '2', is_nullable: 'YES' }]);
    const id = await owner.scheduled();
    await expect(owner.post.query('update deliveries set link_years = 3 where id = ?', [id])).rejects.toThrow(
      'deliveries_link_years_check',
    );
  });

  test('is changed while the delivery waits, and stays where nothing is said of it', async () => {
    const id = await owner.scheduled({ link_years: 5 });
    const change = (input: object) => rescheduleDelivery(owner.stage.context(), owner.helena.id, id, input);
    expect((await change({ recipient_name: 'Inês' })).link_years).toBe(5);
    expect((await change({ link_years: null })).link_years).toBeNull();
    expect((await change({ link_years: 20 })).link_years).toBe(20);
  });

  test('counts anew when the message is sent again', async () => {
    const { id } = await owner.sent({ link_years: 20 });
    await sentAgo(id, '19 years');
    expect(yearsUntil((await owner.resend(id)).link.expires_at)).toBe(20);
  });
});

describe('an extension', () => {
  test('by the owner is as long as the life they chose', async () => {
    const { id } = await owner.sent({ link_years: 5 });
    await sentAgo(id, '4 years');
    expect(yearsUntil((await owner.extend(id)).link.expires_at)).toBe(5);
  });

  test('by the recipient is as long, once, and the owner reads who did it', async () => {
    const { id, secret } = await owner.sent({ link_years: 5 });
    await owner.open(secret);
    expect((await extendAsRecipient(secret)).extends_to).toBeNull();
    expect(await owner.timelineOf(id), 'nothing is gained yet').toEqual(['sent', 'opened']);

    await sentAgo(id, '3 years');
    expect(yearsUntil((await owner.open(secret)).extends_to)).toBe(5);
    const extended = await extendAsRecipient(secret);
    expect([yearsUntil(extended.expires_at), extended.extends_to]).toEqual([5, null]);
    await owner.post.query('update deliveries set link_expires_at = null where id = ?', [id]);
    await owner.post.query("delete from timeline where delivery_id = ? and kind = 'delivery-link-extended'", [id]);
    await Promise.all([extendAsRecipient(secret), extendAsRecipient(secret)]);
    const { entries, delivery } = await findStory(owner.stage.context(), owner.helena.id, id);
    expect(entries.filter(({ kind }) => kind === 'link-extended')).toEqual([
      expect.objectContaining({ by: 'recipient', until: delivery.link.expires_at }),
    ]);
  });

  test('by the recipient takes an opened and valid link', async () => {
    const { id, secret } = await owner.sent();
    await sentAgo(id, '1 year');
    expect(await codeOf(extendAsRecipient(secret))).toBe('forbidden');
    await owner.open(secret);
    await sentAgo(id, '3 years');
    expect(await codeOf(extendAsRecipient(secret))).toBe('gone');
    await sentAgo(id, '1 year');
    await owner.revoke(id);
    expect(await codeOf(extendAsRecipient(secret))).toBe('gone');
    expect(await codeOf(extendAsRecipient('wrong'))).toBe('not-found');
  });
});
