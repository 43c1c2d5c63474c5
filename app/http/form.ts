/** Forms on the server: read with a limit, parsed by the domain's schema, answered so that nothing typed is lost. */
import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data } from 'react-router';
import type { z } from 'zod';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { readBody } from './body.ts';
import { formLimit } from './body-limit.ts';
import { errorResponse, STATUS } from './errors.ts';
import type { Toast } from './toast.ts';
import { fieldsIn } from './urlencoded.ts';

/** No form of ours has more; a body made of ampersands alone would fill the memory. */
const FIELDS_MAX = 100;
/** Names with brackets and dots build lists and objects of any size, before a schema sees them: ours are plain words. */
export const FIELD_NAME = /^[a-z][a-z_]{0,63}$/;
/** Never sent back to the page. */
const SECRET_FIELDS = ['password', 'current_password', 'new_password'];
/** So many characters of a form come back at most: others wait while a page with them is made. */
const SHOWN_MAX = 2 * MEGABYTE;
/** Characters that a page writes with up to six others each. */
const ESCAPED = new Set('&<>"\'');
const ESCAPED_WEIGHT = 6;

/** What an action gives back when the form stays: its errors and values, and perhaps a toast. */
export interface FormReply {
  result: SubmissionResult<string[]>;
  toast: Toast | null;
}

/**
 * Reads an ordinary form, up to the limit of its address (app/http/body-limit.ts).
 * @throws Response 413 beyond the limit, 408 when it comes too slowly, 415 for anything but a form, 400 for too many fields
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Response('This is not a form of ours.\n', { status: 415 });
  const fields = fieldsIn(await readBody(request, formLimit(request.url)), FIELDS_MAX);
  if (!fields) throw errorResponse(new AppError('malformed', 'This is not a form of ours.'));
  const form = new FormData();
  for (const [name, value] of fields) if (FIELD_NAME.test(name)) form.append(name, value);
  return form;
}

/** Parses a form by the schema that the verb takes. Pure: nothing is looked up or changed. */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Submission<z.input<Schema>, string[], z.output<Schema>> {
  return parseWithZod(form, { schema }) as Submission<z.input<Schema>, string[], z.output<Schema>>;
}

/** The form again, with what the schema found. */
export function invalidForm(submission: Submission<unknown, string[], unknown>, toast: Toast | null = null) {
  return data<FormReply>(
    { result: submission.reply({ hideFields: hiddenFields(submission) }), toast },
    { status: STATUS['validation-failed'] },
  );
}

/**
 * The form again, with what a verb refused: at its fields, and as a sentence above where no field is to blame.
 * @throws what is no refusal
 */
export function refusedForm(
  submission: Submission<unknown, string[], unknown>,
  error: unknown,
  toast: Toast | null = null,
) {
  if (!(error instanceof AppError)) throw error;
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of error.fields) fieldErrors[field] = [...(fieldErrors[field] ?? []), message];
  const formErrors = error.fields.length === 0 ? [error.message] : [];
  const reply = { fieldErrors, formErrors, hideFields: hiddenFields(submission) } as Parameters<
    typeof submission.reply
  >[0];
  return data<FormReply>({ result: submission.reply(reply), toast }, { status: STATUS[error.code] });
}

/** @returns the fields that do not come back: secrets, and the longest of those that are too much together */
function hiddenFields({ payload }: Submission<unknown, string[], unknown>): string[] {
  const hidden = [...SECRET_FIELDS];
  const weights = Object.entries(payload).map(([name, value]) => ({ name, weight: weightOf(`${value}`) }));
  let shown = 0;
  for (const { name, weight } of weights.toSorted((a, b) => a.weight - b.weight)) {
    shown += weight;
    if (shown > SHOWN_MAX) hidden.push(name);
  }
  return hidden;
}

/** @returns how many characters a page takes for it, roughly; counted only as far as that matters */
function weightOf(text: string): number {
  let weight = text.length;
  for (let at = 0; at < text.length && weight <= SHOWN_MAX; at++)
    if (ESCAPED.has(text[at] as string)) weight += ESCAPED_WEIGHT - 1;
  return weight;
}
