import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { DeliveryError } from '#app/components/delivery/error.tsx';
import { ResendQuestion } from '#app/components/delivery/resend-question.tsx';
import { actOnDelivery } from '#app/deliveries/own-delivery.ts';
import { storyView } from '#app/deliveries/story-view.ts';
import { errorResponse, orErrorPage } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { resendDelivery } from '#services/deliveries/after-sending.ts';
import { findStory } from '#services/deliveries/story.ts';
import type { Route } from './+types/schedule-resend.ts';

const HEADING = 'h-question';

export const meta: Route.MetaFunction = () => [{ title: 'Send again · Stillhere' }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = contextOf(context);
  const { id, time_zone } = accountOf(context);
  const story = await orErrorPage(() => findStory(services, id, params.id));
  const { delivery, revision, again } = storyView(story, time_zone, services.now.toISOString());
  if (again === null)
    throw errorResponse(new AppError('conflict', 'Only what was sent, and is still here, can be sent again.'));
  return { delivery, revision, again };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const revision = Number((await readForm(request)).get('revision'));
  const seen = Number.isSafeInteger(revision) && revision > 0 ? revision : undefined;
  const resend = async (services: Context, ownerId: string) => {
    await resendDelivery(services, ownerId, params.id, { seen });
    return 'It is being sent again';
  };
  return actOnDelivery(context, params.id, resend, 'It could not be sent again');
}

export default function ScheduleResend({ loaderData: view, actionData }: Route.ComponentProps) {
  return (
    <QuestionPage name="Send again" headingId={HEADING} toast={actionData?.toast}>
      <ResendQuestion
        view={view}
        headingId={HEADING}
        keep={
          <Link className="btn btn-quiet" to={`/schedule/${view.delivery.id}`}>
            Not now
          </Link>
        }
      />
    </QuestionPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DeliveryError error={error} />;
}
