import type { Submission } from '@conform-to/react';
import { type Provider, retryAfterContext, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { retryAfter } from './errors.ts';
import { refusedForm } from './form.ts';
import { toast } from './toast.ts';

/**
 * The form again after a verb failed: a refusal says what to change, anything else is logged and nothing typed is lost.
 * @param words the toast of spec.md section 8
 */
export function failedForm(
  context: Provider,
  submission: Submission<unknown, string[], unknown>,
  error: unknown,
  words: string,
) {
  if (error instanceof AppError) context.set(retryAfterContext, retryAfter(error));
  if (error instanceof AppError) return refusedForm(submission, error, toast('error', words));
  context.get(webParts).log.error({ err: error }, 'a form could not be acted upon');
  const sentence = 'Something went wrong on our side. Nothing was lost; please try again in a moment.';
  return refusedForm(submission, new AppError('unavailable', sentence), toast('error', words));
}
