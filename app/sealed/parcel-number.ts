/** @param number of a parcel, as `numberOf` gives it. @returns "1F86 5113", as it is written on paper and read from it */
export function inGroups(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ');
}
