import type { TimelineActor, TimelineKind } from '#db/entities/record.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { Channel, FailureCode } from '#domain/delivery/delivery.ts';
import type { Attempt } from '#domain/delivery/protocol.ts';
import type { Context } from '#services/context.ts';
import type { DeliveryView } from './delivery-view.ts';
import { findDelivery } from './queries.ts';
import { wayTaken } from './way-taken.ts';

/** What can happen to a delivery, and how it came to be: written by somebody, or released by their protocol. */
type Of<Kind> = Kind extends `delivery-${infer What}` ? What : never;
export type StoryKind = 'written' | 'released' | Of<TimelineKind>;

/** One thing that happened to a delivery. */
export interface StoryEntry {
  /** ISO 8601 with Z. */
  at: string;
  kind: StoryKind;
  by: TimelineActor;
  /** By which way the message of it went, or would go, where it is about one. */
  channel: Channel | null;
  /** Why it failed, or fell back to email. */
  code: FailureCode | null;
  /** Of an extended link: until when it opens. ISO 8601 with Z. */
  until: string | null;
  /** Of a message: no provider ever confirmed that it was taken. Of one that was sent once more: with a new link. */
  unconfirmed: boolean;
  new_link: boolean;
}

/** What became of a delivery so far, and what comes next. */
export interface DeliveryStory {
  delivery: DeliveryView;
  /** Of what it carries; null once that was deleted, and for a release. */
  type: ContentType | null;
  /** In the order in which it happened. */
  entries: StoryEntry[];
  /** What its buttons are pressed for (`resendDelivery`). */
  revision: number;
  /** By which way it went, and would go once more; null where nothing left. */
  way: Channel | null;
  /** What it waits for while it is pending. */
  trying: Trying | null;
}

/** How far the present message has come. */
export interface Trying {
  /** How often it was handed over, the present try included. */
  tries: number;
  /** How the newest of these stands; null before the first. */
  newest: Attempt['state'] | null;
  channel: Channel;
  /** Before then nobody does anything. ISO 8601 with Z. */
  next_at: string;
}

/** Nobody reads more; the newest are shown. */
const ENTRIES_MAX = 300;

interface TimelineRow {
  at: Date;
  kind: TimelineKind;
  actor: TimelineActor;
  detail: { code?: FailureCode; until?: string; unconfirmed?: number; new_link?: number; channel?: Channel };
  channel: Channel | null;
}

interface PresentRow {
  revision: number;
  channel: Channel;
  next_attempt_at: Date | null;
  tries: number;
  newest: Attempt['state'] | null;
  type: ContentType | null;
  written_at: Date | null;
}

/** @throws AppError not-found, also for what belongs to somebody else */
export async function findStory(context: Context, ownerId: string, id: string): Promise<DeliveryStory> {
  const delivery = await findDelivery(context, ownerId, id);
  // Which way a message went is known by its tries: all of one revision go the same way.
  const rows = await context.em.execute<TimelineRow[]>(
    `select * from (select t.id, t.at, t.kind, t.actor, t.detail, (select a.channel from delivery_attempts a
         where a.delivery_id = t.delivery_id and a.revision::text = t.detail->>'revision' order by a.n desc limit 1) as channel
       from timeline t where t.delivery_id = ? and t.owner_id = ? order by t.at desc, t.id desc limit ${ENTRIES_MAX}) newest
     order by at, id`,
    [id, ownerId],
  );
  const present = await presentOf(context, ownerId, id);
  const isRelease = delivery.origin === 'release';
  const origin = isRelease ? beginning('released', delivery.created_at) : beginning('written', present?.written_at);
  return {
    delivery,
    type: isRelease ? null : (present?.type ?? null),
    entries: [...origin, ...rows.map(toEntry)],
    revision: present?.revision ?? 0,
    way: await wayTaken(context.em, id),
    trying: present?.next_attempt_at ? toTrying(present, present.next_attempt_at) : null,
  };
}

async function presentOf({ em }: Context, ownerId: string, id: string): Promise<PresentRow | undefined> {
  const [row] = await em.execute<PresentRow[]>(
    `select d.revision, case when d.fell_back_at is null then d.channel else 'email' end as channel, d.next_attempt_at,
       (select count(*) from delivery_attempts a where a.delivery_id = d.id and a.revision = d.revision)::int as tries,
       (select a.state from delivery_attempts a where a.delivery_id = d.id and a.revision = d.revision
         order by a.n desc limit 1) as newest, c.type, c.created_at as written_at
     from deliveries d join delivery_contents dc on dc.delivery_id = d.id and dc.position = 0
       left join contents c on c.id = dc.content_id where d.id = ? and d.owner_id = ?`,
    [id, ownerId],
  );
  return row;
}

const PLAIN = { channel: null, code: null, until: null, unconfirmed: false, new_link: false } as const;

/** @returns how it came to be, where that is still known */
function beginning(kind: 'written' | 'released', at: Date | string | null | undefined): StoryEntry[] {
  const by = kind === 'written' ? 'owner' : 'stillhere';
  return at ? [{ ...PLAIN, at: new Date(at).toISOString(), kind, by }] : [];
}

/** What is about a message, and so about a way. */
const MESSAGES: ReadonlySet<TimelineKind> = new Set([
  'delivery-sent',
  'delivery-further-copy',
  'delivery-delivered',
  'delivery-failed',
  'delivery-fell-back',
]);

function toEntry({ at, kind, actor, detail, channel }: TimelineRow): StoryEntry {
  return {
    at: new Date(at).toISOString(),
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
  return { tries, newest, channel, next_at: new Date(next).toISOString() };
}
