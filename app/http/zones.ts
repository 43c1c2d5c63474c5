/** @returns all zones that this server knows, by name, and the one that is chosen even where it is not among them */
export function zonesWith(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
