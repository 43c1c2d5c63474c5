import { InputField, SelectField, type TextMeta } from '#app/components/field.tsx';
import { wallTimeAt } from '#app/deliveries/wall-time.ts';
import { HORIZON } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import { deliveryForm as texts } from '#messages/en/delivery-form.ts';
import { say } from '#messages/say.ts';
import { QuickChoices } from './quick-choices.tsx';
import type { useClockChange } from './use-clock-change.ts';

interface WhenFieldsProps {
  fields: Record<'date' | 'time' | 'time_zone' | 'birth_date', TextMeta>;
  zones: readonly string[];
  change: ReturnType<typeof useClockChange>;
  /** The server's sentence about a day that a button chose. */
  dayNote: string | null;
  now: string;
}

/** The date, the time and the zone; and what happens to a time that the clocks skip or repeat. */
export function WhenFields({ fields, zones, change, dayNote, now }: WhenFieldsProps) {
  const zone = fields.time_zone.value || 'UTC';
  return (
    <>
      <div className="fields-when">
        <InputField
          label={say(texts.date)}
          type="date"
          meta={fields.date}
          // Without scripts, a person who chose the day by a button finds it again.
          {...(dayNote && { autoFocus: true })}
          min={wallTimeAt(now, zone).slice(0, 10)}
          max={wallTimeAt(new Date(Date.parse(now) + HORIZON), zone).slice(0, 10)}
        />
        <InputField label={say(texts.time)} type="time" meta={fields.time} />
        <SelectField label={say(texts.timeZone)} meta={fields.time_zone}>
          {zones.map((one) => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="when-notes">
        <p className="hint">{say(texts.horizon, { place: placeOf(zone) })}</p>
        <div role="status">{change && <p className="note is-warn">{change.says}</p>}</div>
      </div>
      <input type="hidden" name="clocks_seen" value={change?.key ?? ''} />
      <QuickChoices fields={fields} zone={zone} dayNote={dayNote} />
    </>
  );
}
