/**
 * Every call by every kind of caller, valid and with each of its fields wrong. The cases come from the operations, and
 * every answer is compared with the OpenAPI document: a new call or field is tested at once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Operation } from '#app/api/operation.ts';
import { OPERATIONS } from '#app/api/operations.ts';
import { PNG } from '#tests/http/files.ts';
import { startWithVendors, type WithVendors } from '#tests/http/vendors.ts';
import type { Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { type Client, filesForm, newClient } from './client.ts';
import { type Good, ROWS } from './rows.ts';
import { broken } from './schemas.ts';

const CALLERS = ['no token', 'bad token', 'expired token', 'other person', 'owner'] as const;
type Caller = (typeof CALLERS)[number];

let vendors: WithVendors;
let web: Web;
let owner: Client;
let other: Client;
let expired: Client;
beforeAll(async () => {
  vendors = await startWithVendors();
  web = vendors.web;
  [owner, other, expired] = [await newClient(web), await newClient(web), await newClient(web)];
  await web.query(
    `update sessions set created_at = now() - interval '10 years', last_seen_at = now() - interval '9 years', expires_at = now() - interval '1 second' where user_id = ?`,
    [expired.id],
  );
});
afterAll(() => vendors?.stop());

/** These end or change what other calls need: a new person makes each of them. */
const ENDING = [
  'logout',
  // An account has 20 sessions: these sign in.
  'login',
  'exchangeSession',
  'forgetDevice',
  'endSession',
  'endOtherSessions',
  'changePassword',
  'resetPassword',
  'confirmAddress',
  'deleteAccount',
  'askToConfirm',
  'askForReset',
  'askToChangeEmail',
  'unlinkGoogle',
  'pauseProtocol',
  'returnToLife',
];
/** These need a plan that the person pays for, or a state of their protocol: anyone else is refused with a conflict. */
const OWN_STATE = [
  'quotePlanChange',
  'changePlan',
  'cancelPlan',
  'resumePlan',
  'quoteRefund',
  'refundPlan',
  'openBillingPortal',
  'pauseProtocol',
  'returnToLife',
];
/** Any value is right. */
const NEVER_WRONG = ['metadata', 'download', 'read'];

/** Makes the call as a caller, and compares the answer with the document. @returns the answer */
async function made(operation: Operation, good: Good, who: Caller, as: Client = owner, stranger: Client = other) {
  const { method, path, id } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => good.params?.[name] ?? '');
  const query = new URLSearchParams(good.query ?? {});
  const tokens = {
    'no token': null,
    'bad token': 'x'.repeat(48),
    'expired token': expired.token,
    'other person': stranger.token,
    owner: as.token,
  };
  const token = tokens[who];
  const form = good.form && filesForm(good.form, good.files ?? {});
  if (form && !good.files) form.append(operation.filePart, new Blob([new Uint8Array(PNG)]), 'sea.png');
  const body = form ?? (good.json && JSON.stringify(good.json));
  const response = await web.fetch(`/api${filled}?${query}`, {
    method,
    body: body ?? null,
    headers: {
      ...(good.json ? { 'content-type': 'application/json' } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...good.headers,
    },
  });
  const text = await response.text();
  const type = response.headers.get('content-type');
  const value = text === '' ? null : /\bjson\b/.test(type ?? '') ? JSON.parse(text) : text;
  expect([id, who, broken(operation, response.status, type, value)]).toEqual([id, who, []]);
  return { status: response.status, value, headers: response.headers };
}

interface Ready {
  good: Good;
  /** Who may make it. */
  as: Client;
  /** Who may not. */
  stranger: Client;
}

/** @returns a valid call */
async function ready(operation: Operation): Promise<Ready> {
  const row = ROWS[operation.id];
  if (!row) throw new Error(`${operation.id} has no row in rows.ts.`);
  const isEnding = ENDING.includes(operation.id) || OWN_STATE.includes(operation.id);
  const [as, stranger] = isEnding ? [await newClient(web), await newClient(web)] : [owner, other];
  return { good: await row(as, web), as, stranger };
}

/** A call that is refused changes nothing, so one serves every such test of its operation. */
const unchanged = new Map<string, Promise<Ready>>();
function readyToRefuse(operation: Operation): Promise<Ready> {
  const known = unchanged.get(operation.id) ?? ready(operation);
  unchanged.set(operation.id, known);
  return known;
}

const isUnknown = ({ auth }: Operation, who: Caller) => auth === 'token' && !['owner', 'other person'].includes(who);

/** The status of a valid call. */
function statusFor({ auth, path, status, id }: Operation, who: Caller): number {
  const isTheirs = !path.includes('{');
  // Another person's content is refused at its field.
  if (['scheduleDelivery', 'changeReleasePlan'].includes(id) && who === 'other person') return 422;
  // Another person's payment looks as if it did not exist.
  if (id === 'executeSubscription' && who === 'other person') return 404;
  if (OWN_STATE.includes(id) && who === 'other person') return 409;
  // No worker has made it.
  const whole = id === 'readThumbnail' ? 404 : status;
  if (who === 'owner' || auth === 'none') return whole;
  if (who === 'other person') return isTheirs ? whole : 404;
  return auth === 'reader' && who === 'no token' ? 404 : 401;
}

const named = OPERATIONS.map((operation) => [operation.id, operation] as const);

test('every call has a row in rows.ts, and every row a call', () => {
  holds('S7-1', 'S7-8', 'S7-9');
  expect(Object.keys(ROWS).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
});

describe.each(CALLERS)('with %s', (who) => {
  test.each(named)('%s', async (_, operation) => {
    const { good, as, stranger } = await (isUnknown(operation, who) ? readyToRefuse : ready)(operation);
    const { status, headers } = await made(operation, good, who, as, stranger);
    expect(status).toBe(statusFor(operation, who));
    if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer');
  });
});

/** Each field of a call with a value that is wrong for any field. */
function wrongs(operation: Operation): { field: string; spoil: (good: Good) => Good }[] {
  const { body, form, query } = operation;
  const known = (field: string) => !NEVER_WRONG.includes(field);
  const json = fieldsOf(body).map((field) => ({
    field,
    spoil: (good: Good) => ({ ...good, json: { ...good.json, [field]: { not: 'that' } } }),
  }));
  const inForm = fieldsOf(form).map((field) => ({
    field,
    spoil: (good: Good) => ({ ...good, form: { ...good.form, [field]: '!'.repeat(3_000) } }),
  }));
  const inQuery = fieldsOf(query).map((field) => ({
    field,
    spoil: (good: Good) => ({ ...good, query: { ...good.query, [field]: '!'.repeat(300) } }),
  }));
  return [...json, ...inForm, ...inQuery].filter(({ field }) => known(field));
}

function fieldsOf(schema: z.ZodType | null): string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

/** Each required field, left out. */
function gaps({ body, query }: Operation): { field: string; spoil: (good: Good) => Good }[] {
  const needed = (schema: z.ZodType | null) =>
    fieldsOf(schema).filter((field) => !(schema as z.ZodObject).shape[field]?.safeParse(undefined).success);
  const without = (field: string, { [field]: _, ...rest }: Record<string, unknown>) => rest;
  return [
    ...needed(body).map((field) => ({
      field,
      spoil: (good: Good) => ({ ...good, json: without(field, good.json ?? {}) }),
    })),
    ...needed(query).map((field) => ({
      field,
      spoil: (good: Good) => ({ ...good, query: without(field, good.query ?? {}) as Record<string, string> }),
    })),
  ];
}

const wrong = OPERATIONS.flatMap((operation) => [
  ...wrongs(operation).map(({ field, spoil }) => [operation.id, `a bad ${field}`, field, operation, spoil] as const),
  ...gaps(operation).map(({ field, spoil }) => [operation.id, `no ${field}`, field, operation, spoil] as const),
]);

describe('a wrong field is named in the refusal, and only to callers with a valid token', () => {
  test.each(wrong)('%s with %s', async (_, _what, field, operation, spoil) => {
    const { good, as, stranger } = await readyToRefuse(operation);
    for (const who of CALLERS) {
      const { status, value } = await made(operation, spoil(good), who, as, stranger);
      if (isUnknown(operation, who)) expect([who, status]).toEqual([who, 401]);
      else {
        expect([who, status, value.code]).toEqual([who, 422, 'validation-failed']);
        // Of a field that is an object, what is wrong inside it.
        expect(value.errors.map((one: { field: string }) => one.field.split('.')[0])).toContain(field);
        expect(value.detail).not.toMatch(/invalid input|expected/i);
      }
    }
  });
});
