/** Fetched when somebody types a phone number: it knows the numbers of all countries. */
import { readPhone } from '#services/deliveries/phone.ts';

/**
 * Reads a number while it is being typed. Where it says itself which country it is of, that country is chosen too.
 * @param country the field of the country
 * @returns the number as people check it; null while it is none
 */
export function readPhoneField(text: string, country: HTMLElement | null): string | null {
  const select = country instanceof HTMLSelectElement ? country : null;
  const phone = readPhone(text, select?.value);
  if (phone?.country && select && text.trim().startsWith('+')) select.value = phone.country;
  return phone?.grouped ?? null;
}
