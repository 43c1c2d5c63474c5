/** Phone numbers: as people write them, in E.164, and grouped so that people can check them by eye. */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { isTimeZone } from '#domain/time/zone.ts';
import { currentLocale } from '#messages/say.ts';

/** A number as we store it and as we show it. */
export interface Phone {
  /** E.164, such as +351912345678. */
  number: string;
  /** The same as people read it, such as +351 912 345 678. */
  grouped: string;
  /** ISO 3166. Null where it is unknown: several countries can share a calling code. */
  country: string | null;
}

/**
 * Reads a number as people write it.
 * @param country whose calling code is meant where the text has none; ISO 3166
 * @returns null when no such number can exist. New ranges are opened every year, so only its length is checked: whether
 *   it is in use, only the provider can tell
 */
export function readPhone(text: string, country?: string | null): Phone | null {
  const meant = country && isSupportedCountry(country) ? country : undefined;
  const phone = parsePhoneNumberFromString(text, meant);
  if (!phone?.isPossible()) return null;
  return { number: phone.number, grouped: phone.formatInternational(), country: phone.country ?? null };
}

/** @returns a number of ours as people read it; as it is where it cannot be read */
export function groupedPhone(number: string): string {
  return readPhone(number)?.grouped ?? number;
}

/** A country to choose, and what its numbers begin with. */
export interface PhoneCountry {
  code: string;
  name: string;
  /** With +. */
  calling: string;
}

/** @returns all countries with phones, by name */
export function phoneCountries(): PhoneCountry[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, calling: `+${getCountryCallingCode(code)}` }))
    .sort((a, b) => a.name.localeCompare(b.name, currentLocale()));
}

let countryByZone: ReadonlyMap<string, CountryCode> | null = null;

/** @returns the country whose clocks a zone tells, ISO 3166; null for UTC and for zones that we do not know */
export function countryOfZone(timeZone: string): string | null {
  countryByZone ??= new Map(getCountries().flatMap((code) => zonesOf(code).map((zone) => [zone, code] as const)));
  return countryByZone.get(timeZone) ?? countryByZone.get(usualName(timeZone)) ?? null;
}

function zonesOf(country: CountryCode): string[] {
  const place: Intl.Locale & { getTimeZones?(): string[] | undefined } = new Intl.Locale('und', { region: country });
  return place.getTimeZones?.() ?? [];
}

/** A zone can have several names: Asia/Kolkata is Asia/Calcutta. */
function usualName(timeZone: string): string {
  return isTimeZone(timeZone) ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : timeZone;
}
