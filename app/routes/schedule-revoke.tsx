import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { DeliveryError } from '#app/components/delivery/error.tsx';
import { RevokeQuestion } from '#app/components/delivery/revoke-question.tsx';
import { actOnDelivery, ownDelivery } from '#app/deliveries/own-delivery.ts';
import { errorResponse } from '#app/http/errors.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { revokeLink } from '#services/deliveries/after-sending.ts';
import type { Route } from './+types/schedule-revoke.ts';

const HEADING = 'h-question';

export const meta: Route.MetaFunction = () => [{ title: 'Revoke the link · Stillhere' }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const delivery = await ownDelivery(context, params.id);
  const { origin, link } = delivery;
  if (origin === 'release' || link.state === 'none' || link.state === 'revoked')
    throw errorResponse(new AppError('conflict', 'There is no link of this delivery that could be revoked.'));
  return { delivery };
}

export function action({ context, params }: Route.ActionArgs) {
  const revoke = async (services: Context, ownerId: string) => {
    await revokeLink(services, ownerId, params.id);
    return 'Link revoked';
  };
  return actOnDelivery(context, params.id, revoke, 'The link could not be revoked');
}

export default function ScheduleRevoke({ loaderData: { delivery }, actionData }: Route.ComponentProps) {
  return (
    <QuestionPage name="Revoke the link" headingId={HEADING} toast={actionData?.toast}>
      <RevokeQuestion
        delivery={delivery}
        headingId={HEADING}
        keep={
          <Link className="btn btn-quiet" to={`/schedule/${delivery.id}`}>
            Leave it open
          </Link>
        }
      />
    </QuestionPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DeliveryError error={error} />;
}
