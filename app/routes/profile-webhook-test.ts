import { redirect } from 'react-router';
import { goneAlready, redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { webhookAnswers } from '#messages/en/webhooks.ts';
import { say } from '#messages/say.ts';
import { testWebhook } from '#services/accounts/webhooks.ts';
import type { Route } from './+types/profile-webhook-test.ts';

const WEBHOOKS = '/profile/security/webhooks';

/** Sends a test to one webhook, and leads back to all of them. */
export async function action({ params, context }: Route.ActionArgs): Promise<Response> {
  if (!isId(params.id)) return redirectWithToast(WEBHOOKS, goneAlready());
  try {
    await testWebhook(contextOf(context), accountOf(context).id, params.id);
    return await redirectWithToast(WEBHOOKS, toast('success', say(webhookAnswers.tested)));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return redirectWithToast(WEBHOOKS, goneAlready());
    if (error instanceof AppError) return redirectWithToast(WEBHOOKS, toast('error', error.message));
    context.get(webDeps).log.error({ err: error }, 'a webhook could not be tested');
    return redirectWithToast(WEBHOOKS, toast('error', say(webhookAnswers.notTested)));
  }
}

/** Opening the address sends nothing: that takes the form. */
export function loader(): Response {
  return redirect(WEBHOOKS);
}
