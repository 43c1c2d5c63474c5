import { type Provider, themeContext } from '#app/middleware/context.ts';
import { html } from '#services/mails/html.ts';
import { type PlainPage, plainResponse } from './page.ts';

/**
 * Leads from a form of ours to a page of the payment provider, where something is paid or a card is seen to. Not by a
 * redirect: browsers hold a form to the pages that our policy allows it, also for where it is sent on to, and the
 * provider decides the host of its page.
 * @param url where to; the provider's word
 */
export function leadAway(context: Provider, url: string): Response {
  const page: PlainPage = {
    status: 200,
    title: 'On to Stripe',
    main: html`<section class="invite">
<h1>On to Stripe.</h1>
<p class="lead">The next page is kept by Stripe, so that we never see your card.</p>
<p><a class="btn btn-primary" href="${new URL(url).href}">Go on</a></p>
</section>`,
  };
  const response = plainResponse(page, context.get(themeContext));
  response.headers.set('refresh', `0; url=${new URL(url).href}`);
  return response;
}
