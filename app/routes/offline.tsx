import { themeContext } from '#app/middleware/context.ts';
import { EmptyEnvelope } from '#app/static-pages/drawings.tsx';
import { Message } from '#app/static-pages/layout.tsx';
import { staticPages } from '#messages/en/static-pages.ts';
import { sayAll } from '#messages/say.ts';
import type { Route } from './+types/offline.ts';

/** The system's theme: browsers store this page, and it is older than what is chosen later. */
const withSystemTheme: Route.MiddlewareFunction = ({ context }, next) => {
  context.set(themeContext, null);
  return next();
};

export const middleware: Route.MiddlewareFunction[] = [withSystemTheme];

/** What a browser shows in place of any page while it cannot reach us (public/offline-worker.js). */
export default function Offline() {
  const { title, heading, lead, safe, retry } = sayAll(staticPages.offline);
  return (
    <Message drawing={<EmptyEnvelope />} heading={heading} title={title}>
      <p className="lead">{lead}</p>
      <p>{safe}</p>
      <p>
        {/* biome-ignore lint/a11y/useValidAnchor: it means the address that was asked for. */}
        <a className="btn btn-primary" href="">
          {retry}
        </a>
      </p>
    </Message>
  );
}
