import { redirect } from 'react-router';
import { actOnDelivery } from '#app/deliveries/own-delivery.ts';
import { redirectWithToast } from '#app/http/toast.ts';
import { writtenDate } from '#domain/time/written.ts';
import type { Context } from '#services/context.ts';
import { extendLink } from '#services/deliveries/after-sending.ts';
import type { Route } from './+types/schedule-extend.ts';

/** Lets the link open for longer. There is nothing to ask: it can be revoked at any time. */
export async function action({ context, params }: Route.ActionArgs): Promise<Response> {
  const extend = async (services: Context, ownerId: string) => {
    const { link, time_zone } = await extendLink(services, ownerId, params.id);
    return `The link opens until ${writtenDate(new Date(link.expires_at ?? services.now), time_zone)}`;
  };
  const answer = await actOnDelivery(context, params.id, extend, 'The link could not be extended');
  return answer instanceof Response ? answer : redirectWithToast(`/schedule/${params.id}`, answer.data.toast);
}

/** Somebody who opens the address has extended nothing by it: that takes the button. */
export function loader({ params }: Route.LoaderArgs): Response {
  return redirect(`/schedule/${params.id}`);
}
