/** Owners, recipients, providers and workers act on one delivery in one instant, many times. */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { AppError } from '#domain/errors.ts';
import { resendDelivery, retryDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { openInvitation } from '#services/recipients/recipient.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';

const TIMES = 24;
/** The time within which each delivery becomes unheard and all of them act, in milliseconds. */
const SPREAD = 200;
const DELIVERED: DeliveryEvent = { kind: 'delivered' };
const FAILED: DeliveryEvent = { kind: 'failed', failure: 'no-whatsapp' };

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post?.close());
beforeEach(() => post.empty());

/** The messages of a delivery, by its link: a new link counts as another. */
function lettersOf(id: string): Letter[] {
  const links = new Set([1, 2].map((epoch) => post.link(id, epoch)));
  return post.sent.filter(({ secret }) => links.has(secret));
}
const channelsOf = (id: string) => lettersOf(id).map(({ channel }) => channel);
const messageOf = (id: string) => lettersOf(id)[0] as Letter;

/** Many that WhatsApp accepted. */
async function acceptedByWhatsApp(): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < TIMES) ids.push(...(await Promise.all(Array.from({ length: 4 }, () => post.due()))));
  while ((await post.sendAllOverdue()) > 0);
  return ids;
}

/**
 * Many that WhatsApp accepted two days ago without a report: each becomes unheard at another moment. The first has fallen
 * back and its email went out before anybody acts, and the last is still in time after all have acted, so that both ends
 * occur.
 */
async function nearlyUnheard(): Promise<string[]> {
  const ids = await acceptedByWhatsApp();
  await post.query("update deliveries set sent_at = sent_at - interval '48 hours' where id = ?", [ids[0]]);
  while ((await post.fallBack()) > 0);
  while ((await post.sendAllOverdue()) > 0);
  await post.query(
    `update deliveries set sent_at = now() - interval '48 hours'
       + case id when ? then interval '1 hour' else random() * interval '${SPREAD} milliseconds' end where id <> ?`,
    [ids.at(-1), ids[0]],
  );
  return ids;
}

/** What is done to one delivery, each at a random moment. */
type Acts = (id: string, index: number) => (() => Promise<unknown>)[];

/**
 * Runs all acts while workers send and fall back, until nothing is left to do.
 * @returns the outcome of the first act of each
 */
async function race(ids: readonly string[], acts: Acts): Promise<string[]> {
  // As many as there are connections, so that none waits for one until its moment has passed.
  const inPlace = pLimit(4);
  let isOver = false;
  const repeat = async (work: () => Promise<number>) => {
    while ((await work()) > 0 || !isOver);
  };
  const work = Promise.all([repeat(post.fallBack), repeat(post.sendAllOverdue), repeat(post.sendAllOverdue)]);
  try {
    const outcomes = await Promise.all(
      ids.map((id, index) => Promise.all(acts(id, index).map((act) => atRandom(() => inPlace(act))))),
    );
    return outcomes.map(([first]) => first ?? 'nothing was done');
  } finally {
    isOver = true;
    await work;
    while ((await post.sendAllOverdue()) > 0);
  }
}

async function atRandom(act: () => Promise<unknown>): Promise<'done' | 'refused'> {
  await sleep(Math.random() * SPREAD);
  try {
    await act();
    return 'done';
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return 'refused';
    throw error;
  }
}

describe(`in the instant in which a message becomes unheard, ${TIMES} times`, () => {
  it('its owner sends it again: it goes out once more, and once by email if they were too late', async () => {
    const ids = await nearlyUnheard();
    const outcomes = await race(ids, (id) => [() => resendDelivery(post.stage.context(), post.helena.id, id)]);
    const ends = new Set<string>();
    for (const [index, id] of ids.entries()) {
      const { status, timeline } = await post.recordOf(id);
      const wasSilent = timeline.includes('fell-back');
      // The further message uses the channel of the last one.
      const again = wasSilent ? 'email' : 'whatsapp';
      const further = [...(wasSilent ? ['email'] : []), ...(outcomes[index] === 'done' ? [again] : [])];
      expect([status, ...channelsOf(id)]).toEqual(['sent', 'whatsapp', ...further]);
      ends.add(`${wasSilent}`);
    }
    expect(ends).toEqual(new Set(['false', 'true']));
  });

  it('a report says that it arrived: an email is sent only before that, and nothing fails', async () => {
    const ids = await nearlyUnheard();
    await race(ids, (id) => [() => post.record([post.event(messageOf(id), DELIVERED)])]);
    const ends = new Set<string>();
    for (const id of ids) {
      const { status, isDelivered, notices, attempts } = await post.recordOf(id);
      const ways = channelsOf(id);
      expect([status, notices, attempts[0]]).toEqual(['sent', 0, 'whatsapp accepted']);
      expect(ways).toEqual(isDelivered ? ['whatsapp'] : ['whatsapp', 'email']);
      ends.add(ways.join(' '));
    }
    expect(ends).toEqual(new Set(['whatsapp', 'whatsapp email']));
  });

  it('its recipient opens it: an email is sent only before that, and nothing fails', async () => {
    const ids = await nearlyUnheard();
    const outcomes = await race(ids, (id) => [() => openInvitation(post.stage.context(), post.link(id))]);
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    const ends = new Set<string>();
    for (const id of ids) {
      const { status, timeline } = await post.recordOf(id);
      expect(status).toBe('sent');
      const ways = channelsOf(id);
      // Nothing is sent after it was opened.
      if (timeline.indexOf('opened') < timeline.lastIndexOf('fell-back')) expect(ways).toEqual(['whatsapp']);
      ends.add(ways.join(' '));
    }
    expect(ends).toEqual(new Set(['whatsapp', 'whatsapp email']));
  });

  it('its owner revokes the link, and a report says that it failed: no later message has a valid link', async () => {
    const ids = await nearlyUnheard();
    await race(ids, (id) => [
      () => revokeLink(post.stage.context(), post.helena.id, id),
      () => post.record([post.event(messageOf(id), FAILED)]),
    ]);
    for (const id of ids) {
      const { linkEpoch, timeline } = await post.recordOf(id);
      expect(linkEpoch).toBe(2);
      const [first, ...mails] = lettersOf(id);
      // The order is chance; at most one mail was being sent by then.
      expect(mails.length).toBeLessThanOrEqual(1);
      for (const letter of mails) expect(letter.secret).toBe(first?.secret);
      if (timeline.indexOf('fell-back') === -1) expect(mails).toEqual([]);
      await expect(openInvitation(post.stage.context(), post.link(id))).rejects.toMatchObject({ code: 'gone' });
    }
  });
});

describe('in the instant in which its owner retries a failed delivery', () => {
  it(`late events of both earlier messages change nothing, ${TIMES} times: it goes out once more`, async () => {
    const ids = await acceptedByWhatsApp();
    await post.query("update deliveries set sent_at = now() - interval '49 hours'");
    post.answers.email = ids.map(() => ({ kind: 'permanent', reason: '400', failure: 'invalid-recipient' }));
    while ((await post.fallBack()) > 0);
    while ((await post.sendAllOverdue()) > 0);
    const outcomes = await race(ids, (id, index) => {
      const [message, mail] = lettersOf(id) as [Letter, Letter];
      const bounce = post.event(mail, { kind: 'failed', failure: 'bounced' });
      const wish = { recipient_email: `rui-${index}@example.com`, delivery_type: 'email' } as const;
      return [
        () => retryDelivery(post.stage.context(), post.helena.id, id, wish),
        () => post.record([post.event(message, DELIVERED)]),
        () => post.record([bounce], 'sendgrid'),
      ];
    });
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    for (const id of ids) {
      expect(await post.recordOf(id)).toMatchObject({ status: 'sent', revision: 3, linkEpoch: 2 });
      expect(channelsOf(id)).toEqual(['whatsapp', 'email', 'email']);
    }
  });
});
