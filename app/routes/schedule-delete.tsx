import { data, Link } from 'react-router';
import { DeleteQuestion } from '#app/components/delivery/delete-question.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { changeableDelivery } from '#app/deliveries/own-delivery.ts';
import { STATUS } from '#app/http/errors.ts';
import { goneAlready, redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { deleteDelivery as texts } from '#messages/en/delete-delivery.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { deliveryQuestionPages } from '#messages/en/delivery-question-pages.ts';
import { say } from '#messages/say.ts';
import { deleteDelivery } from '#services/deliveries/schedule-delivery.ts';
import type { Route } from './+types/schedule-delete.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

export const meta: Route.MetaFunction = () => [{ title: say(deliveryQuestionPages.delete.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return { delivery: await changeableDelivery(context, params.id) };
}

export async function action({ context, params }: Route.ActionArgs) {
  try {
    await deleteDelivery(contextOf(context), accountOf(context).id, params.id);
    return await redirectWithToast('/schedule', toast('success', say(deliveryAnswers.deleted)));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return redirectWithToast('/schedule', goneAlready());
    // The loader would answer a refusal with an error page; the list shows what happened meanwhile.
    if (error instanceof AppError) {
      const refused = say(deliveryAnswers.notDeletedBecause, { reason: error.message });
      return redirectWithToast('/schedule', toast('error', refused));
    }
    context.get(webDeps).log.error({ err: error }, 'a delivery could not be deleted');
    return data({ toast: toast('error', say(deliveryAnswers.notDeleted)) }, { status: STATUS.unavailable });
  }
}

export default function ScheduleDelete({ loaderData: { delivery }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <h1 className="vh">{say(deliveryQuestionPages.delete.heading)}</h1>
      {actionData && (
        <p className="error" role="alert">
          {say(deliveryQuestionPages.delete.failed)}
        </p>
      )}
      <section className="question" aria-labelledby="h-question">
        <DeleteQuestion
          delivery={delivery}
          headingId="h-question"
          cancel={
            <Link className="btn btn-quiet" to="/schedule">
              {say(texts.cancel)}
            </Link>
          }
        />
      </section>
    </main>
  );
}
