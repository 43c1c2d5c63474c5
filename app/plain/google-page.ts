import { STATUS } from '#app/http/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { html } from '#services/mails/html.ts';
import { emptyEnvelope } from './drawings.ts';
import type { PlainPage } from './page.ts';

const HEADINGS: Partial<Record<ErrorCode, string>> = {
  forbidden: 'Google does not vouch for this address.',
  conflict: 'This address is in use.',
  unavailable: 'Google does not answer.',
  'not-found': 'There is no such way in here.',
};
const OURS = 'Something on our side is not working.';
const TRY_AGAIN_AFTER = 60;

/**
 * What somebody sees who could not come in by Google. Nothing of what the far side has said is on it.
 * @param code why, or null where it was our own fault
 * @param explanation the sentence about it
 */
export function googleProblemPage(code: ErrorCode | null, explanation: string | null): PlainPage {
  const status = STATUS[code ?? 'unavailable'];
  const heading = HEADINGS[code ?? 'damaged'] ?? 'That did not work.';
  return {
    status,
    title: heading.replace(/\.$/, ''),
    main: html`<section class="invite">
${emptyEnvelope()}
<h1>${heading}</h1>
<p class="lead">${explanation ?? OURS} You are not signed in, and nothing was changed.</p>
<p><a class="btn btn-primary" href="/auth">Try again</a></p>
</section>`,
    ...(status === STATUS.unavailable && { retryAfter: TRY_AGAIN_AFTER }),
  };
}
