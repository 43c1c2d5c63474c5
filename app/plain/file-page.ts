import type { ErrorCode } from '#domain/errors.ts';
import { html } from '#services/mails/html.ts';
import type { PlainPage } from './page.ts';
import { troublePage } from './trouble-page.ts';

const AWAY = 'We cannot reach this file just now.';
const HEADINGS: Partial<Record<ErrorCode, string>> = {
  damaged: 'We refuse to show this file.',
  'not-found': 'There is no such file here.',
  gone: 'This file is no longer here.',
};
const AWAY_ADVICE = 'Nothing was lost. Please try again in a few minutes.';

/**
 * What the address of a file shows that does not come: where no script could say it beside the file.
 * @param code why, or null where it was our own fault
 * @param explanation the sentence about it
 */
export function filePage(code: ErrorCode | null, explanation: string | null): PlainPage {
  return troublePage(code, {
    heading: HEADINGS[code ?? 'unavailable'] ?? AWAY,
    words: explanation ?? AWAY_ADVICE,
    advice: html`<a href="/">Back to Stillhere</a>`,
  });
}
