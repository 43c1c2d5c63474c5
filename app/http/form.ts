/** Forms on the server: reads them with a limit, parses them by the domain's schema, and returns what was typed with the errors. */
import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data } from 'react-router';
import type { z } from 'zod';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { formReplies } from '#messages/en/forms.ts';
import { fieldSentences } from '#messages/field-errors.ts';
import { say } from '#messages/say.ts';
import { readBody } from './body.ts';
import { formLimit } from './body-limit.ts';
import { errorResponse, STATUS } from './errors.ts';
import type { Toast } from './toast.ts';
import { fieldsIn } from './urlencoded.ts';

/** Hardly a form of ours has more fields; a body of ampersands alone would fill the memory. */
const FIELDS_MAX = 100;
/** Conform builds lists and objects of any size from names with brackets and dots, before a schema sees them. */
export const FIELD_NAME = /^[a-z][a-z_]{0,63}$/;
/** Never sent back to the page. */
const SECRET_FIELDS = ['password', 'current_password', 'new_password'];
/** Characters of a form that come back, at most: rendering more would block other requests. */
const SHOWN_MAX = 2 * MEGABYTE;
/** HTML writes each of these with up to six characters. */
const ESCAPED = new Set('&<>"\'');
const ESCAPED_WEIGHT = 6;

/** A button that sends the form again with one more value. */
export interface FormAnswer {
  name: string;
  value: string;
  /** Its label. */
  children: string;
}

/** What an action returns when the form stays: its errors and values, and perhaps a toast. */
export interface FormReply {
  result: SubmissionResult<string[]>;
  toast: Toast | null;
}

/**
 * Reads a URL-encoded form, up to the limit of its address (app/http/body-limit.ts).
 * @param fieldsMax how many fields it may have
 * @throws Response 413 beyond the limit, 408 when it comes too slowly, 415 for another type, 400 for too many fields
 */
export async function readForm(request: Request, fieldsMax = FIELDS_MAX): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of await readFields(request, fieldsMax)) if (FIELD_NAME.test(name)) form.append(name, value);
  return form;
}

/** The same with the fields in their order, whatever their names are. @throws as `readForm` does */
export async function readFields(request: Request, fieldsMax: number): Promise<[name: string, value: string][]> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Response(`${say(formReplies.notAForm)}\n`, { status: 415 });
  const fields = fieldsIn(await readBody(request, formLimit(request.url)), fieldsMax);
  if (!fields) throw errorResponse(new AppError('malformed', say(formReplies.notAForm)));
  return fields;
}

/** Parses a form by the schema that the verb takes. Pure. */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Submission<z.input<Schema>, string[], z.output<Schema>> {
  return parseWithZod(form, { schema, formatError: fieldSentences }) as Submission<
    z.input<Schema>,
    string[],
    z.output<Schema>
  >;
}

/** The form again, with the errors of the schema. */
export function invalidForm(submission: Submission<unknown, string[], unknown>, toast: Toast | null = null) {
  return data<FormReply>(
    { result: submission.reply({ hideFields: hiddenFields(submission) }), toast },
    { status: STATUS['validation-failed'] },
  );
}

/**
 * The form again, with the refusal of a verb: at its fields, or above the form where it names none.
 * @throws every other error
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

/** @returns the fields that do not come back: secrets, and the longest where all are too long together */
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

/** @returns roughly how many characters of HTML the text takes; stops counting above SHOWN_MAX */
function weightOf(text: string): number {
  let weight = text.length;
  for (let at = 0; at < text.length && weight <= SHOWN_MAX; at++)
    if (ESCAPED.has(text[at] as string)) weight += ESCAPED_WEIGHT - 1;
  return weight;
}
