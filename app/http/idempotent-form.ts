/** A form that is sent twice, by two clicks or by going back, creates one thing. */
import { randomUUID } from 'node:crypto';
import { contextOf, type Provider } from '#app/middleware/context.ts';
import type { Context } from '#services/context.ts';
import {
  answerOnce,
  type CallersKey,
  earlierAnswer,
  hashRequest,
  saveAnswer,
  takeKey,
} from '#services/idempotency/keys.ts';

/** The hidden field: a new value each time the form is opened. */
const FIELD = 'once';
const ONCE = /^[0-9a-f-]{36}$/;
/** What scripts send as their key. */
const KEY = /^[0-9a-z-]{36,50}$/;
const STATUS = 302;

/** Rolls back the transaction of a file that the same form has saved before. */
export class AlreadySaved extends Error {
  override readonly name = 'AlreadySaved';
  /** Of what was saved then. */
  readonly id: string;

  constructor(id: string) {
    super('This form was sent before.');
    this.id = id;
  }
}

/** @returns a value for the hidden field `once` of a form */
export function newFormKey(): string {
  return randomUUID();
}

/**
 * Makes what a form asks for, once per opened form and its fields: with other fields the same form makes something else.
 * @param make has to use the given context
 * @returns the id of what was made, now or before
 * @throws what `make` throws; then nothing was made, and the form can be sent again
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
  const { answer } = await answerOnce(services, caller, { request: asked, status: STATUS }, async (inside) => {
    const { id } = await make(inside);
    return { id };
  });
  return answer.id;
}

/**
 * The same for a file. Its upload is too long for one transaction, so the key is checked in the last one, which saves it.
 * @param inside the context of that transaction
 * @param id of what is being saved
 * @param digest what tells this form and its file from others
 * @throws AlreadySaved
 */
export async function saveOnce(
  inside: Context,
  ownerId: string,
  { form, id, digest }: { form: FormData; id: string; digest: unknown },
): Promise<void> {
  const caller = await keyOf(inside, ownerId, form, digest);
  if (caller) await noteSaved(inside, caller, id, digest);
}

async function noteSaved(inside: Context, caller: CallersKey, id: string, digest: unknown): Promise<void> {
  const requestHash = await hashRequest(inside, caller, digest);
  const taken = await takeKey<{ id: string }>(inside, caller, requestHash);
  if (taken?.kind === 'answered') throw new AlreadySaved(taken.answer.id);
  await saveAnswer(inside, caller, { claim: requestHash, requestHash, status: STATUS, answer: { id } });
}

/** Runs in the transaction that saves a file. @throws AlreadySaved */
type NoteSaved = (em: Context['em'], saved: { id: string }) => Promise<void>;

/**
 * Saves a file of a page's script, once for each Idempotency-Key: a script that got no answer sends it again with the same
 * key. It makes another key where it sends anything else, so what was sent is not compared, and not read twice.
 * @param save has to run what it is given
 * @returns the id of what was saved, now or before
 * @throws what `save` throws; then nothing was saved
 */
export async function saveOnceForScript(
  { headers }: Request,
  context: Provider,
  ownerId: string,
  save: (note: NoteSaved) => Promise<{ id: string }>,
): Promise<string> {
  const key = headers.get('idempotency-key') ?? '';
  if (!KEY.test(key)) return (await save(async () => {})).id;
  // The space keeps it apart from the keys of programs, which have none.
  const caller = { ownerId, key: `script ${key}` };
  const before = await earlierAnswer<{ id: string }>(contextOf(context), caller);
  if (before) return before.id;
  try {
    return (await save((em, { id }) => noteSaved({ ...contextOf(context), em }, caller, id, null))).id;
  } catch (error) {
    if (error instanceof AlreadySaved) return error.id;
    throw error;
  }
}

/** @returns the value of the hidden field; null without one, as in a page from before the field existed */
export function formKeyIn(form: FormData): string | null {
  const once = form.get(FIELD);
  return typeof once === 'string' && ONCE.test(once) ? once : null;
}

/** @returns the key of an opened form and its fields; null without the hidden field */
async function keyOf(context: Context, ownerId: string, form: FormData, asked: unknown): Promise<CallersKey | null> {
  const once = formKeyIn(form);
  if (!once) return null;
  // The space keeps it apart from the keys of programs, which have none.
  const opened = `form ${once}`;
  const hash = await hashRequest(context, { ownerId, key: opened }, asked);
  return { ownerId, key: `${opened} ${hash.toString('hex')}` };
}
