/** What a rehearsal showed: who would have got what and when, and what is missing. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago, NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import type { RehearsedKind } from '#domain/emergency/rehearsal.ts';
import {
  broughtTo,
  type FrozenProtocol,
  type Gap,
  type GapCode,
  gapsOf,
  isReachable,
} from '#domain/emergency/rehearsal-gaps.ts';
import { goesToEveryChannel, type WarningChannel } from '#domain/emergency/warning-channels.ts';
import { isId } from '#domain/ids.ts';
import { DAY } from '#domain/time/durations.ts';
import { frame } from '#messages/en/frame.ts';
import { rehearsalGaps } from '#messages/en/rehearsal.ts';
import { say, sayChosen } from '#messages/say.ts';
import { openHead } from '#services/contents/sealed-content.ts';
import type { Context } from '#services/context.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { SealBroken } from '#services/crypto/seal.ts';
import { notFound } from '#services/not-found.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';

const KEPT_FOR = 400 * DAY;
const LISTED = 10;

/** One message of a rehearsal. Instants are ISO 8601 with Z. */
export interface RehearsedMessage {
  /** When it would really go out. */
  planned_at: string;
  /** When it goes out in the rehearsal. */
  rehearsed_at: string;
  message: RehearsedKind;
  /** The contact; null for the owner. */
  to: { name: string; email: string } | null;
  /** How it would go out. */
  channels: ('email' | WarningChannel)[];
  /** What a release would bring, without what was deleted since. */
  contents: { id: string; title: string }[];
  /** Whether it would reach its reader, as far as we know. */
  would_arrive: boolean;
  /** What became of it in the rehearsal. */
  outcome: Tables['rehearsal_messages']['state'];
}

/** The whole report. */
export interface RehearsalReport {
  id: string;
  progress: 'running' | 'finished';
  began_at: string;
  ends_at: string;
  messages: RehearsedMessage[];
  gaps: { gap: GapCode; id: string | null; name: string; text: string }[];
}

/**
 * @returns the report of a rehearsal, also while it goes on
 * @throws AppError not-found, also for a rehearsal of another owner
 */
export async function readRehearsal(context: Context, ownerId: string, id: string): Promise<RehearsalReport> {
  const row = isId(id) ? await findRehearsal(context.em, ownerId, id) : undefined;
  if (!row) throw notFound('rehearsal');
  const messages = await query(context.em)
    .selectFrom('rehearsal_messages')
    .select(['kind', 'contact', 'at', 'due_at', 'state'])
    .where('rehearsal_id', '=', id)
    .orderBy('n')
    .execute();
  const { frozen } = row;
  const titles = await titlesOf(context, ownerId, frozen.items);
  const isOver = row.isOver && messages.every(({ state }) => state !== 'waiting');
  return {
    id,
    progress: isOver ? 'finished' : 'running',
    began_at: row.created_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    messages: messages.map((message) => toMessage(message, frozen, titles)),
    gaps: gapsOf(frozen).map((gap) => toGap(gap, titles)),
  };
}

function findRehearsal(em: EntityManager, ownerId: string, id: string) {
  return query(em)
    .selectFrom('rehearsals')
    .select(['frozen', 'created_at', 'ends_at'])
    .select(({ eb }) => eb('ends_at', '<=', NOW).$castTo<boolean>().as('isOver'))
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}

type MessageRow = Pick<Tables['rehearsal_messages'], 'kind' | 'contact' | 'state'> & { at: Date; due_at: Date };

function toMessage(row: MessageRow, frozen: FrozenProtocol, titles: ReadonlyMap<string, string>): RehearsedMessage {
  const { kind, contact, at, due_at: dueAt, state } = row;
  const reader = contact === null ? null : frozen.contacts[contact];
  return {
    planned_at: at.toISOString(),
    rehearsed_at: dueAt.toISOString(),
    message: kind,
    to: reader ? { name: reader.name, email: reader.email } : null,
    channels: channelsOf(kind, frozen),
    contents: kind === 'release' && contact !== null ? titled(broughtTo(frozen, contact, at), titles) : [],
    would_arrive: reader ? isReachable(reader) : !frozen.blockedBy.includes('address-unconfirmed'),
    outcome: state,
  };
}

function titled(ids: readonly string[], titles: ReadonlyMap<string, string>): RehearsedMessage['contents'] {
  return ids.flatMap((id) => (titles.has(id) ? [{ id, title: titles.get(id) || say(frame.untitled) }] : []));
}

function channelsOf(kind: RehearsedKind, { channels }: FrozenProtocol): RehearsedMessage['channels'] {
  const isWarning = kind !== 'contact-told' && kind !== 'release' && kind !== 'witness-told';
  if (!isWarning || !goesToEveryChannel(kind, 'missed')) return ['email'];
  return ['email', ...channels.filter(({ isConfirmed }) => isConfirmed).map(({ channel }) => channel)];
}

function toGap(gap: Gap, titles: ReadonlyMap<string, string>): RehearsalReport['gaps'][number] {
  const { code } = gap;
  if (!('about' in gap)) return { gap: code, id: null, ...sayGap(code, '') };
  if (code !== 'content-sealed') return { gap: code, id: null, ...sayGap(code, gap.about) };
  return { gap: code, id: gap.about, ...sayGap(code, titles.get(gap.about) || say(frame.untitled)) };
}

function sayGap(code: GapCode, about: string): { name: string; text: string } {
  switch (code) {
    case 'contact-bounced':
    case 'contact-stopped':
    case 'contact-gets-nothing':
    case 'channel-unconfirmed':
    case 'channel-failed':
    case 'content-sealed': {
      const { name, text } = rehearsalGaps[code];
      return { name: sayChosen(name, { about }), text: sayChosen(text, { about }) };
    }
    default:
      return { name: say(rehearsalGaps[code].name), text: say(rehearsalGaps[code].text) };
  }
}

/** @returns an owner's newest rehearsals, and how many gaps each found */
export async function listRehearsals(em: EntityManager, ownerId: string) {
  const rows = await query(em)
    .selectFrom('rehearsals')
    .select(['id', 'frozen', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(({ id, frozen, created_at }) => ({
    ...{ id, began_at: created_at.toISOString(), gaps: gapsOf(frozen).length },
  }));
}

const STATES = { delivered: 'arrived', failed: 'failed', accepted: null, deferred: null, noted: null } as const;

/** Records what a provider reports of the mails of rehearsals. A failure is final. */
export async function recordRehearsalEvents(
  tx: EntityManager,
  events: readonly Pick<ProviderEvent, 'rehearsalMessageId' | 'event'>[],
): Promise<void> {
  for (const { rehearsalMessageId: id, event } of events) {
    const state = STATES[event.kind];
    if (!id || !state) continue;
    await query(tx)
      .updateTable('rehearsal_messages')
      .set({ state })
      .where('id', '=', anyOf([id]))
      .where('state', '<>', 'failed')
      .execute();
  }
}

/** Deletes rehearsals of more than a year ago. @returns whether there may be more */
export function deleteOldRehearsals(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'rehearsals', (eb) => eb('created_at', '<', ago(KEPT_FOR)));
}

/** @returns the titles of contents by their ids, in their order; without those that were deleted or are damaged */
export async function titlesOf(
  { em, keyring }: Pick<Context, 'em' | 'keyring'>,
  ownerId: string,
  items: readonly { id: string }[],
): Promise<Map<string, string>> {
  const rows = await query(em)
    .selectFrom('contents')
    .select(['id', 'head'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', anyOf(items.map(({ id }) => id)))
    .execute();
  const key = rows.length > 0 ? await personKey({ em, keyring, now: new Date() }, ownerId) : null;
  const heads = new Map(rows.map(({ id, head }) => [id, head]));
  return new Map(
    items.flatMap(({ id }): [string, string][] => {
      const head = heads.get(id);
      if (!key || !head) return [];
      try {
        return [[id, openHead(key, id, head).title]];
      } catch (error) {
        if (error instanceof SealBroken) return [];
        throw error;
      }
    }),
  );
}
