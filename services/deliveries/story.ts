import type { EntityManager } from '@mikro-orm/postgresql';
import type { InferResult } from 'kysely';
import type { TimelineActor, TimelineKind } from '#db/entities/record.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { Channel, FailureCode } from '#domain/delivery/delivery.ts';
import type { Attempt } from '#domain/delivery/protocol.ts';
import type { Context } from '#services/context.ts';
import { isStopped } from '#services/limits/correspondents.ts';
import { channelOfNewestMessage } from './channels.ts';
import type { DeliveryView } from './delivery-view.ts';
import { nextChannel } from './locked.ts';
import { findDelivery, restOfGroup } from './queries.ts';

/** What can happen to a delivery, and how it began: written by its owner, or released by their protocol. */
type Of<Kind> = Kind extends `delivery-${infer What}` ? What : never;
export type StoryKind = 'written' | 'released' | Of<TimelineKind>;

/** One thing that happened to a delivery. */
export interface StoryEntry {
  /** ISO 8601 with Z. */
  at: string;
  kind: StoryKind;
  by: TimelineActor;
  /** The channel by which its message went, or would go; null where it is about no message. */
  channel: Channel | null;
  /** Why it failed, or fell back to email. */
  code: FailureCode | null;
  /** Of an extended link: until when it is valid. ISO 8601 with Z. */
  until: string | null;
  /** Of a message: no provider ever confirmed that it was accepted. Of one that was sent again: with a new link. */
  unconfirmed: boolean;
  new_link: boolean;
}

/** What became of a delivery so far, and what comes next. */
export interface DeliveryStory {
  delivery: DeliveryView;
  /** The others that were scheduled together with it. */
  group: DeliveryView[];
  /** Of its content; null once that was deleted, and for a release. */
  type: ContentType | null;
  /** In the order in which it happened. */
  entries: StoryEntry[];
  /** What its buttons are pressed for (`resendDelivery`). */
  revision: number;
  /** The channel by which it went, and would go again; null where nothing left. */
  channel: Channel | null;
  /** What it waits for while it is pending. */
  trying: Trying | null;
  /** It waits, and its recipient wants nothing more: unless they change that, it will not be sent. */
  isStopped: boolean;
}

/** How far the present message has come. */
export interface Trying {
  /** How often it was sent to a provider, the present try included. */
  tries: number;
  /** The state of the newest of these; null before the first. */
  newest: Attempt['state'] | null;
  channel: Channel;
  /** Nothing happens before. ISO 8601 with Z. */
  next_at: string;
}

/** More than anyone reads; the newest are shown. */
const ENTRIES_MAX = 300;

/** What a timeline entry of a delivery can say in its `detail`. */
interface Detail {
  code?: FailureCode;
  until?: string;
  unconfirmed?: number;
  new_link?: number;
  channel?: Channel;
}

/** @throws AppError not-found, also for another owner's */
export async function findStory(context: Context, ownerId: string, id: string): Promise<DeliveryStory> {
  const delivery = await findDelivery(context, ownerId, id);
  const entries = await newestEntries(context.em, ownerId, id).execute();
  const present = await presentMessage(context.em, ownerId, id).executeTakeFirst();
  const isRelease = delivery.origin === 'release';
  const writtenAt = present?.written_at?.toISOString() ?? null;
  const origin = isRelease ? beginning('released', delivery.created_at) : beginning('written', writtenAt);
  return {
    delivery,
    group: await restOfGroup(context, ownerId, delivery),
    type: isRelease ? null : (present?.type ?? null),
    entries: [...origin, ...entries.reverse().map(toEntry)],
    revision: present?.revision ?? 0,
    channel: await channelOfNewestMessage(context.em, id),
    trying: present?.next_attempt_at ? toTrying(present, present.next_attempt_at) : null,
    isStopped:
      delivery.status === 'pending' &&
      (await isStopped(context.em, context.keyring, { ownerId, address: delivery.recipient_email })),
  };
}

/** The channel of a message is known by its attempts: all of one revision go by the same. */
function newestEntries(em: EntityManager, ownerId: string, id: string) {
  return query(em)
    .selectFrom('timeline as t')
    .select(['t.at', 't.kind', 't.actor'])
    .select((eb) => [
      eb.ref('t.detail').$castTo<Detail>().as('detail'),
      eb
        .selectFrom('delivery_attempts as a')
        .select('a.channel')
        .whereRef('a.delivery_id', '=', 't.delivery_id')
        .where(({ eb: attempt, ref, cast }) =>
          attempt(ref('t.detail', '->>').key('revision'), '=', cast<string>('a.revision', 'text')),
        )
        .orderBy('a.n', 'desc')
        .limit(1)
        .as('channel'),
    ])
    .where('t.delivery_id', '=', id)
    .where('t.owner_id', '=', ownerId)
    .orderBy('t.at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(ENTRIES_MAX);
}
type EntryRow = InferResult<ReturnType<typeof newestEntries>>[number];

function presentMessage(em: EntityManager, ownerId: string, id: string) {
  return query(em)
    .selectFrom('deliveries')
    .innerJoin('delivery_contents as dc', (join) =>
      join.onRef('dc.delivery_id', '=', 'deliveries.id').on('dc.position', '=', 0),
    )
    .leftJoin('contents as c', 'c.id', 'dc.content_id')
    .select(['deliveries.revision', 'deliveries.next_attempt_at', 'c.type', 'c.created_at as written_at'])
    .select((eb) => {
      const attempts = eb
        .selectFrom('delivery_attempts as a')
        .whereRef('a.delivery_id', '=', 'deliveries.id')
        .whereRef('a.revision', '=', 'deliveries.revision');
      return [
        nextChannel().as('channel'),
        attempts.select(COUNT.as('count')).as('tries'),
        attempts.select('a.state').orderBy('a.n', 'desc').limit(1).as('newest'),
      ];
    })
    .where('deliveries.id', '=', id)
    .where('deliveries.owner_id', '=', ownerId);
}
type PresentRow = InferResult<ReturnType<typeof presentMessage>>[number];

const PLAIN = { channel: null, code: null, until: null, unconfirmed: false, new_link: false } as const;

/** @returns how it began, where that is still known */
function beginning(kind: 'written' | 'released', at: string | null): StoryEntry[] {
  const by = kind === 'written' ? 'owner' : 'stillhere';
  return at ? [{ ...PLAIN, at, kind, by }] : [];
}

/** What is about a message, and so about a channel. */
const MESSAGES: ReadonlySet<TimelineKind> = new Set([
  'delivery-sent',
  'delivery-further-copy',
  'delivery-delivered',
  'delivery-failed',
  'delivery-fell-back',
  'delivery-to-alternate',
]);

function toEntry({ at, kind, actor, detail, channel }: EntryRow): StoryEntry {
  return {
    at: at.toISOString(),
    kind: kind.replace(/^delivery-/, '') as StoryKind,
    by: actor,
    channel: MESSAGES.has(kind) ? channel : (detail.channel ?? null),
    code: detail.code ?? null,
    until: detail.until ?? null,
    unconfirmed: detail.unconfirmed === 1,
    new_link: detail.new_link === 1,
  };
}

function toTrying({ tries, newest, channel }: PresentRow, next: Date): Trying {
  return { tries: tries ?? 0, newest, channel, next_at: next.toISOString() };
}
