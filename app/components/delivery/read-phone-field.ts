/** The phone numbers of all countries: a page fetches this module when a number is typed. */
import { readPhone } from '#services/deliveries/phone.ts';

/**
 * Reads a number while it is being typed. A number with a country code also selects that country.
 * @param country the field of the country
 * @param isNew the number changed since the last reading: a country that the person chose since then stays
 * @returns the number in groups of digits; null while it is not valid
 */
export function readPhoneField(text: string, country: HTMLElement | null, isNew: boolean): string | null {
  const select = country instanceof HTMLSelectElement ? country : null;
  const phone = readPhone(text, select?.value);
  if (isNew && phone?.country && select && text.trim().startsWith('+')) select.value = phone.country;
  return phone?.grouped ?? null;
}
