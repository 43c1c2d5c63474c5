import { data } from 'react-router';
import { fallbackToFirstPage } from '#app/components/content/lists.ts';
import { PlanParts } from '#app/components/emergency/plan-parts.tsx';
import { PlanTable } from '#app/components/emergency/plan-table.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { PLAN_FIELDS_MAX, type PlanForm, readPlanForm } from '#app/emergency/plan-form.ts';
import { planViewOf } from '#app/emergency/plan-view.ts';
import { STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { planView, planPage as texts } from '#messages/en/emergency-plan.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { findContent } from '#services/contents/read-contents.ts';
import { changeReleasePlan } from '#services/emergency/plan.ts';
import { readPlanPage } from '#services/emergency/plan-page.ts';
import type { Route } from './+types/emergency-plan.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HERE = '/emergency/plan';
const NOT_SAVED = planView.answers.notSaved;

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get('cursor');
  return loadPage(context, async () => {
    const { id } = accountOf(context);
    return planViewOf(await fallbackToFirstPage(HERE, () => readPlanPage(contextOf(context), id, cursor)));
  });
}

/** Saves the plan of the contents that the form shows. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = readPlanForm(await readForm(request, PLAN_FIELDS_MAX));
  const { id } = accountOf(context);
  try {
    const refusal = await refusalOf(context, form);
    if (refusal) return refused(form, refusal, STATUS['validation-failed']);
    await changeReleasePlan(contextOf(context), id, { items: form.items }, form.about);
    return await redirectWithToast(`${HERE}${url.search}`, toast('success', say(planView.answers.saved)));
  } catch (error) {
    if (error instanceof AppError) return refused(form, error.message, STATUS[error.code]);
    context.get(webDeps).log.error({ err: error }, 'a plan could not be saved');
    return refused(form, say(NOT_SAVED), STATUS.unavailable);
  }
}

/** Something that nobody gets would go to everyone: without any item nothing was chosen. */
async function refusalOf(context: Provider, { isWrong, forNobody }: PlanForm): Promise<string | null> {
  if (isWrong) return say(NOT_SAVED);
  const [first] = forNobody;
  if (first === undefined) return null;
  const { id } = accountOf(context);
  const { title } = await findContent(contextOf(context), id, first);
  return say(planView.answers.forNobody, { title: title || say(frame.untitled) });
}

function refused({ typed }: PlanForm, problem: string, status: number) {
  return data({ typed, problem, toast: toast('error', say(NOT_SAVED)) }, { status });
}

export default function EmergencyPlan({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, toast: words, time_zone } = loaderData;
  return (
    <main className="main wrap plan-page" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      {view ? (
        <>
          <PlanTable view={view} typed={actionData?.typed} problem={actionData?.problem} />
          <PlanParts view={view} timeZone={time_zone} />
        </>
      ) : (
        <NotLoaded />
      )}
    </main>
  );
}
