/** After a payment: back to what the person was about to do. */
import { ownPath } from '#app/http/own-path.ts';
import { goOnTexts } from '#messages/en/go-on.ts';
import { say } from '#messages/say.ts';

const DASHBOARD = '/dashboard';

/**
 * @param to the page that the plan was needed for, a path; null for none
 * @returns the dashboard (spec.md section 2), with a link to that page
 */
export function dashboardWith(to: string | null): string {
  return to && to !== DASHBOARD ? `${DASHBOARD}?${new URLSearchParams({ next: to })}` : DASHBOARD;
}

/** @returns the link of such a dashboard; null for any other address */
export function goOnLink(query: URLSearchParams): { to: string; words: string } | null {
  const to = ownPath(query.get('next'));
  return to ? { to, words: goOnWords(to) } : null;
}

/** @returns what the link to this page says */
export function goOnWords(to: string): string {
  if (to.startsWith('/schedule')) return say(goOnTexts.delivery);
  return say(to.startsWith('/emergency') ? goOnTexts.protocol : goOnTexts.other);
}
