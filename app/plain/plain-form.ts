import type { z } from 'zod';
import type { Refused } from './account-pages.ts';

/** Reads the form of a plain page by the schema that the verb takes. */
export function readPlainForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): { value: z.output<Schema>; refused: null } | { value: null; refused: Refused } {
  const { success, data, error } = schema.safeParse(Object.fromEntries(form));
  if (success) return { value: data, refused: null };
  const errors = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  return { value: null, refused: { code: 'validation-failed', errors } };
}
