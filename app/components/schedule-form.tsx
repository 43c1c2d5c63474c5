import { getFormProps, getSelectProps, type SubmissionResult, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { Form, Link, useNavigation } from 'react-router';
import { scheduleSchema } from '#domain/delivery/delivery.schema.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { EnvelopeFigure } from './envelope-figure.tsx';
import { Field } from './field.tsx';
import { FormErrors } from './form-errors.tsx';

interface ScheduleFormProps {
  contents: readonly ContentView[];
  /** The content that is chosen to begin with. */
  chosen: string | null;
  result: SubmissionResult<string[]> | undefined;
  timeZone: string;
  now: string;
}

/** What, to whom and when; beside it the envelope that follows. */
export function ScheduleForm({ contents, chosen, result, timeZone, now }: ScheduleFormProps) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useForm({
    id: 'schedule-form',
    lastResult: result,
    defaultValue: { content_id: chosen ?? contents[0]?.id ?? '' },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: scheduleSchema }),
    shouldRevalidate: 'onInput',
  });
  return (
    <section className="sched" aria-labelledby="h-form">
      <Form className="stack" method="post" action="/schedule?new" {...getFormProps(form)}>
        <h2 id="h-form">Schedule Delivery</h2>
        <FormErrors errors={form.errors} id={form.errorId} />
        <Field label="Content" meta={fields.content_id}>
          <span className="select">
            <select className="control" {...getSelectProps(fields.content_id)}>
              {contents.map(({ id, title }) => (
                <option key={id} value={id}>
                  Text: {title || 'Untitled'}
                </option>
              ))}
            </select>
          </span>
        </Field>
        <input type="hidden" name={fields.delivery_type.name} value="email" />
        <DeliveryFields fields={fields} timeZone={timeZone} now={now} />
        <div className="row">
          <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            Schedule Delivery
          </button>
          <Link className="btn btn-quiet" to="/schedule">
            Cancel
          </Link>
        </div>
      </Form>
      <EnvelopeFigure
        name={fields.recipient_name.value}
        address={fields.recipient_email.value}
        localTime={fields.local_time.value}
        timeZone={timeZone}
        now={now}
      />
    </section>
  );
}
