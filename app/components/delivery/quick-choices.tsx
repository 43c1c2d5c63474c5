import { type MouseEvent, useRef, useState } from 'react';
import { Field } from '#app/components/field.tsx';
import { controlProps, type FormField } from '#app/components/use-form.ts';
import type { QuickChoice, QuickDate } from '#domain/time/quick-dates.ts';

interface QuickChoicesProps {
  fields: Record<'date' | 'birth_date', FormField>;
  zone: string;
  /** What the server said about the day that somebody without scripts chose. */
  said: string | null;
}

/**
 * Days that people often choose. Without scripts the whole form goes to the server and comes back with the day in it;
 * nothing is kept by that.
 */
export function QuickChoices({ fields, zone, said }: QuickChoicesProps) {
  const { date, birth_date } = fields;
  const [found, setFound] = useState<QuickDate | null>(said ? { date: null, says: said } : null);
  const pressed = useRef<HTMLButtonElement>(null);
  async function choose(event: MouseEvent<HTMLButtonElement>) {
    const button = event.currentTarget;
    event.preventDefault();
    pressed.current = button;
    const { chooseDay } = await import('./choose-day.ts');
    // Another was pressed while this was fetched: that one counts.
    if (pressed.current === button) setFound(chooseDay(button.form, button.value, zone));
  }
  const button = (value: QuickChoice, words: string) => (
    <button className="btn btn-secondary" type="submit" name="quick" value={value} onClick={choose}>
      {words}
    </button>
  );
  return (
    <div className="quick">
      <div className="row">
        {button('tomorrow', 'Tomorrow')}
        {button('in-a-year', 'In a year')}
        <details open={Boolean(birth_date.initialValue)}>
          <summary>Their 18th birthday</summary>
          <div className="row quick-birthday">
            <Field label="Their birth date" meta={birth_date}>
              <input className="control" type="date" autoComplete="off" {...controlProps(birth_date)} />
            </Field>
            {button('birthday', 'Choose the birthday')}
          </div>
        </details>
      </div>
      <p className="hint" role="status">
        {/* Of another day that was chosen since, it says nothing. */}
        {found && (!found.date || found.date === date.value) && found.says}
      </p>
    </div>
  );
}
