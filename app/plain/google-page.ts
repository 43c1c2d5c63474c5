import type { ErrorCode } from '#domain/errors.ts';
import { html } from '#services/mails/html.ts';
import type { PlainPage } from './page.ts';
import { troublePage } from './trouble-page.ts';

const HEADINGS: Partial<Record<ErrorCode, string>> = {
  forbidden: 'Google does not vouch for this address.',
  conflict: 'This address is in use.',
  unavailable: 'Google does not answer.',
  'not-found': 'There is no such way in here.',
};
const OURS = 'Something on our side is not working.';

/**
 * What somebody sees who could not come in by Google. Nothing of what the far side has said is on it.
 * @param code why, or null where it was our own fault
 * @param explanation the sentence about it
 */
export function googleProblemPage(code: ErrorCode | null, explanation: string | null): PlainPage {
  return troublePage(code, {
    heading: HEADINGS[code ?? 'damaged'] ?? 'That did not work.',
    words: `${explanation ?? OURS} You are not signed in, and nothing was changed.`,
    advice: html`<a class="btn btn-primary" href="/auth">Try again</a>`,
  });
}
