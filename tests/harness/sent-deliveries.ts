/** What an owner and recipients do with deliveries: schedule, send, open, revoke. */
import { AppError } from '#domain/errors.ts';
import { extendLink, resendDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { findStory } from '#services/deliveries/story.ts';
import { findInvitation, openInvitation } from '#services/recipients/recipient.ts';
import { scheduleOf } from './person.ts';
import { createPost, type Letter } from './post.ts';

/** @returns the code of the refusal; `done` without one */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

export const BY_WHATSAPP = { delivery_type: 'whatsapp', recipient_phone: '+351912345678' } as const;

export type SentDeliveries = Awaited<ReturnType<typeof createSentDeliveries>>;

/** Helena's deliveries, in a database of their own. */
export async function createSentDeliveries() {
  const post = await createPost();
  const { stage, helena } = post;
  async function scheduled(change = {}): Promise<string> {
    return (await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id, change))).id;
  }
  /** Makes it due and delivers it. @returns the message, if one was sent */
  async function send(id: string): Promise<Letter | undefined> {
    await post.query(
      "update deliveries set next_attempt_at = now() - interval '1 second' where id = ? and status = 'pending'",
      [id],
    );
    const before = post.sent.length;
    await post.deliver(id, Number((await row(id))?.revision));
    return post.sent[before];
  }
  /** @returns a sent delivery, with its message */
  async function sent(change = {}) {
    const id = await scheduled(change);
    const message = await send(id);
    if (!message) throw new Error('Nothing was sent.');
    return { id, ...message };
  }
  const resend = (id: string, seen?: number) => resendDelivery(stage.context(), helena.id, id, { seen });
  const revoke = (id: string) => revokeLink(stage.context(), helena.id, id);
  const extend = (id: string) => extendLink(stage.context(), helena.id, id);
  const open = (secret: string) => openInvitation(stage.context(), secret);
  const look = (secret: string) => codeOf(findInvitation(stage.context(), secret));
  const row = async (id: string) =>
    (await post.query<Record<string, never>>('select * from deliveries where id = ?', [id]))[0];
  const timelineOf = async (id: string) =>
    (await findStory(stage.context(), helena.id, id)).entries.map(({ kind }) => kind).slice(2);
  const event = (letter: Letter, kind: 'delivered' | 'failed') =>
    post.record([post.event(letter, kind === 'failed' ? { kind, failure: 'no-whatsapp' } : { kind })]);
  return { post, stage, helena, scheduled, send, sent, resend, revoke, extend, open, look, row, timelineOf, event };
}
