/** Fetched when somebody chooses a day by a button. */
import { isQuickChoice, type QuickDate, quickDate } from '#domain/time/quick-dates.ts';
import { wallTimeAt } from './wall-time.ts';

/** A day that was chosen by a button comes with an hour, where there was none. */
export const MORNING = '09:00';

/**
 * Puts the day that a button stands for into the form.
 * @param choice what the button is called
 * @param zone by whose clocks it is today
 * @returns that day, and what is to be said about it
 */
export function chooseDay(form: HTMLFormElement | null, choice: string, zone: string): QuickDate | null {
  if (!isQuickChoice(choice)) return null;
  const control = (name: string) => form?.querySelector<HTMLInputElement>(`[name=${name}]`) ?? null;
  const today = wallTimeAt(new Date(), zone).slice(0, 10);
  const found = quickDate(choice, today, control('birth_date')?.value);
  if (!found.date) return found;
  fill(control('date'), found.date);
  if (!control('time')?.value) fill(control('time'), MORNING);
  return found;
}

/** Sets a value as typing would, with the event that forms listen to. */
function fill(field: HTMLInputElement | null, value: string): void {
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
