import { Field } from '#app/components/field.tsx';
import { controlProps, type FormField } from '#app/components/use-form.ts';
import { HORIZON } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import { QuickChoices } from './quick-choices.tsx';
import type { useClockChange } from './use-clock-change.ts';
import { wallTimeAt } from './wall-time.ts';

interface WhenFieldsProps {
  fields: Record<'date' | 'time' | 'time_zone' | 'birth_date', FormField>;
  zones: readonly string[];
  change: ReturnType<typeof useClockChange>;
  said: string | null;
  now: string;
}

/** On which day, at what time, by whose clocks; and what becomes of an hour that does not come, or comes twice. */
export function WhenFields({ fields, zones, change, said, now }: WhenFieldsProps) {
  const zone = fields.time_zone.value || 'UTC';
  return (
    <>
      <div className="fields-when">
        <Field label="Date" meta={fields.date}>
          <input
            className="control"
            type="date"
            {...controlProps(fields.date)}
            // Whoever chose it by a button finds it again.
            {...(said && { autoFocus: true })}
            min={wallTimeAt(now, zone).slice(0, 10)}
            max={wallTimeAt(new Date(Date.parse(now) + HORIZON), zone).slice(0, 10)}
          />
        </Field>
        <Field label="Time" meta={fields.time}>
          <input className="control" type="time" {...controlProps(fields.time)} />
        </Field>
        <Field label="Time zone" meta={fields.time_zone}>
          <span className="select">
            <select className="control" {...controlProps(fields.time_zone)}>
              {zones.map((one) => (
                <option key={one} value={one}>
                  {one.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </span>
        </Field>
      </div>
      <div className="when-notes">
        <p className="hint">Any day in the next 100 years, by the clocks in {placeOf(zone)}, also when they change.</p>
        <div role="status">{change && <p className="note is-warn">{change.says}</p>}</div>
      </div>
      <input type="hidden" name="clocks_seen" value={change?.key ?? ''} />
      <QuickChoices fields={fields} zone={zone} said={said} />
    </>
  );
}
