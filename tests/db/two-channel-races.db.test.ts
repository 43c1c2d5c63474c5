/** Owners, recipients, providers, workers and the sweep at one delivery in one instant, many times. */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { AppError } from '#domain/errors.ts';
import { resendDelivery, retryDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { openInvitation } from '#services/recipients/recipient.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';

const TIMES = 200;
/** Within which each of them becomes silent and everybody does what they do, in milliseconds. */
const SPREAD = 800;
const DELIVERED: DeliveryEvent = { kind: 'delivered' };
const FAILED: DeliveryEvent = { kind: 'failed', failure: 'no-whatsapp' };

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post?.close());
beforeEach(() => post.empty());

/** What was sent of each delivery, by its link: a new one is another's. */
function lettersOf(id: string): Letter[] {
  const links = new Set([1, 2].map((epoch) => post.link(id, epoch)));
  return post.sent.filter(({ secret }) => links.has(secret));
}
const waysOf = (id: string) => lettersOf(id).map(({ channel }) => channel);
const messageOf = (id: string) => lettersOf(id)[0] as Letter;

/** Many that WhatsApp took two days ago, of which nothing was heard: each is silent for long enough at another moment. */
async function takenByWhatsApp(): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < TIMES) ids.push(...(await Promise.all(Array.from({ length: 20 }, () => post.due()))));
  while ((await post.rushAll()) > 0);
  await post.query(
    `update deliveries set sent_at = now() - interval '48 hours' + random() * interval '${SPREAD} milliseconds'`,
  );
  return ids;
}

/** What is done to one delivery, each at a moment of its own. */
type Acts = (id: string, index: number) => (() => Promise<unknown>)[];

/**
 * Everybody does what they do, while workers and the sweep go on until nothing is left to do.
 * @returns what came of the first act of each
 */
async function race(ids: readonly string[], acts: Acts): Promise<string[]> {
  // As many as there are connections, so that nobody waits for one until their time is up.
  const inPlace = pLimit(4);
  let isOver = false;
  const goOn = async (work: () => Promise<number>) => {
    while ((await work()) > 0 || !isOver);
  };
  const work = Promise.all([goOn(post.sweep), goOn(post.rushAll), goOn(post.rushAll)]);
  try {
    const outcomes = await Promise.all(
      ids.map((id, index) => Promise.all(acts(id, index).map((act) => sometime(() => inPlace(act))))),
    );
    await sleep(SPREAD / 2);
    return outcomes.map(([first]) => first ?? 'nothing was done');
  } finally {
    isOver = true;
    await work;
    while ((await post.rushAll()) > 0);
  }
}

async function sometime(act: () => Promise<unknown>): Promise<'done' | 'refused'> {
  await sleep(Math.random() * SPREAD);
  try {
    await act();
    return 'done';
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return 'refused';
    throw error;
  }
}

describe(`in the instant in which nothing was heard for two days, ${TIMES} times`, () => {
  it('its owner sends it again: it goes out once more, and once by email where they were too late', async () => {
    const ids = await takenByWhatsApp();
    const outcomes = await race(ids, (id) => [() => resendDelivery(post.stage.context(), post.helena.id, id)]);
    const ends = new Set<string>();
    for (const [index, id] of ids.entries()) {
      const { status, timeline } = await post.standing(id);
      const wasSilent = timeline.includes('fell-back');
      // Once more it goes by what brought it last.
      const again = wasSilent ? 'email' : 'whatsapp';
      const further = [...(wasSilent ? ['email'] : []), ...(outcomes[index] === 'done' ? [again] : [])];
      expect([status, ...waysOf(id)]).toEqual(['sent', 'whatsapp', ...further]);
      ends.add(`${wasSilent}`);
    }
    expect(ends).toEqual(new Set(['false', 'true']));
  });

  it('word comes that it arrived: an email leaves only where that was first, and nothing fails', async () => {
    const ids = await takenByWhatsApp();
    await race(ids, (id) => [() => post.record([post.event(messageOf(id), DELIVERED)])]);
    const ends = new Set<string>();
    for (const id of ids) {
      const { status, isDelivered, notices, attempts } = await post.standing(id);
      const ways = waysOf(id);
      expect([status, notices, attempts[0]]).toEqual(['sent', 0, 'whatsapp accepted']);
      expect(ways).toEqual(isDelivered ? ['whatsapp'] : ['whatsapp', 'email']);
      ends.add(ways.join(' '));
    }
    expect(ends).toEqual(new Set(['whatsapp', 'whatsapp email']));
  });

  it('its recipient opens it: the same', async () => {
    const ids = await takenByWhatsApp();
    const outcomes = await race(ids, (id) => [() => openInvitation(post.stage.context(), post.link(id))]);
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    const ends = new Set<string>();
    for (const id of ids) {
      const { status, timeline } = await post.standing(id);
      expect(status).toBe('sent');
      const ways = waysOf(id);
      // Nothing leaves after it was opened.
      if (timeline.indexOf('opened') < timeline.lastIndexOf('fell-back')) expect(ways).toEqual(['whatsapp']);
      ends.add(ways.join(' '));
    }
    expect(ends).toEqual(new Set(['whatsapp', 'whatsapp email']));
  });

  it('its owner takes the link back, and word comes that it failed: what leaves after that opens nothing', async () => {
    const ids = await takenByWhatsApp();
    await race(ids, (id) => [
      () => revokeLink(post.stage.context(), post.helena.id, id),
      () => post.record([post.event(messageOf(id), FAILED)]),
    ]);
    for (const id of ids) {
      const { linkEpoch, timeline } = await post.standing(id);
      expect(linkEpoch).toBe(2);
      const [first, ...mails] = lettersOf(id);
      // Who comes first is chance; whoever it was, at most one mail was under way by then.
      expect(mails.length).toBeLessThanOrEqual(1);
      for (const letter of mails) expect(letter.secret).toBe(first?.secret);
      if (timeline.indexOf('fell-back') === -1) expect(mails).toEqual([]);
      await expect(openInvitation(post.stage.context(), post.link(id))).rejects.toMatchObject({ code: 'gone' });
    }
  });
});

describe('in the instant in which its owner tries again what failed', () => {
  it(`late events of both messages of before change nothing, ${TIMES} times: it goes out once more`, async () => {
    const ids = await takenByWhatsApp();
    await post.query("update deliveries set sent_at = now() - interval '49 hours'");
    post.answers.email = ids.map(() => ({ kind: 'permanent', reason: '400', failure: 'invalid-recipient' }));
    while ((await post.sweep()) > 0);
    while ((await post.rushAll()) > 0);
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
      expect(await post.standing(id)).toMatchObject({ status: 'sent', revision: 3, linkEpoch: 2 });
      expect(waysOf(id)).toEqual(['whatsapp', 'email', 'email']);
    }
  });
});
