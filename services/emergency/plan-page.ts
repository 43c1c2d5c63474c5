/** The plan as pages and the API show it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { listContents } from '#services/contents/read-contents.ts';
import type { Context } from '#services/context.ts';
import { type ReleaseDate, type ReleasePlan, readReleasePlan } from './plan.ts';
import { dayOf } from './protocol-row.ts';
import { type ProtocolView, readProtocolView, releaseDateOf } from './protocol-view.ts';

/** A plan with its dates as they are known now. */
export interface DatedPlan extends ReleasePlan {
  date: ReleaseDate;
  now: Date;
  /** It has been carried out, so it cannot be changed. */
  isReleased: boolean;
}

/** @returns an owner's plan, and what the release sends by it */
export async function readPlan(context: Context, ownerId: string): Promise<DatedPlan> {
  const protocol = await readProtocolView(context.em, ownerId, dayOf(context));
  const date = releaseDateOf(protocol);
  const isReleased = protocol.isActive && protocol.stage === 'released';
  return { ...(await readReleasePlan(context.em, ownerId, date)), date, now: protocol.now, isReleased };
}

/** @returns when a contact gets the first thing, as far as it is known; null for nothing */
export async function releaseDateFor(
  em: EntityManager,
  { ownerId, plan, releaseAt, clock }: Pick<ProtocolView, 'ownerId' | 'plan' | 'releaseAt' | 'clock'>,
  email: string,
): Promise<Date | null> {
  if (!plan) return releaseAt;
  const { contacts, deliveries } = await readReleasePlan(em, ownerId, releaseDateOf({ releaseAt, clock }));
  const contact = contacts.find((one) => one.email === email || one.alternate_email === email);
  const at = deliveries.find(({ contactId }) => contactId === contact?.id)?.at ?? null;
  return at === null ? null : new Date(at);
}

/** As many contents as a table has room for. */
const CONTENTS_ON_PAGE = 5;

/** What the page of the plan shows. */
export interface PlanPage {
  plan: DatedPlan;
  /** Emergency contents, newest first. */
  shown: ContentView[];
  /** The cursor of the next ones; null without any. */
  next: string | null;
  /** How many contents the owner has. */
  total: number;
}

/**
 * @param cursor where its contents begin; null at the newest
 * @throws AppError validation-failed for a cursor that is not ours
 */
export async function readPlanPage(context: Context, ownerId: string, cursor: string | null): Promise<PlanPage> {
  const { contents: shown, next } = await listContents(context, ownerId, {
    isEmergency: true,
    limit: CONTENTS_ON_PAGE,
    cursor,
  });
  const { count } = await query(context.em)
    .selectFrom('contents')
    .select(COUNT.as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return { plan: await readPlan(context, ownerId), shown, next, total: count };
}
