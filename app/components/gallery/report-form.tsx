import type { SubmissionResult } from '@conform-to/react';
import { Link } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { controlProps, type FormField, useForm } from '#app/components/use-form.ts';
import { LOST } from '#app/http/lost-line.ts';
import { REPORT_REASONS, REPORT_WORDS_MAX } from '#domain/report/report.ts';

interface ReportFormProps {
  /** The id of this form: sent twice, it is one report. */
  once: string;
  /** Where Cancel leads. */
  backTo: string;
  result: SubmissionResult<string[]> | undefined;
}

/** A reason, and perhaps a few words. The server checks it. */
export function ReportForm({ once, backTo, result }: ReportFormProps) {
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
