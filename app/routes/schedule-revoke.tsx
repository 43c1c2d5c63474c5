import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { DeliveryError } from '#app/components/delivery/error.tsx';
import { RevokeQuestion } from '#app/components/delivery/revoke-question.tsx';
import { actOnDelivery, ownDelivery } from '#app/deliveries/own-delivery.ts';
import { errorResponse } from '#app/http/errors.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { deliveryQuestionPages } from '#messages/en/delivery-question-pages.ts';
import { revokeDelivery } from '#messages/en/revoke-delivery.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { revokeLink } from '#services/deliveries/after-sending.ts';
import type { Route } from './+types/schedule-revoke.ts';

const HEADING = 'h-question';

export const meta: Route.MetaFunction = ({ error }) =>
  error ? [] : [{ title: say(deliveryQuestionPages.revoke.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const delivery = await ownDelivery(context, params.id);
  const { origin, link } = delivery;
  if (origin === 'release' || link.state === 'none' || link.state === 'revoked')
    throw errorResponse(new AppError('conflict', say(deliveryAnswers.notRevocable)));
  return { delivery };
}

export function action({ context, params }: Route.ActionArgs) {
  const revoke = async (services: Context, ownerId: string) => {
    await revokeLink(services, ownerId, params.id);
    return say(deliveryAnswers.revoked);
  };
  return actOnDelivery(context, params.id, revoke, say(deliveryAnswers.notRevoked));
}

export default function ScheduleRevoke({ loaderData: { delivery }, actionData }: Route.ComponentProps) {
  return (
    <QuestionPage name={say(deliveryQuestionPages.revoke.heading)} headingId={HEADING} toast={actionData?.toast}>
      <RevokeQuestion
        delivery={delivery}
        headingId={HEADING}
        cancel={
          <Link className="btn btn-quiet" to={`/schedule/${delivery.id}`}>
            {say(revokeDelivery.cancel)}
          </Link>
        }
      />
    </QuestionPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DeliveryError error={error} />;
}
