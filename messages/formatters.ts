/** Formatters in the language of the page. Making one takes a hundred times as long as using it. */
import { keptNew } from '#domain/kept.ts';
import { formatLocale } from './say.ts';

/** @throws RangeError for a time zone that this runtime does not know */
export const dateFormat = inLocale<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
export const listFormat = inLocale<Intl.ListFormatOptions, Intl.ListFormat>(Intl.ListFormat);
export const numberFormat = inLocale<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);

function inLocale<Options, Format>(
  Type: new (locale: string, options?: Options) => Format,
): (options?: Options) => Format {
  const make = keptNew(Type);
  return (options) => make(formatLocale(), options);
}
