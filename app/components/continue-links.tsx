import { Link } from 'react-router';
import { subscription } from '#messages/en/subscription.ts';
import { say } from '#messages/say.ts';

interface ContinueLinksProps {
  to: string;
  children: string;
  /** The address of this page without the automatic redirect; null on that one. */
  stay: string | null;
}

/** For a page that redirects after a while: a link to continue now, and one to stay. */
export function ContinueLinks({ to, children, stay }: ContinueLinksProps) {
  return (
    <p className="row">
      <Link className="btn btn-primary" to={to}>
        {children}
      </Link>
      {stay && (
        // Only a full page load cancels the redirect in this page's header.
        <a className="btn btn-quiet" href={stay}>
          {say(subscription.stay)}
        </a>
      )}
    </p>
  );
}
