import { STATUS } from '#app/http/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { type Html, html } from '#services/mails/html.ts';
import { emptyEnvelope } from './drawings.ts';
import type { PlainPage } from './page.ts';

/** What did not work, and what to do about it. */
interface Trouble {
  /** A sentence with its full stop. */
  heading: string;
  /** What happened. */
  words: string;
  advice: Html | string;
}

/** In seconds: what is ours is mended by then, or somebody is at it. */
const TRY_AGAIN_AFTER = 120;

/**
 * What a plain page shows in place of what was asked for.
 * @param code why, or null where it was our own fault
 */
export function troublePage(code: ErrorCode | null, { heading, words, advice }: Trouble): PlainPage {
  const status = STATUS[code ?? 'unavailable'];
  return {
    status,
    title: heading.replace(/\.$/, ''),
    main: html`<section class="invite">
${emptyEnvelope()}
<h1>${heading}</h1>
<p class="lead">${words}</p>
<p>${advice}</p>
</section>`,
    ...(status === STATUS.unavailable && { retryAfter: TRY_AGAIN_AFTER }),
  };
}
