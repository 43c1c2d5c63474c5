import { useEffect } from 'react';
import { data, Link, redirect } from 'react-router';
import { PageToast } from '#app/components/toasts.tsx';
import { withBilling } from '#app/http/billing.ts';
import { refusedPlan } from '#app/http/plan-question.ts';
import { refreshAfter } from '#app/http/refresh.ts';
import { accountOf, webParts } from '#app/middleware/context.ts';
import { openPortal } from '#services/subscription/open-portal.ts';
import type { Route } from './+types/profile-plan-portal.ts';

const BACK = '/profile/plan';

export const meta: Route.MetaFunction = () => [{ title: 'Cards and invoices · Stillhere' }];

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Nothing is opened by looking. */
export function loader({ request }: Route.LoaderArgs) {
  if (request.method === 'GET') throw redirect(BACK);
  return null;
}

/** A page that leads on, and no redirect: what a form leads to has to be ours (form-action of the policy). */
export async function action({ context }: Route.ActionArgs) {
  try {
    const { id } = accountOf(context);
    const back = `${context.get(webParts).appOrigin}${BACK}`;
    const url = await withBilling(context, (billing) => openPortal(billing, id, back));
    return data({ url, refusal: null }, { headers: refreshAfter(0, url) });
  } catch (error) {
    const { data: refusal, init } = refusedPlan(context, error, 'Failed to open the payments page');
    return data({ url: null, refusal }, init ?? {});
  }
}

export default function ProfilePlanPortal({ actionData }: Route.ComponentProps) {
  const url = actionData?.url;
  useEffect(() => {
    if (url) window.location.assign(url);
  }, [url]);
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.refusal?.toast} />
      <div className="create stack">
        <h1>Cards and invoices</h1>
        <p className="lead">{actionData?.refusal?.problem ?? 'One moment: they are on a page of Stripe.'}</p>
        <p className="row">
          {url && (
            <a className="btn btn-primary" href={url}>
              Go there
            </a>
          )}
          <Link className="btn btn-quiet" to={BACK}>
            Back to your plan
          </Link>
        </p>
      </div>
    </main>
  );
}
