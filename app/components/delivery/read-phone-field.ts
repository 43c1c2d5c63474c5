/** The phone numbers of all countries: a page fetches this module when a number is typed. */
import { readPhone } from '#services/deliveries/phone.ts';

/**
 * Reads a number while it is being typed. A number with a country code also selects that country.
 * @param country the field of the country
 * @returns the number in groups of digits; null while it is not valid
 */
export function readPhoneField(text: string, country: HTMLElement | null): string | null {
  const select = country instanceof HTMLSelectElement ? country : null;
  const phone = readPhone(text, select?.value);
  if (phone?.country && select && text.trim().startsWith('+')) select.value = phone.country;
  return phone?.grouped ?? null;
}
