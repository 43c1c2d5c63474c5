/**
 * @param ids of the contents that were just saved; the first is named
 * @returns the dashboard, which says that they are saved and what can come next
 */
export function savedHref([first, ...others]: readonly string[]): string {
  return `/dashboard?content=${first}${others.length > 0 ? `&more=${others.length}` : ''}`;
}
