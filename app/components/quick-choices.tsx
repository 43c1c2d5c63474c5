import { type MouseEvent, useState } from 'react';
import type { QuickChoice } from '#domain/time/quick-dates.ts';
import { Field } from './field.tsx';
import { controlProps, type FormField } from './use-form.ts';
import { wallTimeAt } from './wall-time.ts';

interface QuickChoicesProps {
  birthDate: FormField;
  zone: string;
  said: string | null;
}

/**
 * Days that people often choose. Without scripts the whole form goes to the server and comes back with the day in it;
 * nothing is kept by that.
 */
export function QuickChoices({ birthDate, zone, said }: QuickChoicesProps) {
  const [found, setFound] = useState(said);
  async function choose(event: MouseEvent<HTMLButtonElement>) {
    const { form, value } = event.currentTarget;
    event.preventDefault();
    const { quickDate } = await import('#domain/time/quick-dates.ts');
    const today = wallTimeAt(new Date(), zone).slice(0, 10);
    const { date, says } = quickDate(value as QuickChoice, today, control(form, 'birth_date')?.value);
    setFound(says);
    if (!date) return;
    fill(form, 'date', date);
    if (!control(form, 'time')?.value) fill(form, 'time', '09:00');
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
        <details open={Boolean(birthDate.initialValue)}>
          <summary>Their 18th birthday</summary>
          <div className="row quick-birthday">
            <Field label="Their birth date" meta={birthDate}>
              <input className="control" type="date" autoComplete="off" {...controlProps(birthDate)} />
            </Field>
            {button('birthday', 'Choose the birthday')}
          </div>
        </details>
      </div>
      <p className="hint" role="status">
        {found}
      </p>
    </div>
  );
}

function control(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return form?.querySelector(`[name=${name}]`) ?? null;
}

/** As if it were typed: whoever listens to the form hears of it. */
function fill(form: HTMLFormElement | null, name: string, value: string): void {
  const field = control(form, name);
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
