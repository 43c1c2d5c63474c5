import { redirect } from 'react-router';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { previewPage } from '#messages/en/preview-page.ts';
import { say } from '#messages/say.ts';
import { testDelivery } from '#services/recipients/delivery-test-job.ts';
import type { Route } from './+types/schedule-test.ts';

/** Mails a test of a delivery to its owner, and leads back to the delivery. */
export async function action({ context, params: { id } }: Route.ActionArgs): Promise<Response> {
  const owner = accountOf(context);
  try {
    await testDelivery(contextOf(context), owner.id, id);
    return await redirectWithToast(
      `/schedule/${id}`,
      toast('success', say(previewPage.tested, { email: owner.email })),
    );
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof AppError) return redirectWithToast(`/schedule/${id}`, toast('error', error.message));
    context.get(webDeps).log.error({ delivery: id, err: error }, 'a delivery could not be tested');
    return redirectWithToast(`/schedule/${id}`, toast('error', say(previewPage.notTested)));
  }
}

/** Opening the address sends no mail: that takes the form. */
export function loader({ params }: Route.LoaderArgs): Response {
  return redirect(`/schedule/${params.id}`);
}
