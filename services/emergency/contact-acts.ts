/** What trusted contacts say of a silent owner: that they have heard from them, that they cannot answer, that something has happened. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { before, CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { RAISES } from '#domain/emergency/emergency.ts';
import { isSameName } from '#domain/emergency/same-name.ts';
import type { ContactAct } from '#domain/emergency/say.ts';
import { AppError } from '#domain/errors.ts';
import { contactSay as contactTexts } from '#messages/en/contact-say.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { followLink } from '#services/limits/limits.ts';
import { notifyOthersOfAct } from '#services/mails/enqueue-contact-acts.ts';
import { shownName } from '#services/mails/words.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { appendTimeline } from '#services/timeline.ts';
import { planAgain } from './change-protocol.ts';
import { type ContactPerson, findContactPerson } from './contact-page.ts';
import { dayOf, lockProtocol, type Protocol } from './protocol-row.ts';

/** What one contact can say now, and has said in this episode. */
export interface ContactSay {
  /** What they can say at this moment. */
  can: readonly ContactAct[];
  /** When they said what; a confirmation that they took back is left out. */
  said: Partial<Record<ContactAct, Date>>;
}

/** @returns what a contact can say at this moment, and has said; the second of two presses finds the first */
export async function contactSay(
  em: EntityManager,
  protocol: Protocol,
  { sayAs, contactId, hasStopped }: ContactPerson,
  day: number,
): Promise<ContactSay> {
  const { state, acts, running, saySettings } = protocol;
  const own = acts.filter(({ email }) => email === sayAs);
  const said = Object.fromEntries(own.map(({ kind, at }) => [kind, new Date(at)]));
  if (contactId === null || hasStopped || !running.isRunning || state.stage === 'released') return { can: [], said };
  const can: ContactAct[] = [];
  if (state.missedAt !== null) {
    if (!said.heard) can.push('heard');
    if (!said.confirmed && state.say.needed > 0) can.push('confirmed');
  } else if (saySettings.contactsMayRaise && state.say.raisedAt === null) {
    if ((await raisesOf(em, protocol.ownerId, sayAs, day)) < RAISES.max) can.push('raised');
  }
  return { can, said };
}

/** @returns how often a contact has said lately that something has happened to this owner */
async function raisesOf(em: EntityManager, ownerId: string, email: string, day: number): Promise<number> {
  const { count } = await query(em)
    .selectFrom('contact_acts')
    .select(COUNT.as('count'))
    .where('owner_id', '=', ownerId)
    .where('email', '=', email)
    .where('kind', '=', 'raised')
    .where('at', '>', before(CLOCK_NOW, RAISES.withinDays * day))
    .executeTakeFirstOrThrow();
  return count;
}

/** Of the timeline. */
const HAPPENED = { heard: 'protocol-heard', confirmed: 'protocol-confirmed', raised: 'protocol-raised' } as const;

/**
 * Records what a contact says, mails the other contacts, and plans the protocol: it warns the owner, holds the release, or
 * waits for one confirmation less. An owner who checks in at the same moment comes before or after: either ends it.
 * @param secret of the contact's link
 * @param name as the contact typed it, where they confirm that the owner cannot answer
 * @throws AppError not-found for a link that is not ours, and for one whose contact is gone; validation-failed at `name` if
 *   the owner wrote another; conflict if this contact cannot say it now
 */
export async function sayAsContact(context: Context, secret: string, act: ContactAct, name: string): Promise<void> {
  const person = await followLink(context, () => findContactPerson(context, secret));
  const isSaid = await context.em.transactional((tx) => sayIn(tx, { context, secret, person, act, name }));
  if (!isSaid) throw new AppError('conflict', say(emergencyRefusals['nothing-to-say']));
  recordSecurityEvent(context, 'contact-said', {
    ...(person && { account: person.ownerId }),
    ...(person?.contactId && { about: person.contactId }),
  });
}

interface Saying {
  context: Context;
  secret: string;
  person: ContactPerson | null;
  act: ContactAct;
  name: string;
}

/** @returns whether this contact could say it */
async function sayIn(tx: EntityManager, { context, secret, person, act, name }: Saying): Promise<boolean> {
  const day = dayOf(context);
  const protocol = person && (await lockProtocol(tx, person.ownerId, day));
  // Read again under the lock: the owner may have removed them, or they may have stopped.
  const present = protocol && (await findContactPerson({ ...context, em: tx }, secret));
  if (!present || !(await contactSay(tx, protocol, present, day)).can.includes(act)) return false;
  if (act === 'confirmed') requireName(name, present.name, protocol.owner.name);
  await record(tx, protocol, present, { act, name: act === 'confirmed' ? name : present.name });
  if (act === 'raised') await beginReminding(tx, present.ownerId);
  else await notifyOthersOfAct(tx, protocol, act, present.sayAs);
  await planAgain(tx, present.ownerId, day);
  return true;
}

function requireName(typed: string, name: string, owner: string): void {
  if (typed.trim() !== '' && (name.trim() === '' || isSameName(typed, name))) return;
  const message = say(contactTexts['name-differs'], { owner: shownName(owner), name });
  throw AppError.atField('validation-failed', 'name', message);
}

async function record(
  tx: EntityManager,
  { ownerId, episode, now }: Protocol,
  { sayAs }: ContactPerson,
  { act, name }: { act: ContactAct; name: string },
): Promise<void> {
  // Who has heard from the owner takes back what they confirmed: by its row, since clocks may move instants.
  if (act === 'heard')
    await query(tx)
      .deleteFrom('contact_acts')
      .where('owner_id', '=', ownerId)
      .where('episode', '=', episode)
      .where('kind', '=', 'confirmed')
      .where('email', '=', sayAs)
      .execute();
  await query(tx)
    .insertInto('contact_acts')
    .values({ id: newId(), owner_id: ownerId, episode, kind: act, email: sayAs, name, at: CLOCK_NOW })
    .execute();
  await appendTimeline(tx, new Date(now), [
    { ownerId, kind: HAPPENED[act], actor: 'contact', deliveryId: null, detail: { episode } },
  ]);
}

/** From now on a check-in is an answer, and begins a new episode. */
async function beginReminding(tx: EntityManager, ownerId: string): Promise<void> {
  await query(tx)
    .updateTable('emergency_protocols')
    .set({ stage: 'reminding' })
    .where('owner_id', '=', ownerId)
    .where('stage', '=', 'armed')
    .execute();
}
