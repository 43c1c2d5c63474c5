import { redirect } from 'react-router';
import { actOnDelivery } from '#app/deliveries/own-delivery.ts';
import { redirectWithToast } from '#app/http/toast.ts';
import { plainDate } from '#messages/dates.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { linkLifeStory } from '#messages/en/link-life-story.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { extendLink } from '#services/deliveries/after-sending.ts';
import type { Route } from './+types/schedule-extend.ts';

/** Extends the link. Nothing is asked first, since a link can be revoked at any time. */
export async function action({ context, params }: Route.ActionArgs): Promise<Response> {
  const extend = async (services: Context, ownerId: string) => {
    const { link, time_zone } = await extendLink(services, ownerId, params.id);
    if (link.expires_at === null) return say(linkLifeStory.extended);
    return say(deliveryAnswers.extended, { until: plainDate(new Date(link.expires_at), time_zone) });
  };
  const answer = await actOnDelivery(context, params.id, extend, say(deliveryAnswers.notExtended));
  return answer instanceof Response ? answer : redirectWithToast(`/schedule/${params.id}`, answer.data.toast);
}

/** Opening the address extends nothing: that takes the button. */
export function loader({ params }: Route.LoaderArgs): Response {
  return redirect(`/schedule/${params.id}`);
}
