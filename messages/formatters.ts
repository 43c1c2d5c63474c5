/** Formatters in the language of the page. Making one takes a hundred times as long as using it. */
import { keptNew } from '#domain/kept.ts';
import { formatLocale } from './say.ts';

const dateFormats = keptNew(Intl.DateTimeFormat);
const listFormats = keptNew(Intl.ListFormat);
const numberFormats = keptNew(Intl.NumberFormat);

/** @returns one for dates @throws RangeError for a time zone that this runtime does not know */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateFormats(formatLocale(), options);
}

/** @returns one for lists, as Intl makes it */
export function listFormat(options?: Intl.ListFormatOptions): Intl.ListFormat {
  return listFormats(formatLocale(), options);
}

/** @returns one for numbers, as Intl makes it */
export function numberFormat(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return numberFormats(formatLocale(), options);
}
