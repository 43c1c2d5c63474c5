import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { YEAR } from '#domain/time/durations.ts';
import { placeOf } from '#domain/time/written.ts';
import { Field } from './field.tsx';
import { wallTimeAt } from './wall-time.ts';

interface DeliveryFieldsProps {
  fields: Record<'recipient_name' | 'recipient_email' | 'local_time' | 'time_zone', FieldMetadata<unknown>>;
  timeZone: string;
  now: string;
}

/** To whom and when: the same fields for a new delivery and for one that changes. */
export function DeliveryFields({ fields, timeZone, now }: DeliveryFieldsProps) {
  return (
    <>
      <div className="fields-2">
        <Field label="Recipient name" optional meta={fields.recipient_name}>
          <input
            className="control"
            autoComplete="off"
            {...getInputProps(text(fields.recipient_name), { type: 'text' })}
          />
        </Field>
        <Field label="Recipient email" meta={fields.recipient_email}>
          <input
            className="control"
            autoComplete="off"
            {...getInputProps(text(fields.recipient_email), { type: 'email' })}
          />
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
            {...getInputProps(text(fields.local_time), {
              type: 'datetime-local',
              ariaDescribedBy: fields.local_time.descriptionId,
            })}
            min={wallTimeAt(now, timeZone)}
            max={wallTimeAt(new Date(Date.parse(now) + 100 * YEAR), timeZone)}
          />
        </Field>
      </div>
      <input type="hidden" name={fields.time_zone.name} value={timeZone} />
    </>
  );
}

/** Every one of these fields holds text. */
function text(meta: FieldMetadata<unknown>): FieldMetadata<string> {
  return meta as FieldMetadata<string>;
}
