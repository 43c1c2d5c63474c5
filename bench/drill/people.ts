/** Who is there during a drill: recipients of planted deliveries, silent owners, owners who check in, and readers. */
import pLimit from 'p-limit';
import { createCookie } from 'react-router';
import { SECOND } from '#domain/time/durations.ts';
import { openSession } from '#services/accounts/sessions.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { createText, setEmergency } from '#services/vault/change-content.ts';
import { openTestAccount } from '#tests/harness/account.ts';
import { moveTo } from '#tests/harness/daytime.ts';
import { createWriter } from '#tests/harness/writer.ts';
import type { DrillOptions } from './options.ts';
import type { Stage } from './stage.ts';

/** Of ten owners so many stay silent. */
const SILENT_OF_TEN = 8;
/** The shortest that the product allows; some wait longer, so that releases are spread. */
const INACTIVE_DAYS = 7;
const SPREAD_DAYS = 6;
const SAFETY_DAYS = 1;
const AT_ONCE = 6;
const READERS = 10;
/** Deliveries of one instant are planted together. */
const INSTANT_EACH = 2 * SECOND;

export interface Owner {
  id: string;
  token: string;
  isSilent: boolean;
  /** The inactive days and the safety days, in milliseconds. */
  allowed: number;
  /** When they asked for what counts as a check-in and was recorded; milliseconds since the epoch. */
  signs: number[];
}

/** Somebody who reads and writes through the proxy. */
export interface Reader {
  id: string;
  token: string;
  /** The header `cookie` of a browser that is signed in. */
  cookie: string;
}

/**
 * Plants deliveries that become due one after another.
 * @param from the first instant, @param to the last; milliseconds since the epoch
 */
export async function plantDeliveries(stage: Stage, count: number, from: number, to: number): Promise<string[]> {
  const writer = await createWriter(stage);
  const instants = Math.max(1, Math.min(count, Math.floor((to - from) / INSTANT_EACH)));
  const ids: string[] = [];
  for (let instant = 0; instant < instants; instant++) {
    const [first, end] = [instant, instant + 1].map((n) => Math.floor((count * n) / instants)) as [number, number];
    const recipients = Array.from({ length: end - first }, (_, n) => ({ to: `drill-${first + n}@example.com` }));
    const due = new Date(from + ((to - from) * instant) / instants);
    if (recipients.length > 0) ids.push(...(await writer.plant(recipients, due)));
  }
  return ids;
}

/** Opens accounts whose protocols run, each with one letter for one contact. */
export function plantOwners(stage: Stage, { protocols, day }: DrillOptions): Promise<Owner[]> {
  const limit = pLimit(AT_ONCE);
  return Promise.all(Array.from({ length: protocols }, (_, n) => limit(() => plantOwner(stage, n, day * SECOND))));
}

async function plantOwner(stage: Stage, n: number, day: number): Promise<Owner> {
  const { id, secret } = await openTestAccount(stage.context(), 'token');
  // In the morning: contacts are written to by day.
  await moveTo(stage.query, id);
  const letter = await createText(stage.context(), id, {
    is_public: false,
    title: 'If I am not there',
    content: 'Dear Ana,\n\nThe keys are with Rui.',
  });
  await addContact(stage.context(), id, { name: 'Ana', email: `contact-${n}@example.com` });
  await setEmergency(stage.context(), id, letter.id, true);
  const inactive = INACTIVE_DAYS + (n % SPREAD_DAYS);
  const armedAt = Date.now();
  await changeSettings(stage.context(), id, { is_active: true, inactive_days: inactive, safety_days: SAFETY_DAYS });
  return {
    ...{ id, token: secret, isSilent: n % 10 < SILENT_OF_TEN },
    ...{ allowed: (inactive + SAFETY_DAYS) * day, signs: [armedAt] },
  };
}

/** Opens accounts for requests. */
export function plantReaders(stage: Stage): Promise<Reader[]> {
  return Promise.all(Array.from({ length: READERS }, () => plantReader(stage)));
}

/** With a session of a program and one of a browser. */
async function plantReader(stage: Stage): Promise<Reader> {
  const context = stage.context();
  const { id, secret: token } = await openTestAccount(context, 'token');
  const secret = await openSession(stage.context(), id, { userAgent: 'a browser' }, 'cookie');
  const cookie = await createCookie('__Host-session', { path: '/', secure: true }).serialize(secret);
  return { id, token, cookie: cookie.split(';')[0] ?? '' };
}
