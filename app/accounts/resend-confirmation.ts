import { data } from 'react-router';
import type { failedForm } from '#app/http/failed-form.ts';
import type { FormAnswer, FormReply } from '#app/http/form.ts';
import { toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say } from '#messages/say.ts';
import { requestConfirmation } from '#services/accounts/email-address.ts';

/** The name of the button. */
const RESEND = 'resend';

/** The answer to a form that needs a confirmed address. */
export interface ConfirmReply extends FormReply {
  /** The button that mails the confirmation again. */
  resend?: FormAnswer[];
}

/**
 * Mails the confirmation again, for a button inside another form.
 * @returns that form again, as it was typed; null for any other button
 */
export async function resendInForm(context: Provider, form: FormData) {
  if (!form.has(RESEND)) return null;
  const initialValue: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string' && name !== RESEND) initialValue[name] = value;
  const reply = { result: { initialValue }, toast: await resend(context) };
  return data<ConfirmReply>(accountOf(context).email_confirmed ? reply : offerResend(reply));
}

/** @returns the answer to a form that failed; with the button if it failed because the address is not confirmed */
export function offerResendAfter(error: unknown, reply: ReturnType<typeof failedForm>) {
  const isUnconfirmed = error instanceof AppError && error.code === 'address-unconfirmed';
  return data<ConfirmReply>(isUnconfirmed ? offerResend(reply.data) : reply.data, reply.init ?? undefined);
}

function offerResend(reply: FormReply): ConfirmReply {
  return { ...reply, resend: [{ name: RESEND, value: 'yes', children: say(profileAnswers.resend) }] };
}

async function resend(context: Provider) {
  const account = accountOf(context);
  if (account.email_confirmed) return toast('success', say(profileAnswers.confirmedMeanwhile));
  try {
    await requestConfirmation(contextOf(context), account);
    return toast('success', say(profileAnswers.linkSent));
  } catch (error) {
    if (error instanceof AppError) return toast('error', error.message);
    throw error;
  }
}
