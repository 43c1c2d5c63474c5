import type { SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from 'react-router';
import type { ContentView } from '#services/contents/content-view.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { EnvelopeFigure } from './envelope-figure.tsx';
import { Field } from './field.tsx';
import { FormErrors } from './form-errors.tsx';
import { TYPE_NAMES } from './type-badge.tsx';
import { controlProps, useForm } from './use-form.ts';

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
  const { form, errors, fields } = useForm({
    id: 'schedule-form',
    fields: ['content_id', 'delivery_type', 'recipient_name', 'recipient_email', 'local_time', 'time_zone'],
    initial: { content_id: chosen ?? contents[0]?.id ?? '' },
    result,
    schema: async () => (await import('#domain/delivery/delivery.schema.ts')).scheduleSchema,
  });
  return (
    <section className="sched" aria-labelledby="h-form">
      <Form className="stack" method="post" action="/schedule?new" {...form}>
        <h2 id="h-form">Schedule Delivery</h2>
        <FormErrors errors={errors} />
        <Field label="Content" meta={fields.content_id}>
          <span className="select">
            <select className="control" {...controlProps(fields.content_id)}>
              {contents.map(({ id, type, title }) => (
                <option key={id} value={id}>
                  {TYPE_NAMES[type]}: {title || 'Untitled'}
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
