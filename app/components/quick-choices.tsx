import { type MouseEvent, useState } from 'react';
import type { QuickChoice } from '#domain/time/quick-dates.ts';
import { Field } from './field.tsx';
import { controlProps, type FormField } from './use-form.ts';

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
    const { chooseDay } = await import('./choose-day.ts');
    setFound(chooseDay(form, value, zone));
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
