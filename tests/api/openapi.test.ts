/** The OpenAPI document is complete and consistent, and its examples are valid. */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ANSWERS, ROLES } from '#app/api/contact-fields.ts';
import { ACTORS, CHANNEL_VALUES, DELIVERY_STATUSES, LINK_STATES, ORIGINS } from '#app/api/delivery-fields.ts';
import { enumsIn } from '#app/api/describe-fields.ts';
import {
  ADDRESS_QUESTIONS,
  GAPS,
  INDICATORS,
  OUTCOMES,
  PROGRESS,
  REHEARSED,
  STAGES,
} from '#app/api/emergency-fields.ts';
import { EXAMPLES } from '#app/api/examples.ts';
import { FIELDS } from '#app/api/fields.ts';
import { OPERATIONS } from '#app/api/operations.ts';
import { INTERVALS, PAYMENT_STATUSES } from '#app/api/plan-fields.ts';
import { STORY_KINDS } from '#app/deliveries/story-words.ts';
import { STATUS } from '#app/http/errors.ts';
import { TOKEN_SCOPES } from '#domain/accounts/tokens.ts';
import { CONTENT_TYPES, FILE_TYPES } from '#domain/content/content.ts';
import { FAILURE_CODES } from '#domain/delivery/delivery.ts';
import { LINK_LIVES } from '#domain/delivery/link-life.ts';
import { BLOCKERS } from '#domain/emergency/running.ts';
import { CONFIRMABLE, WARNING_CHANNELS } from '#domain/emergency/warning-channels.ts';
import { LANGUAGES } from '#domain/language.ts';
import { REPORT_REASONS } from '#domain/report/report.ts';
import { OFFERS, PLANS } from '#domain/subscription/plan.ts';
import { WEBHOOK_ENDS, WEBHOOK_EVENTS, WEBHOOK_FAILURES } from '#domain/webhooks/webhooks.ts';
import { DOCUMENT, described, faults } from './schemas.ts';

type Node = Record<string, unknown>;

/** Every object in the document, with its place. */
function* nodes(value: unknown, at = ''): Generator<[string, Node]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value as Node];
  for (const [key, inner] of Object.entries(value)) if (!key.startsWith('example')) yield* nodes(inner, `${at}/${key}`);
}

const ALL = [...nodes(DOCUMENT)];

/** Lists of the domain, and tables that the type check compares with its unions. */
const LISTS: readonly (readonly string[])[] = [
  TOKEN_SCOPES,
  ...[WEBHOOK_EVENTS, [...WEBHOOK_EVENTS, 'test'], WEBHOOK_ENDS, WEBHOOK_FAILURES],
  ...[CONTENT_TYPES, FILE_TYPES, STORY_KINDS, BLOCKERS, FAILURE_CODES, REPORT_REASONS],
  ...[OFFERS, PLANS, STATUS, STAGES, INDICATORS, CHANNEL_VALUES, ORIGINS, DELIVERY_STATUSES].map((table) =>
    Object.keys(table),
  ),
  ...[LINK_STATES, ACTORS, INTERVALS, PAYMENT_STATUSES, ADDRESS_QUESTIONS, ANSWERS, ROLES].map((table) =>
    Object.keys(table),
  ),
  LANGUAGES,
  LINK_LIVES.flatMap((years) => (years === null ? [] : `${years}`)),
  // A tick of a form, as `is_public` of createFileSchema reads it.
  ['on', 'true', 'false'],
  ['true', 'false'],
  ...[CONFIRMABLE, ['email', ...WARNING_CHANNELS]],
  ...[GAPS, REHEARSED, OUTCOMES, PROGRESS].map((table) => Object.keys(table)),
];

describe('the document', () => {
  test('has every call once, and nothing else', () => {
    const calls = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls.sort()).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
    const ids = OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has every parameter of every path, and says that it is required', () => {
    for (const operation of OPERATIONS) {
      const parameters = (described(operation).parameters ?? []) as Node[];
      const required = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => `{${name}}`);
      expect([operation.id, required]).toEqual([operation.id, operation.path.match(/\{\w+\}/g) ?? []]);
    }
  });

  test('has no broken reference', () => {
    const references = ALL.flatMap(([, node]) => (typeof node.$ref === 'string' ? [node.$ref] : []));
    expect(references.length).toBeGreaterThan(10);
    const lost = references.filter((one) => !(one.replace('#/components/schemas/', '') in DOCUMENT.components.schemas));
    expect(lost).toEqual([]);
  });

  test('has only schemas that compile', () => {
    // Many answers have the same one.
    const schemas = new Map(
      ALL.flatMap(([at, { schema }]) => (schema ? [[JSON.stringify(schema), { at, schema }]] : [])),
    );
    for (const { at, schema } of schemas.values())
      expect([at, faults(schema, undefined)]).toEqual([at, expect.any(Array)]);
    for (const schema of Object.values(DOCUMENT.components.schemas)) expect(faults(schema, null)).not.toEqual([]);
  });

  test('says in words what each field and parameter is', () => {
    const silent = ALL.flatMap(([at, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, Node>)
        .filter(([, field]) => !field.description && !field.$ref && !/allOf|errors/.test(at))
        .map(([name]) => `${at} ${name}`),
    );
    const mute = OPERATIONS.flatMap((one) =>
      ((described(one).parameters ?? []) as Node[])
        .filter(({ description }) => !description)
        .map(({ name }) => `${one.id} ${name}`),
    );
    expect([...silent, ...mute]).toEqual([]);
  });

  test('takes each enum from a list of the domain, whole', () => {
    const enums = ALL.flatMap(([at, { enum: values }]) =>
      Array.isArray(values) && !at.includes('allOf') ? [[at, [...values].sort()] as const] : [],
    );
    expect(enums.length).toBeGreaterThan(30);
    const strange = enums.filter(([, values]) => !LISTS.some((list) => `${[...list].sort()}` === `${values}`));
    expect(strange).toEqual([]);
  });

  test('says what each value means, for each field that has a table of values', () => {
    const tables = Object.entries(FIELDS).flatMap(([name, { values }]) => (values ? [[name, values] as const] : []));
    for (const [name, values] of tables) {
      const found = ALL.flatMap(([at, { properties }]) => {
        const field = (properties as Record<string, Node> | undefined)?.[name];
        return field && !at.includes('allOf') ? [field] : [];
      });
      const shown = new Set(found.flatMap(enumsIn));
      expect([name, [...shown].sort()]).toEqual([name, Object.keys(values).sort()]);
      for (const field of found)
        for (const value of enumsIn(field)) expect(field.description).toContain(`${value}: ${values[value]}`);
    }
  });

  test('says that the stage of a released protocol stays', () => {
    const { properties } = DOCUMENT.components.schemas.EmergencyStatus as { properties: Record<string, Node> };
    const { stage } = properties;
    expect(enumsIn(stage)).toEqual(['armed', 'reminding', 'missed', 'last-call', 'released']);
    expect(stage?.description).toMatch(/Null while the protocol is not running, unless it was released\./);
  });

  test('says who may call, and how a call is refused', () => {
    for (const operation of OPERATIONS) {
      const { security, responses } = described(operation) as { security: Node[]; responses: Node };
      expect([operation.id, security.length > 0, '401' in responses]).toEqual([
        operation.id,
        operation.auth !== 'none',
        operation.auth !== 'none' || operation.refuses.includes('unauthenticated'),
      ]);
    }
  });
});

describe('the examples', () => {
  test('belong to calls that exist', () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(Object.keys(EXAMPLES).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('of %s are valid', (id, operation) => {
    const { body, form, query, answer } = EXAMPLES[id] ?? {};
    expect([body !== undefined, form !== undefined]).toEqual([operation.body !== null, operation.form !== null]);
    if (operation.answer) expect(strictly(operation.answer, answer)).toEqual([]);
    const sent = filled({ body, form, query }) as { body?: Node; form?: Node; query?: Node };
    if (operation.body) expect(issues(operation.body, sent.body)).toEqual([]);
    if (operation.form) expect(issues(operation.form, sent.form)).toEqual([]);
    if (sent.query) expect(operation.query && issues(operation.query, sent.query)).toEqual([]);
  });
});

const UNNAMED = { owner_id: '1', user_id: '1', size: 1, status: 'sent', revision: 1, is_admin: true };

test('a field that the schema of a call does not name is dropped before the call runs', () => {
  const taking = OPERATIONS.flatMap(({ id, body, form }) => {
    const schema = body ?? form;
    const { body: json, form: fields } = filled(EXAMPLES[id] ?? {}) as { body?: Node; form?: Node };
    return schema ? [{ id, taken: schema.parse({ ...UNNAMED, ...(json ?? fields) }) as object }] : [];
  });
  expect(taking.length).toBeGreaterThan(20);
  expect(taking.filter(({ taken }) => Object.keys(UNNAMED).some((name) => name in taken))).toEqual([]);
});

/** Replaces the variables of the shell by values that they could have. */
function filled(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll('$EMAIL', 'helena@example.com')
    .replaceAll('$SIX_DIGITS', '402918')
    .replaceAll('$QUOTED_AT', '2026-11-21T12:00:00.000Z');
  return JSON.parse(text.replace(/\$\w+/g, '019a8f5e-6f0c-7b58-9d53-0c1f7c6f2a11'));
}

function issues(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

function strictly(schema: z.ZodType, answer: unknown): string[] {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) return issues(schema, answer);
  expect(parsed.data).toEqual(answer);
  return [];
}
