import type { z } from 'zod';
import { type Html, html } from '#services/mails/html.ts';
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

/**
 * A form with one button of several that a page has.
 * @param path where it posts to
 * @param intent tells its action which button it was
 */
export function postForm(path: string, intent: string, button: Html): Html {
  return html`<form method="post" action="${path}"><input type="hidden" name="intent" value="${intent}">${button}</form>`;
}
