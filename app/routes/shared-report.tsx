import type { SubmissionResult } from '@conform-to/react';
import { Link } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { TypeBadge } from '#app/components/type-badge.tsx';
import { controlProps, type FormField, useForm } from '#app/components/use-form.ts';
import { publicContent } from '#app/contents/public-content.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { LOST } from '#app/http/lost-line.ts';
import { newOnce, onceIn } from '#app/http/once.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, saidContext } from '#app/middleware/context.ts';
import { reportSchema } from '#domain/report/report.schema.ts';
import { REPORT_REASONS, REPORT_WORDS_MAX } from '#domain/report/report.ts';
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

interface ReportFormProps {
  /** Identifies this form: sent twice, it is one report. */
  once: string;
  /** The target of Cancel. */
  backTo: string;
  result: SubmissionResult<string[]> | undefined;
}

/** The server checks it. */
function ReportForm({ once, backTo, result }: ReportFormProps) {
  const { form, errors, fields } = useForm({
    id: 'report-form',
    fields: ['reason', 'words'],
    result,
    schema: async () => (await import('#domain/report/report.schema.ts')).reportSchema,
  });
  return (
    <form className="desk" method="post" {...form}>
      <input type="hidden" name="once" value={once} />
      <FormErrors errors={errors} />
      <p className="note" role="alert" data-lost-line hidden>
        {LOST}
      </p>
      <Reasons meta={fields.reason} />
      <Field
        label="Anything we should know"
        optional
        hint={`Up to ${REPORT_WORDS_MAX.toLocaleString('en-GB')} characters. Only the people who run Stillhere read them.`}
        meta={fields.words}
      >
        <textarea
          className="control"
          rows={5}
          maxLength={REPORT_WORDS_MAX}
          {...controlProps(fields.words, { hint: true })}
        />
      </Field>
      <div className="row">
        <button className="btn btn-primary" type="submit">
          Report
        </button>
        <Link className="btn btn-quiet" to={backTo}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

function Reasons({ meta }: { meta: FormField }) {
  const { id, name, initialValue, errors } = meta;
  return (
    <fieldset className={errors ? 'field has-error' : 'field'} aria-describedby={errors ? meta.errorId : undefined}>
      <legend className="label">What is wrong with it?</legend>
      {Object.entries(REPORT_REASONS).map(([reason, words]) => (
        <label key={reason} className="report-reason">
          <input
            type="radio"
            id={`${id}-${reason}`}
            name={name}
            value={reason}
            defaultChecked={initialValue === reason}
            aria-invalid={errors ? true : undefined}
          />
          <span>{words}</span>
        </label>
      ))}
      {errors && (
        <p className="error" id={meta.errorId}>
          {errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
