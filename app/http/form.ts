/** Forms on the server: read with a limit, parsed by the domain's schema, answered so that nothing typed is lost. */
import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data } from 'react-router';
import type { z } from 'zod';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { errorResponse, STATUS } from './errors.ts';
import type { Toast } from './toast.ts';

const FORM_MAX_BYTES = 64 * 1024;
/** So much that a letter that is far too long still comes back with its error, and not as a broken connection. */
export const LETTER_FORM_MAX_BYTES = 24 * MEGABYTE;

/** What an action gives back when the form stays: its errors and values, and perhaps a toast. */
export interface FormReply {
  result: SubmissionResult<string[]>;
  toast: Toast | null;
}

/**
 * Reads an ordinary form.
 * @param limit in bytes
 * @throws Response 413 beyond the limit, 415 for anything but a form
 */
export async function readForm(request: Request, { limit = FORM_MAX_BYTES } = {}): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) throw new Response('Expected a form.\n', { status: 415 });
  const text = new TextDecoder().decode(await readBody(request, limit));
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

/**
 * Reads a body up to a limit; what lies beyond is never held in memory.
 * @throws Response 413
 */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw errorResponse(new AppError('too-large', 'This is more than a form can carry. Please send less at once.'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses a form by the schema that the verb takes. Pure: nothing is looked up or changed. */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema): Submission<z.input<Schema>, string[], z.output<Schema>> {
  return parseWithZod(form, { schema }) as Submission<z.input<Schema>, string[], z.output<Schema>>;
}

/** The form again, with what the schema found. */
export function invalidForm(submission: Submission<unknown, string[], unknown>, toast: Toast | null = null) {
  return data<FormReply>({ result: submission.reply(), toast }, { status: STATUS['validation-failed'] });
}

/**
 * The form again, with what a verb refused: at its fields, and as a sentence above where no field is to blame.
 * @throws what is no refusal
 */
export function refusedForm(submission: Submission<unknown, string[], unknown>, error: unknown, toast: Toast | null = null) {
  if (!(error instanceof AppError)) throw error;
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of error.fields) fieldErrors[field] = [...(fieldErrors[field] ?? []), message];
  const formErrors = error.fields.length === 0 ? [error.message] : [];
  const result = submission.reply({ fieldErrors, formErrors } as Parameters<typeof submission.reply>[0]);
  return data<FormReply>({ result, toast }, { status: STATUS[error.code] });
}
