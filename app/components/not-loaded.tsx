import { Link, useLocation } from 'react-router';
import { frame } from '#messages/en/frame.ts';
import { say, sayRich } from '#messages/say.ts';

/** In place of a page's data that could not be loaded. */
export function NotLoaded() {
  const { pathname } = useLocation();
  return (
    <div className="note is-danger" role="alert">
      <p>{sayRich(frame.notLoaded, { strong: (children) => <strong>{children}</strong> })}</p>
      <p>
        <Link to={pathname} reloadDocument>
          {say(frame.again)}
        </Link>
      </p>
    </div>
  );
}
