import { ReportForm } from '#app/components/gallery/report-form.tsx';
import { TypeBadge } from '#app/components/type-badge.tsx';
import { publicContent } from '#app/contents/public-content.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { newOnce, onceIn } from '#app/http/once.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, saidContext } from '#app/middleware/context.ts';
import { reportSchema } from '#domain/report/report.schema.ts';
import { reportContent } from '#services/reports/report-content.ts';
import type { Route } from './+types/shared-report.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Report · Stillhere' }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, type, title } = await publicContent(context, params.id);
  return { id, type, title, once: newOnce() };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const submission = parseForm(form, reportSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await reportContent(contextOf(context), params.id, submission.value, onceIn(form));
    return await redirectWithToast('/shared', toast('success', 'Thank you. Somebody will look at it.'));
  } catch (error) {
    const failed = failedForm(context, submission, error, 'Error sending report');
    context.set(saidContext, failed.data.toast);
    return failed;
  }
}

export default function SharedReport({ loaderData: { id, type, title, once }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <div className="create">
        <div className="head stack-s">
          <h1>Report</h1>
          <p className="lead">
            You think that “{title || 'Untitled'}” should not be public. Somebody will look at it. Its owner is not told
            who you are, and neither are we.
          </p>
          <TypeBadge type={type} />
        </div>
        <ReportForm once={once} backTo={`/shared/${id}`} result={actionData?.result} />
      </div>
    </main>
  );
}
