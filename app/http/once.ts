/** A form that makes something can be sent twice, by two clicks or by going back, and makes one thing. */
import { randomUUID } from 'node:crypto';
import { contextOf, type Provider } from '#app/middleware/context.ts';
import type { Context } from '#services/context.ts';
import { answerOnce, type CallersKey, hashRequest, saveAnswer, takeKey } from '#services/idempotency/keys.ts';

/** The hidden field that tells one form that was opened from the next. */
const FIELD = 'once';
const SEEN = /^[0-9a-f-]{36}$/;
const STATUS = 302;

/** Thrown inside the transaction of a file that was kept before, by the same form: nothing of this one is. */
export class KeptBefore extends Error {
  override readonly name = 'KeptBefore';
  /** Of what was kept. */
  readonly id: string;

  constructor(id: string) {
    super('This form was sent before.');
    this.id = id;
  }
}

/** @returns what a page puts into the hidden field of a form, each time it is opened */
export function newOnce(): string {
  return randomUUID();
}

/**
 * Makes what a form asks for, once for each form that was opened and what is in it: whatever else is in it asks for
 * something else.
 * @param make uses the context that it is given
 * @returns the id of what was made, this time or before
 * @throws whatever `make` throws; then nothing was made, and the form may be sent again
 */
export async function makeOnce(
  context: Provider,
  ownerId: string,
  form: FormData,
  make: (services: Context) => Promise<{ id: string }>,
): Promise<string> {
  const services = contextOf(context);
  const asked = [...form];
  const caller = await keyOf(services, ownerId, form, asked);
  if (!caller) return (await make(services)).id;
  const { answer } = await answerOnce(services, caller, { asked, status: STATUS }, async (inside) => {
    const { id } = await make(inside);
    return { id };
  });
  return answer.id;
}

/**
 * The same for a file, which is long on its way: its form is looked at in the transaction that makes the file true.
 * @param inside works in that transaction
 * @param id of what is being made
 * @param digest what came, as far as it tells one file from another
 * @throws KeptBefore
 */
export async function keepOnce(
  inside: Context,
  ownerId: string,
  { form, id, digest }: { form: FormData; id: string; digest: unknown },
): Promise<void> {
  const caller = await keyOf(inside, ownerId, form, digest);
  if (!caller) return;
  const requestHash = await hashRequest(inside, caller, digest);
  const taken = await takeKey<{ id: string }>(inside, caller, requestHash);
  if (taken?.kind === 'answered') throw new KeptBefore(taken.answer.id);
  await saveAnswer(inside, caller, { claim: requestHash, requestHash, status: STATUS, answer: { id } });
}

/** @returns what tells this form from others; null without the field: in one of a page that is older than it */
export function onceIn(form: FormData): string | null {
  const once = form.get(FIELD);
  return typeof once === 'string' && SEEN.test(once) ? once : null;
}

/** @returns the key of one form that was opened and what is in it; null when it is older than this field */
async function keyOf(context: Context, ownerId: string, form: FormData, asked: unknown): Promise<CallersKey | null> {
  const once = onceIn(form);
  if (!once) return null;
  // With a space, which no key of a program has.
  const opened = `form ${once}`;
  const hash = await hashRequest(context, { ownerId, key: opened }, asked);
  return { ownerId, key: `${opened} ${hash.toString('hex')}` };
}
