import { html } from '#services/mails/html.ts';
import { emptyEnvelope } from './drawings.ts';
import type { PlainPage } from './page.ts';

/** What a browser keeps for the day when it cannot reach us (public/offline-worker.js), under whatever address was asked for. */
export function offlinePage(): PlainPage {
  return {
    status: 200,
    title: 'We cannot reach Stillhere',
    main: html`<section class="invite">
${emptyEnvelope()}
<h1>We cannot reach Stillhere.</h1>
<p class="lead">This device seems to be offline, or we are away for a moment.</p>
<p>What you keep is safe, and what is scheduled does not wait for this device.</p>
<p><a class="btn btn-primary" href="">Try again</a></p>
</section>`,
  };
}
