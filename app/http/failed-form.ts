import type { Submission } from '@conform-to/react';
import { type Provider, retryAfterContext, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { formReplies } from '#messages/en/forms.ts';
import { say } from '#messages/say.ts';
import { retryAfter } from './errors.ts';
import { refusedForm } from './form.ts';
import { toast } from './toast.ts';

/**
 * The form again after a verb failed: a refusal says what to change, any other error is logged. Nothing typed is lost.
 * @param toastText from spec.md section 8
 */
export function failedForm(
  context: Provider,
  submission: Submission<unknown, string[], unknown>,
  error: unknown,
  toastText: string,
) {
  if (error instanceof AppError) context.set(retryAfterContext, retryAfter(error));
  if (error instanceof AppError) return refusedForm(submission, error, toast('error', toastText));
  context.get(webDeps).log.error({ err: error }, 'a form could not be acted upon');
  return refusedForm(submission, new AppError('unavailable', say(formReplies.failed)), toast('error', toastText));
}
