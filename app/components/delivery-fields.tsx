import { YEAR } from '#domain/time/durations.ts';
import { placeOf } from '#domain/time/written.ts';
import { Field } from './field.tsx';
import { controlProps, type FormField } from './use-form.ts';
import { wallTimeAt } from './wall-time.ts';

interface DeliveryFieldsProps {
  fields: Record<'recipient_name' | 'recipient_email' | 'local_time' | 'time_zone', FormField>;
  timeZone: string;
  now: string;
}

/** To whom and when: the same fields for a new delivery and for one that changes. */
export function DeliveryFields({ fields, timeZone, now }: DeliveryFieldsProps) {
  return (
    <>
      <div className="fields-2">
        <Field label="Recipient name" optional meta={fields.recipient_name}>
          <input className="control" type="text" autoComplete="off" {...controlProps(fields.recipient_name)} />
        </Field>
        <Field label="Recipient email" meta={fields.recipient_email}>
          <input className="control" type="email" autoComplete="off" {...controlProps(fields.recipient_email)} />
        </Field>
      </div>
      <div className="fields-2">
        <Field
          label="Date and time"
          hint={`${placeOf(timeZone)} time. Any day in the next 100 years.`}
          meta={fields.local_time}
        >
          <input
            className="control"
            type="datetime-local"
            {...controlProps(fields.local_time, { hint: true })}
            min={wallTimeAt(now, timeZone)}
            max={wallTimeAt(new Date(Date.parse(now) + 100 * YEAR), timeZone)}
          />
        </Field>
      </div>
      <input type="hidden" name={fields.time_zone.name} value={timeZone} />
    </>
  );
}
