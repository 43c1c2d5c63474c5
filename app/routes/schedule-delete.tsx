import { data, Link } from 'react-router';
import { DeleteQuestion } from '#app/components/delivery/delete-question.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { changeableDelivery } from '#app/deliveries/own-delivery.ts';
import { STATUS } from '#app/http/errors.ts';
import { goneAlready, redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { deleteDelivery } from '#services/deliveries/schedule-delivery.ts';
import type { Route } from './+types/schedule-delete.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Delete a delivery · Stillhere' }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return { delivery: await changeableDelivery(context, params.id) };
}

export async function action({ context, params }: Route.ActionArgs) {
  try {
    await deleteDelivery(contextOf(context), accountOf(context).id, params.id);
    return await redirectWithToast('/schedule', toast('success', 'Delivery deleted'));
  } catch (error) {
    const failure = toast('error', 'Error deleting delivery');
    if (error instanceof AppError && error.code === 'not-found') return redirectWithToast('/schedule', goneAlready());
    // A refusal has a page of its own, made by the loader; the list shows how things stand now.
    if (error instanceof AppError)
      return redirectWithToast('/schedule', toast('error', `${failure.text}: ${error.message}`));
    context.get(webParts).log.error({ err: error }, 'a delivery could not be deleted');
    return data({ toast: failure }, { status: STATUS.unavailable });
  }
}

export default function ScheduleDelete({ loaderData: { delivery }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <h1 className="vh">Delete a delivery</h1>
      {actionData && (
        <p className="error" role="alert">
          {actionData.toast.text}. Nothing was changed; please try again in a moment.
        </p>
      )}
      <section className="question" aria-labelledby="h-question">
        <DeleteQuestion
          delivery={delivery}
          headingId="h-question"
          keep={
            <Link className="btn btn-quiet" to="/schedule">
              Keep it
            </Link>
          }
        />
      </section>
    </main>
  );
}
