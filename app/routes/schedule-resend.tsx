import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { DeliveryError } from '#app/components/delivery/error.tsx';
import { ResendQuestion } from '#app/components/delivery/resend-question.tsx';
import { actOnDelivery } from '#app/deliveries/own-delivery.ts';
import { storyView } from '#app/deliveries/story-view.ts';
import { errorResponse, fallbackToErrorPage } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { deliveryQuestionPages } from '#messages/en/delivery-question-pages.ts';
import { resendDelivery as texts } from '#messages/en/resend-delivery.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { resendDelivery } from '#services/deliveries/after-sending.ts';
import { findStory } from '#services/deliveries/story.ts';
import type { Route } from './+types/schedule-resend.ts';

const HEADING = 'h-question';

export const meta: Route.MetaFunction = ({ error }) =>
  error ? [] : [{ title: say(deliveryQuestionPages.resend.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = contextOf(context);
  const { id, time_zone } = accountOf(context);
  const story = await fallbackToErrorPage(() => findStory(services, id, params.id));
  const { delivery, revision, again } = storyView(story, time_zone, services.now.toISOString());
  if (again === null) throw errorResponse(new AppError('conflict', say(deliveryAnswers.notResendable)));
  return { delivery, revision, again };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const revision = Number((await readForm(request)).get('revision'));
  const seen = Number.isSafeInteger(revision) && revision > 0 ? revision : undefined;
  const resend = async (services: Context, ownerId: string) => {
    await resendDelivery(services, ownerId, params.id, { seen });
    return say(deliveryAnswers.resent);
  };
  return actOnDelivery(context, params.id, resend, say(deliveryAnswers.notResent));
}

export default function ScheduleResend({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, revision, again } = loaderData;
  return (
    <QuestionPage name={say(deliveryQuestionPages.resend.heading)} headingId={HEADING} toast={actionData?.toast}>
      <ResendQuestion
        {...{ delivery, revision }}
        effect={again}
        headingId={HEADING}
        cancel={
          <Link className="btn btn-quiet" to={`/schedule/${delivery.id}`}>
            {say(texts.cancel)}
          </Link>
        }
      />
    </QuestionPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DeliveryError error={error} />;
}
