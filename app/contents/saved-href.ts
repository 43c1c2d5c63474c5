/**
 * @param ids of the contents that were just saved; the first is named
 * @param isHeld whether one of them is private until there is a proof, and was to be public
 * @returns the dashboard, which says that they are saved and what can come next
 */
export function savedHref([first, ...others]: readonly string[], isHeld = false): string {
  return `/dashboard?content=${first}${others.length > 0 ? `&more=${others.length}` : ''}${isHeld ? '&held' : ''}`;
}
