import { type Course, courseOf, freshCourse } from '#domain/emergency/course.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import type { Running } from '#domain/emergency/running.ts';
import type { ContactView } from '#services/contacts/contacts.ts';
import { listContacts } from '#services/contacts/contacts.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { readContents } from '#services/contents/read-contents.ts';
import type { Context } from '#services/context.ts';
import { entitlementsOf } from '#services/subscription/entitlements.ts';
import { latestRelease, type Release } from './latest-release.ts';
import { dayOf, type Protocol, readProtocol } from './protocol-row.ts';
import { type EmergencyStatus, statusOf } from './status.ts';

/** Emergency contents on one page. */
const CONTENTS_ON_PAGE = 50;
/** Own contents that can be chosen at a time. */
const OFFERED = 200;

/** What would happen, when, to whom and with what. */
export interface Prospect extends Running {
  isActive: boolean;
  stage: Stage;
  /** Of a protocol that does not run: as if it began at this moment. */
  course: Course;
  /** Days. */
  safetyDays: number;
  /** The end of a pause that is not over, in milliseconds; null where there is none. */
  pausedUntil: number | null;
  /** Names of those who would be told, in the order in which they were named. */
  contacts: string[];
  /** How many contents would go to each. */
  contents: number;
  /** The name of the owner's plan. */
  plan: string;
}

/** Everything that the page of the emergency protocol shows. */
export interface EmergencyOverview {
  status: EmergencyStatus;
  prospect: Prospect;
  contacts: ContactView[];
  /** Newest first. */
  contents: { shown: ContentView[]; next: string | null };
  /** Own contents that are not set aside, newest first. */
  offered: { shown: Pick<ContentView, 'id' | 'type' | 'title'>[]; next: string | null };
  release: Release | null;
}

/** Where the lists of the page begin; without one, at the newest. */
export interface Asked {
  contents?: string | null;
  offered?: string | null;
}

/**
 * @returns everything that somebody's page of the emergency protocol shows
 * @throws AppError validation-failed for a place in a list that nobody was led to
 */
export async function emergencyOverview(
  context: Context,
  ownerId: string,
  asked: Asked = {},
): Promise<EmergencyOverview> {
  const day = dayOf(context);
  const protocol = await readProtocol(context.em, ownerId, day);
  const contacts = await contactsInOrder(context, ownerId);
  const mine = (condition: string) => ({ sql: `c.owner_id = ? and ${condition}`, params: [ownerId] });
  const contents = await readContents(context, mine('c.is_emergency'), {
    limit: CONTENTS_ON_PAGE,
    cursor: asked.contents ?? null,
  });
  const offered = await readContents(context, mine('not c.is_emergency'), {
    limit: OFFERED,
    cursor: asked.offered ?? null,
  });
  return {
    status: statusOf(protocol, day),
    prospect: await prospectOf(context, protocol, contacts),
    contacts,
    contents: { shown: contents.contents, next: contents.next },
    offered: { shown: offered.contents.map(({ id, type, title }) => ({ id, type, title })), next: offered.next },
    release: await latestRelease(context.em, ownerId, protocol.episode),
  };
}

/** @returns what would happen to somebody's protocol as it stands */
export async function emergencyProspect(context: Context, ownerId: string): Promise<Prospect> {
  const protocol = await readProtocol(context.em, ownerId, dayOf(context));
  return prospectOf(context, protocol, await contactsInOrder(context, ownerId));
}

async function prospectOf(context: Context, protocol: Protocol, contacts: readonly ContactView[]): Promise<Prospect> {
  const { ownerId, now, pausedUntil, running, needs, state } = protocol;
  const { name: plan } = await entitlementsOf(context.em, ownerId);
  const policy = { day: dayOf(context) };
  const { inactiveDays, safetyDays } = state;
  const pause = pausedUntil !== null && pausedUntil > now ? pausedUntil : null;
  return {
    ...running,
    isActive: state.isActive,
    stage: state.stage,
    // A release stays what it was, whatever has come to be missing since.
    course:
      running.isRunning || (state.isActive && state.stage === 'released')
        ? courseOf(policy, state, protocol)
        : freshCourse(policy, { now, pausedUntil: pause, inactiveDays, safetyDays }),
    safetyDays,
    pausedUntil: pause,
    contacts: contacts.map((contact) => contact.name),
    contents: needs.contents,
    plan,
  };
}

async function contactsInOrder(context: Context, ownerId: string): Promise<ContactView[]> {
  return (await listContacts(context, ownerId)).toReversed();
}
