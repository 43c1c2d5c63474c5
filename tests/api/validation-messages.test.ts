/** Refused fields have messages of ours for any input, never those of the schema library. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '#app/api/operations.ts';

const TEXTS = ['', ' ', 'x', 'a\0b', 'a\nb', '!'.repeat(3_000)];
const IN_JSON = [...TEXTS, undefined, null, true, 7, -1.5, [], ['x'], {}];
/** How messages of Zod begin. */
const NOT_OURS = /^(Invalid (input|string|option|key)|Too (big|small)|Unrecognized)/;

const PARTS = OPERATIONS.flatMap(({ id, body, form, query }) => [
  ...(body ? [[id, body, IN_JSON] as const] : []),
  ...[form, query].flatMap((schema) =>
    // A form can have a file only.
    schema && Object.keys(schema.shape).length > 0 ? [[id, schema, TEXTS] as const] : [],
  ),
]);

test.each(PARTS)('%s', (_, schema: z.ZodType, wrong) => {
  // A pipe has its fields in its input.
  const given = schema instanceof z.ZodPipe ? schema.in : schema;
  const fields = 'shape' in given ? Object.keys(given.shape as object) : [];
  expect(fields).not.toEqual([]);
  const tried = fields.flatMap((field) => wrong.map((value) => ({ [field]: value })));
  const issues = tried.flatMap((value) => schema.safeParse(value).error?.issues ?? []);
  const foreign = issues.filter(({ message }) => NOT_OURS.test(message));
  expect(foreign.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([]);
});
