import type { Provider } from '#app/middleware/context.ts';
import { staticPages } from '#messages/en/static-pages.ts';
import { sayAll } from '#messages/say.ts';
import { Message } from './layout.tsx';
import { staticResponse } from './rendered-response.tsx';

/**
 * Leads from a form of ours to a page of the payment provider. A redirect would not do: our policy lets forms go to our own
 * pages only, browsers apply it to redirects as well, and the provider chooses the host of its page.
 * @param url the provider's page
 */
export function leadAway(context: Provider, url: string): Response {
  const { href } = new URL(url);
  const { title, heading, lead, go } = sayAll(staticPages['to-stripe']);
  const page = (
    <Message heading={heading} title={title}>
      <p className="lead">{lead}</p>
      <p>
        <a className="btn btn-primary" href={href}>
          {go}
        </a>
      </p>
    </Message>
  );
  const response = staticResponse(context, page);
  response.headers.set('refresh', `0; url=${href}`);
  return response;
}
