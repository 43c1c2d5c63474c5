/** "Not now", "nothing more", and whether more is to come: what a recipient's page offers besides opening. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeLink } from '#services/deliveries/after-sending.ts';
import { scheduleDeliveries } from '#services/deliveries/schedule-several.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { findInvitation, openInvitation } from '#services/recipients/recipient.ts';
import { recipientReminderJob, remindLater } from '#services/recipients/remind.ts';
import { decideStopping, findStopping } from '#services/recipients/stop.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { createPost, type Post } from '#tests/harness/post.ts';

let post: Post;
let mails: EmailMessage[] = [];
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post.close());
beforeEach(async () => {
  await post.empty();
  for (const table of ['jobs', 'correspondents', 'stopped_addresses']) await post.query(`delete from ${table}`);
  mails = [];
});

const context = () => post.stage.context();
async function sent(change = {}) {
  const [made] = await scheduleDeliveries(context(), post.helena.id, {
    ...scheduleOf(post.helena.letter.id),
    ...change,
  });
  const id = made?.id ?? '';
  await post.query("update deliveries set next_attempt_at = now() - interval '1 second' where id = ?", [id]);
  await post.deliver(id);
  return { id, secret: post.sent.at(-1)?.secret ?? '' };
}
/** Lets the day of all reminders come. */
async function remindAll() {
  await post.query("update jobs set run_at = now() where kind = 'recipient-reminder'");
  const job = recipientReminderJob({
    fork: () => post.stage.orm.em.fork(),
    keyring: post.stage.keyring,
    // why: mails reach people, and the test reads them.
    email: {
      async send(message) {
        mails.push(message);
        return { kind: 'accepted', messageId: 'm1' };
      },
    },
    policy: { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 },
    appOrigin: 'https://stillhere.example',
  });
  await runDueJobs(() => post.stage.orm.em.fork(), 'recipient-reminder', job);
}
const jobs = () => post.query<{ subject: string }>("select subject from jobs where kind = 'recipient-reminder'");

describe('“Not now”', () => {
  it('mails the same link on the day, once, and names nothing of what waits', async () => {
    const { id, secret } = await sent();
    await remindLater(context(), secret, 'month');
    const at = await remindLater(context(), secret, 'week');
    expect(await jobs()).toEqual([{ subject: id }]);
    expect((await findInvitation(context(), secret)).remind_at).toBe(at.toISOString());
    await remindAll();
    await remindAll();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: { email: 'ana@example.com' },
      unsubscribe: expect.stringContaining('/stop/'),
    });
    expect(mails[0]?.text).toContain(`https://stillhere.example/m/${secret}`);
    expect(mails[0]?.text).not.toContain('How we chose your name');
    expect((await findInvitation(context(), secret)).remind_at).toBeNull();
    expect(await jobs()).toEqual([]);
  });

  it.each([
    ['it was opened', async ({ secret }) => openInvitation(context(), secret)],
    ['its link was revoked', async ({ id }) => revokeLink(context(), post.helena.id, id)],
    [
      'they want nothing more',
      async ({ secret }) => {
        const { stop_path } = await findInvitation(context(), secret);
        return decideStopping(context(), stop_path?.split('/').at(-1) ?? '', 'person', true);
      },
    ],
  ] as [string, (delivery: { id: string; secret: string }) => Promise<unknown>][])(
    'mails nothing when %s since',
    async (_, change) => {
      const delivery = await sent();
      await remindLater(context(), delivery.secret, 'week');
      await change(delivery);
      await remindAll();
      expect(mails).toEqual([]);
      expect(await jobs()).toEqual([]);
    },
  );

  it('is offered while the link works by then, and not once it was opened', async () => {
    const { id, secret } = await sent();
    expect((await findInvitation(context(), secret)).reminders).toEqual(['week', 'month', 'year']);
    await post.query("update deliveries set link_expires_at = now() + interval '20 days' where id = ?", [id]);
    expect((await findInvitation(context(), secret)).reminders).toEqual(['week']);
    await expect(remindLater(context(), secret, 'month')).rejects.toMatchObject({ code: 'conflict' });
    await openInvitation(context(), secret);
    expect((await findInvitation(context(), secret)).reminders).toEqual([]);
  });
});

describe('the page', () => {
  it('leads to where nothing more can be asked for', async () => {
    const { secret } = await sent();
    const { stop_path } = await findInvitation(context(), secret);
    expect(stop_path).toMatch(/^\/stop\/[\w-]{48}$/);
    expect(await findStopping(context(), stop_path?.split('/').at(-1) ?? '')).toMatchObject({
      sender_name: 'Helena Duarte',
      person: false,
    });
  });

  it('says whether more is to come only where its sender allows it', async () => {
    const silent = await sent();
    const telling = await sent({ tells_more: true });
    const more = async ({ secret }: { secret: string }) => (await openInvitation(context(), secret)).more;
    expect([await more(silent), await more(telling)]).toEqual([null, 'last']);
    await scheduleDeliveries(context(), post.helena.id, scheduleOf(post.helena.letter.id));
    expect([await more(silent), await more(telling)]).toEqual([null, 'more']);
  });

  it('of a yearly delivery says so by itself', async () => {
    const repeat = { every: 'year', until_year: 2040 };
    const { secret } = await sent({ tells_more: true, local_time: '2030-05-04T09:00', repeat });
    expect((await openInvitation(context(), secret)).more).toBe('more');
  });
});
