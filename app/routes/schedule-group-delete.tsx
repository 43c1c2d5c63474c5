import { data, Link } from 'react-router';
import { titleOf } from '#app/components/delivery/item.tsx';
import { QuestionForm } from '#app/components/question-form.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { ownGroup } from '#app/deliveries/own-group.ts';
import { STATUS } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { scheduleGroup } from '#messages/en/schedule-group.ts';
import { listFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';
import { deleteGroup } from '#services/deliveries/change-group.ts';
import type { Route } from './+types/schedule-group-delete.ts';

const texts = scheduleGroup.delete;

export { clientMiddleware } from '#app/http/prove-first.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { waiting } = await ownGroup(context, params.id);
  const people = waiting.map((one) => one.recipient_name || one.recipient_email);
  return { title: titleOf(waiting[0]), waiting: waiting.length, people: listFormat().format(people) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { id } = await ownGroup(context, params.id);
  try {
    const count = await deleteGroup(contextOf(context), accountOf(context).id, id);
    return await redirectWithToast('/schedule', toast('success', say(texts.done, { count })));
  } catch (error) {
    // The list shows what happened meanwhile.
    if (error instanceof AppError) {
      const refused = say(deliveryAnswers.notDeletedBecause, { reason: error.message });
      return redirectWithToast('/schedule', toast('error', refused));
    }
    context.get(webDeps).log.error({ err: error }, 'deliveries of a group could not be deleted');
    return data({ toast: toast('error', say(texts.failed)) }, { status: STATUS.unavailable });
  }
}

export default function ScheduleGroupDelete({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, waiting, people } = loaderData;
  const back = `/schedule/${params.id}/group`;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <h1 className="vh">{say(texts.heading)}</h1>
      <section className="question" aria-labelledby="h-question">
        <div className="inner stack-s">
          <h2 id="h-question">{say(texts.question, { waiting })}</h2>
          <p>{say(texts.text, { title, people })}</p>
        </div>
        <QuestionForm
          action={`${back}/delete`}
          label={say(texts.submit)}
          cancel={
            <Link className="btn btn-quiet" to={back}>
              {say(texts.cancel)}
            </Link>
          }
        />
      </section>
    </main>
  );
}
