/** Writes the mails of a rehearsal: by the functions that write the real ones, with a mark and without their links. */
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import type { ContentType, TypeCounts } from '#domain/content/content.ts';
import { linkExpiry } from '#domain/delivery/link-life.ts';
import { daysSince } from '#domain/emergency/emergency.ts';
import type { RehearsedKind } from '#domain/emergency/rehearsal.ts';
import { broughtTo, deliveriesOf, type FrozenProtocol } from '#domain/emergency/rehearsal-gaps.ts';
import { contactNotified, witnessTold } from '#services/mails/emergency-contacts.ts';
import { ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import { releaseInvitation } from '#services/mails/invitations.ts';
import type { Mail } from '#services/mails/layout.ts';
import { markRehearsal } from '#services/mails/rehearsal.ts';
import { sharesOf } from './plan.ts';

/** A message that is to be written. */
export interface RehearsalToWrite {
  rehearsalId: string;
  frozen: FrozenProtocol;
  /** When it began: the last check-in, in a rehearsal. */
  beganAt: Date;
  kind: RehearsedKind;
  contact: number | null;
  /** When it would really go out. */
  at: Date;
  /** The titles of the emergency contents by id. */
  titles: ReadonlyMap<string, string>;
}

/** How long the link of a release works, in years. */
const LINK_YEARS = 2;

/** @returns the mail as it would really be, marked; its links lead to the report of the rehearsal */
export function composeRehearsal(message: RehearsalToWrite, appOrigin: string): Mail {
  const link = `${appOrigin}${throughSignIn(`/emergency/rehearsal/${message.rehearsalId}`)}`;
  const { frozen, contact, at } = message;
  const reader = contact === null ? null : (frozen.contacts[contact]?.name ?? null);
  const mail = contact === null ? toOwner(message, link) : toContact(message, link);
  return markRehearsal(mail, { reader, at, day: frozen.day, timeZone: frozen.timeZone });
}

function toOwner({ frozen, kind, at, beganAt, titles }: RehearsalToWrite, link: string): Mail {
  const clock = { timeZone: frozen.timeZone, day: frozen.day };
  const deliveries = deliveriesOf(frozen);
  const plan = isPlannedRelease(frozen) ? sharesOf({ contacts: frozen.contacts, deliveries }) : null;
  if (kind !== 'reminder' && kind !== 'missed' && kind !== 'last-call' && kind !== 'again')
    return ownRelease(
      {
        ownerName: frozen.ownerName,
        clock,
        lastCheckIn: beganAt,
        releasedAt: at,
        ...sentTo(frozen, titles),
        plan,
      },
      link,
    );
  const watch = {
    ...{ ownerName: frozen.ownerName, clock, now: at, lastCheckIn: beganAt, inactiveDays: frozen.inactiveDays },
    ...{ daysSince: daysSince(beganAt, at, frozen.day), contacts: namesOf(frozen), items: frozen.items.length },
    notifyAt: dateOf(frozen.notifyAt),
    lastCallAt: kind === 'last-call' ? null : dateOf(frozen.lastCallAt),
    releaseAt: dateOf(frozen.releaseAt),
    plan,
  };
  return ownWarning(kind, watch, link);
}

function toContact({ frozen, kind, contact, at, beganAt }: RehearsalToWrite, link: string): Mail {
  const { ownerName, ownerEmail, timeZone, day, inactiveDays } = frozen;
  const contactName = frozen.contacts[contact ?? 0]?.name ?? '';
  if (kind === 'release')
    return releaseInvitation({
      ...{ senderName: ownerName, senderEmail: ownerEmail, recipientName: contactName, timeZone, link },
      ...{ stop: link, expiresAt: linkExpiry(at, LINK_YEARS), silentSince: beganAt },
      types: counted(frozen, broughtTo(frozen, contact ?? 0, at)),
    });
  const watch = { ownerName, ownerEmail, contactName, clock: { timeZone, day }, now: at, lastCheckIn: beganAt };
  const links = { page: link, stop: link };
  if (kind === 'witness-told') return witnessTold({ ...watch, inactiveDays, releaseAt: null, releasedAt: at }, links);
  return contactNotified(
    { ...watch, inactiveDays, releaseAt: firstDateFor(frozen, contact ?? 0), releasedAt: null },
    links,
  );
}

/** @returns those to whom a release goes, and the titles of what it brings, as far as they are still known */
function sentTo(frozen: FrozenProtocol, titles: ReadonlyMap<string, string>) {
  const deliveries = deliveriesOf(frozen);
  const receivers = new Set(deliveries.map(({ contactId }) => contactId));
  const sent = new Set(deliveries.flatMap(({ contentIds }) => contentIds));
  return {
    recipients: namesOf({ contacts: frozen.contacts.filter(({ id }) => receivers.has(id)) }),
    titles: [...titles].filter(([id]) => sent.has(id)).map(([, title]) => title),
  };
}

/** @returns whether the owner chose who gets what, or has witnesses */
function isPlannedRelease({ plan, contacts }: FrozenProtocol): boolean {
  return plan.length > 0 || contacts.some(({ role }) => role === 'witness');
}

function namesOf({ contacts }: Pick<FrozenProtocol, 'contacts'>): string[] {
  return contacts.map(({ name }) => name);
}

/** @returns when a contact gets the first thing by the plan; without one, when the release is; null for nothing */
function firstDateFor(frozen: FrozenProtocol, contact: number): Date | null {
  if (!isPlannedRelease(frozen)) return dateOf(frozen.releaseAt);
  const id = frozen.contacts[contact]?.id;
  return dateOf(deliveriesOf(frozen).find(({ contactId }) => contactId === id)?.at ?? null);
}

function counted({ items }: FrozenProtocol, ids: readonly string[]): TypeCounts {
  const counts: Partial<Record<ContentType, number>> = {};
  for (const { id, type } of items) if (ids.includes(id)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}
