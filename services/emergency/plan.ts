/** The plan of a release: what its owner chose, and what the release would do by it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyOf, recordset } from '#db/sql.ts';
import type { ContactRole } from '#domain/contacts/contacts.ts';
import type { Plan } from '#domain/emergency/plan.schema.ts';
import { type PlanItem, type PlannedDelivery, planRelease } from '#domain/emergency/release-plan.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

/** A contact, as a release sends to them. */
export interface PlanContact {
  id: string;
  name: string;
  email: string;
  alternate_email: string | null;
  role: ContactRole;
  language: Language;
}

/** A plan, with all that follows from it. */
export interface ReleasePlan {
  /** What was chosen. */
  items: PlanItem[];
  /** In the order in which they were added. */
  contacts: PlanContact[];
  /** The ids of the emergency contents: letters first, in the order in which they were created. */
  contents: string[];
  /** What the release sends. */
  deliveries: PlannedDelivery[];
}

/** What one contact receives, and when. */
export interface PlannedPerson {
  name: string;
  /** The earliest first; empty for nothing. */
  shares: { afterDays: number; items: number }[];
}

/** @returns each contact of a plan with their shares */
export function sharesOf({
  contacts,
  deliveries,
}: {
  contacts: readonly Pick<PlanContact, 'id' | 'name'>[];
  deliveries: readonly PlannedDelivery[];
}): PlannedPerson[] {
  const byContact = Map.groupBy(deliveries, ({ contactId }) => contactId);
  return contacts.map(({ id, name }) => ({
    name,
    shares: (byContact.get(id) ?? []).map(({ afterDays, contentIds }) => ({ afterDays, items: contentIds.length })),
  }));
}

/** When a release is, and how its days are counted. */
export interface ReleaseDate {
  /** Milliseconds since the epoch; null while it is not known. */
  releaseAt: number | null;
  /** The owner's, an IANA name. */
  timeZone: string;
  /** The length of a protocol day, in milliseconds. */
  day: number;
}

/** @returns what a release of this owner would send. A release itself locks the contents: they then stay until it commits. */
export async function readReleasePlan(
  em: EntityManager,
  ownerId: string,
  { releaseAt, ...clock }: ReleaseDate,
  { isLocked = false } = {},
): Promise<ReleasePlan> {
  const contacts = await query(em)
    .selectFrom('trusted_contacts')
    .select(['id', 'name', 'email', 'alternate_email', 'role', 'language'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const rows = await query(em)
    .selectFrom('contents')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('is_emergency', '=', true)
    .orderBy(({ eb }) => eb('type', '<>', 'text'))
    .orderBy('created_at')
    .orderBy('id')
    .$if(isLocked, (select) => select.forKeyShare())
    .execute();
  const items = await readPlanItems(em, ownerId);
  const contents = rows.map(({ id }) => id);
  return { items, contacts, contents, deliveries: planRelease({ items, contacts, contents, releaseAt, clock }) };
}

/** @returns what was chosen, also for what is no longer set aside */
export async function readPlanItems(em: EntityManager, ownerId: string): Promise<PlanItem[]> {
  const rows = await query(em)
    .selectFrom('emergency_plan_items')
    .select(['content_id', 'contact_id', 'after_days'])
    .where('owner_id', '=', ownerId)
    .orderBy('content_id')
    .orderBy('contact_id')
    .execute();
  return rows.map((row) => ({ contentId: row.content_id, contactId: row.contact_id, afterDays: row.after_days }));
}

/**
 * Replaces the plan. An emergency content without any item goes to every contact at the release.
 * @param about the contents whose items are replaced; null for all
 * @throws AppError validation-failed for a content or contact that is not the owner's, a witness, a content that is not set aside,
 *   and two items for the same pair; conflict after the release
 */
export async function changeReleasePlan(
  context: Context,
  ownerId: string,
  { items }: Plan,
  about: readonly string[] | null = null,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    await requireNotReleased(tx, ownerId);
    await requireOwn(tx, ownerId, items);
    record(tx, ownerId, 'protocol-plan-changed', { items: items.length });
    await query(tx)
      .deleteFrom('emergency_plan_items')
      .where('owner_id', '=', ownerId)
      .$if(about !== null, (rest) => rest.where('content_id', '=', anyOf((about ?? []).filter(isId))))
      .execute();
    if (items.length === 0) return;
    // As one parameter: a statement takes at most 65,535 of them.
    const rows = recordset('r', items, { content_id: 'uuid', contact_id: 'uuid', after_days: 'integer' });
    await query(tx)
      .insertInto('emergency_plan_items')
      .columns(['content_id', 'contact_id', 'owner_id', 'after_days'])
      .expression(({ selectFrom, val, cast }) =>
        selectFrom(rows).select([
          'r.content_id',
          'r.contact_id',
          cast<string>(val(ownerId), 'uuid').as('owner_id'),
          'r.after_days',
        ]),
      )
      .execute();
  });
  recordSecurityEvent(context, 'protocol-changed', { account: ownerId });
}

async function requireNotReleased(tx: EntityManager, ownerId: string): Promise<void> {
  const released = await query(tx)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .where('stage', '=', 'released')
    .executeTakeFirst();
  if (released) throw new AppError('conflict', say(emergencyRefusals.released));
}

/** In two queries, however long the plan is; the contents stay what they are until the transaction ends. */
async function requireOwn(tx: EntityManager, ownerId: string, items: Plan['items']): Promise<void> {
  const contacts = new Set(items.map(({ contact_id: id }) => id));
  const contents = new Set(items.map(({ content_id: id }) => id));
  const pairs = new Set(items.map(({ contact_id, content_id }) => `${contact_id} ${content_id}`));
  if (pairs.size < items.length) throw refused(say(emergencyRefusals['plan-item-twice']));
  const knownContents = await query(tx)
    .selectFrom('contents')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('is_emergency', '=', true)
    .where('id', '=', anyOf([...contents].filter(isId)))
    .forKeyShare()
    .execute();
  if (knownContents.length < contents.size) throw refused(say(emergencyRefusals['plan-content-unknown']));
  const knownContacts = await query(tx)
    .selectFrom('trusted_contacts')
    .select(['id', 'name', 'role'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', anyOf([...contacts].filter(isId)))
    .execute();
  if (knownContacts.length < contacts.size) throw refused(say(emergencyRefusals['plan-contact-unknown']));
  const witness = knownContacts.find(({ role }) => role === 'witness');
  if (witness) throw refused(say(emergencyRefusals['plan-witness'], { name: witness.name }));
}

function refused(message: string): AppError {
  return AppError.atField('validation-failed', 'items', message);
}

/**
 * Takes a contact out of the plan who is removed, or becomes a witness. What only they would have received leaves the
 * emergency contents: otherwise it would go to everyone else. The caller has locked the account.
 */
export async function takeOutOfPlan(tx: EntityManager, ownerId: string, contactId: string): Promise<void> {
  await query(tx)
    .updateTable('contents')
    .set({ is_emergency: false })
    .where('owner_id', '=', ownerId)
    .where('is_emergency', '=', true)
    .where(({ exists, not, selectFrom }) => {
      const items = selectFrom('emergency_plan_items as i')
        .select('i.content_id')
        .whereRef('i.content_id', '=', 'contents.id');
      return exists(items.where('i.contact_id', '=', contactId)).and(
        not(exists(items.where('i.contact_id', '<>', contactId))),
      );
    })
    .execute();
  await query(tx)
    .deleteFrom('emergency_plan_items')
    .where('owner_id', '=', ownerId)
    .where('contact_id', '=', contactId)
    .execute();
}
