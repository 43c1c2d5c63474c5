import { redirect } from 'react-router';
import { actOnDelivery } from '#app/http/delivery-act.ts';
import { redirectWithToast } from '#app/http/toast.ts';
import { extendLink } from '#services/deliveries/extend-link.ts';
import type { Route } from './+types/schedule-extend.ts';

/** Lets the link open for longer. There is nothing to ask: it can be revoked at any time. */
export async function action({ context, params }: Route.ActionArgs): Promise<Response> {
  const words = { done: 'Link extended', failed: 'The link could not be extended' };
  const answer = await actOnDelivery(context, params.id, words, (services, ownerId) =>
    extendLink(services, ownerId, params.id),
  );
  return answer instanceof Response ? answer : redirectWithToast(`/schedule/${params.id}`, answer.data.toast);
}

/** Somebody who opens the address has extended nothing by it: that takes the button. */
export function loader({ params }: Route.LoaderArgs): Response {
  return redirect(`/schedule/${params.id}`);
}
