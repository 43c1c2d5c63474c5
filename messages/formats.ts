/** Intl's formatters, each made once: making one takes a hundred times as long as using it. */

/** A few pages' worth. One for dates takes 46 KB, and there are as many as zones and kinds of dates. */
const MOST = 400;

export const dateFormat = remembered(Intl.DateTimeFormat);
export const numberFormat = remembered(Intl.NumberFormat);
export const listFormat = remembered(Intl.ListFormat);
export const pluralRules = remembered(Intl.PluralRules);

/** @returns a function with the arguments of the constructor, which makes a formatter once and forgets the oldest of many */
function remembered<Args extends unknown[], Formatter>(
  Format: new (...args: Args) => Formatter,
): (...args: Args) => Formatter {
  const made = new Map<string, Formatter>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key);
    if (known) return known;
    const formatter = new Format(...args);
    if (made.size === MOST) made.delete(made.keys().next().value ?? '');
    made.set(key, formatter);
    return formatter;
  };
}
