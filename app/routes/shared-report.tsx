import { type FieldMetadata, getCollectionProps, type SubmissionResult } from '@conform-to/react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { FieldError, TextField } from '#app/components/field.tsx';
import { TypeBadge } from '#app/components/type-badge.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { publicContent } from '#app/gallery/public-content.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { formKeyIn, newFormKey } from '#app/http/idempotent-form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, flashContext } from '#app/middleware/context.ts';
import { reportSchema } from '#domain/report/report.schema.ts';
import { REPORT_REASONS, REPORT_WORDS_MAX, type ReportReason } from '#domain/report/report.ts';
import { formFallback } from '#messages/en/form-fallback.ts';
import { forms } from '#messages/en/forms.ts';
import { frame } from '#messages/en/frame.ts';
import { reportReasons } from '#messages/en/report-reasons.ts';
import { sharedReport, sharedReportToasts } from '#messages/en/shared-report.ts';
import { say } from '#messages/say.ts';
import { reportContent } from '#services/reports/report-content.ts';
import type { Route } from './+types/shared-report.ts';

export const meta: Route.MetaFunction = () => [{ title: say(sharedReport.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, type, title } = await publicContent(context, params.id);
  return { id, type, title, once: newFormKey() };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const submission = parseForm(form, reportSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await reportContent(contextOf(context), params.id, submission.value, formKeyIn(form));
    return await redirectWithToast('/shared', toast('success', say(sharedReportToasts.sent)));
  } catch (error) {
    const failed = failedForm(context, submission, error, say(sharedReportToasts.failed));
    context.set(flashContext, failed.data.toast);
    return failed;
  }
}

export default function SharedReport({ loaderData: { id, type, title, once }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <div className="create">
        <div className="head stack-s">
          <h1>{say(sharedReport.heading)}</h1>
          <p className="lead">{say(sharedReport.lead, { title: title || say(frame.untitled) })}</p>
          <TypeBadge type={type} />
        </div>
        <ReportForm once={once} backTo={`/shared/${id}`} result={actionData?.result} />
      </div>
    </main>
  );
}

interface ReportFormProps {
  /** Identifies this form: sent twice, it is one report. */
  once: string;
  /** The target of Cancel. */
  backTo: string;
  result: SubmissionResult<string[]> | undefined;
}

function ReportForm({ once, backTo, result }: ReportFormProps) {
  const [form, { reason, words }] = useLazyForm<z.input<typeof reportSchema>>({
    id: 'report-form',
    lastResult: result,
    // The page does not run React.
    schema: null,
  });
  return (
    <CheckedForm form={form} fields={[reason, words]} className="form-stack" method="post">
      <input type="hidden" name="once" value={once} />
      <FormErrors />
      <p className="note" role="alert" data-lost-line hidden>
        {say(formFallback.lost)}
      </p>
      <Reasons meta={reason} />
      <TextField
        label={say(sharedReport.words)}
        optional
        hint={say(sharedReport.wordsHint, { max: REPORT_WORDS_MAX })}
        rows={5}
        maxLength={REPORT_WORDS_MAX}
        meta={words}
      />
      <div className="row">
        <button className="btn btn-primary" type="submit">
          {say(sharedReport.submit)}
        </button>
        <Link className="btn btn-quiet" to={backTo}>
          {say(forms.cancel)}
        </Link>
      </div>
    </CheckedForm>
  );
}

function Reasons({ meta }: { meta: FieldMetadata }) {
  const reasons = getCollectionProps(meta, { type: 'radio', options: [...REPORT_REASONS] });
  return (
    <fieldset
      className={meta.errors ? 'field has-error' : 'field'}
      aria-describedby={meta.errors ? meta.errorId : undefined}
      id={meta.id}
    >
      <legend className="label">{say(sharedReport.reason)}</legend>
      {reasons.map(({ key, ...props }) => (
        <label key={key} className="report-reason">
          <input {...props} />
          <span>{say(reportReasons[props.value as ReportReason])}</span>
        </label>
      ))}
      <FieldError meta={meta} />
    </fieldset>
  );
}
