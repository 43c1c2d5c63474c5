import { data } from 'react-router';
import { ContinueLinks } from '#app/components/continue-links.tsx';
import { ownPath } from '#app/http/own-path.ts';
import { refreshAfter, STAY } from '#app/http/refresh.ts';
import { andTo, pricingAddress } from '#app/plans/addresses.ts';
import { SECOND } from '#domain/time/durations.ts';
import { subscription } from '#messages/en/subscription.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/subscription-cancel.ts';

/** spec.md section 9. */
const WAIT = 5 * SECOND;

export const meta: Route.MetaFunction = () => [{ title: say(subscription.cancelled.title) }];

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function loader({ url }: Route.LoaderArgs) {
  const stays = url.searchParams.has(STAY);
  const to = ownPath(url.searchParams.get('to'));
  const next = pricingAddress({ to });
  const stay = stays ? null : `?${STAY}${andTo(to)}`;
  return data({ next, stay }, stays ? {} : { headers: refreshAfter(WAIT, next) });
}

export default function SubscriptionCancel({ loaderData: { next, stay } }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <div className="create stack">
        <h1>{say(subscription.cancelled.heading)}</h1>
        <p className="lead">{say(subscription.cancelled.lead)}</p>
        <ContinueLinks to={next} stay={stay}>
          {say(subscription.toPricing)}
        </ContinueLinks>
      </div>
    </main>
  );
}
