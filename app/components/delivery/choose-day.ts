/** Loaded when an owner chooses a day by a button. */
import { MORNING, wallTimeAt } from '#app/deliveries/wall-time.ts';
import { isQuickChoice, quickDate } from '#domain/time/quick-dates.ts';
import { sayQuickDate } from '#messages/quick-dates.ts';

/** A calendar day, null while a birth date is missing, and the sentence about it. */
export interface ChosenDay {
  date: string | null;
  says: string;
}

/**
 * Enters the day of a button into the form.
 * @param choice what the button is called
 * @param zone decides which day is today
 * @returns that day, and what the page says about it; null for any other button
 */
export function chooseDay(form: HTMLFormElement | null, choice: string, zone: string): ChosenDay | null {
  if (!isQuickChoice(choice)) return null;
  const control = (name: string) => form?.querySelector<HTMLInputElement>(`[name=${name}]`) ?? null;
  const today = wallTimeAt(new Date(), zone).slice(0, 10);
  const found = quickDate(choice, today, control('birth_date')?.value);
  const { date } = found;
  const chosen = { date, says: sayQuickDate(found) };
  if (!date) return chosen;
  fill(control('date'), date);
  if (!control('time')?.value) fill(control('time'), MORNING);
  return chosen;
}

/** Sets a value as typing would, with the event that forms listen to. */
function fill(field: HTMLInputElement | null, value: string): void {
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
