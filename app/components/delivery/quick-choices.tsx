import { type MouseEvent, useRef, useState } from 'react';
import { InputField, type TextMeta } from '#app/components/field.tsx';
import type { QuickChoice } from '#domain/time/quick-dates.ts';
import { deliveryForm as texts } from '#messages/en/delivery-form.ts';
import { say } from '#messages/say.ts';
import type { ChosenDay } from './choose-day.ts';

interface QuickChoicesProps {
  fields: Record<'date' | 'birth_date', TextMeta>;
  zone: string;
  /** Without scripts: the server's sentence about the day that a button chose. */
  dayNote: string | null;
}

/**
 * Days that people often choose. Without scripts the whole form goes to the server and comes back with the day in it; nothing
 * is saved.
 */
export function QuickChoices({ fields, zone, dayNote }: QuickChoicesProps) {
  const { date, birth_date } = fields;
  const [found, setFound] = useState<ChosenDay | null>(dayNote ? { date: null, says: dayNote } : null);
  const pressed = useRef<HTMLButtonElement>(null);
  async function choose(event: MouseEvent<HTMLButtonElement>) {
    const button = event.currentTarget;
    event.preventDefault();
    pressed.current = button;
    const { chooseDay } = await import('./choose-day.ts');
    // Another button was pressed meanwhile, and counts.
    if (pressed.current === button) setFound(chooseDay(button.form, button.value, zone));
  }
  const button = (value: QuickChoice, label: string) => (
    <button className="btn btn-secondary" type="submit" name="quick" value={value} onClick={choose}>
      {label}
    </button>
  );
  return (
    <div className="quick">
      <div className="row">
        {button('tomorrow', say(texts.tomorrow))}
        {button('in-a-year', say(texts.inAYear))}
        <details open={Boolean(birth_date.initialValue)}>
          <summary>{say(texts.birthday)}</summary>
          <div className="row quick-birthday">
            <InputField label={say(texts.birthDate)} type="date" autoComplete="off" meta={birth_date} />
            {button('birthday', say(texts.chooseBirthday))}
          </div>
        </details>
      </div>
      <p className="hint" role="status">
        {/* It does not speak of another day that was chosen since. */}
        {found && (!found.date || found.date === date.value) && found.says}
      </p>
    </div>
  );
}
