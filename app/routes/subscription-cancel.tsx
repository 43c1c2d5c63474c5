import { data } from 'react-router';
import { LeadsOn } from '#app/components/leads-on.tsx';
import { refreshAfter, STAY } from '#app/http/refresh.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Route } from './+types/subscription-cancel.ts';

/** spec.md section 9. */
const WAIT = 5 * SECOND;
const NEXT = '/dashboard';

export const meta: Route.MetaFunction = () => [{ title: 'Subscription cancelled · Stillhere' }];

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function loader({ url }: Route.LoaderArgs) {
  const stays = url.searchParams.has(STAY);
  return data({ stays }, stays ? {} : { headers: refreshAfter(WAIT, NEXT) });
}

export default function SubscriptionCancel({ loaderData: { stays } }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <div className="create stack">
        <h1>Subscription Cancelled</h1>
        <p className="lead">You cancelled the subscription process. No charges were made.</p>
        <LeadsOn to={NEXT} stay={stays ? null : `?${STAY}`}>
          Back to the Dashboard
        </LeadsOn>
      </div>
    </main>
  );
}
