import { Link, useLocation } from 'react-router';

/** Stands where the data would be when it could not be loaded. */
export function NotLoaded() {
  const { pathname } = useLocation();
  return (
    <div className="note is-danger" role="alert">
      <p>
        <strong>We cannot reach your things just now.</strong> They are safe. Please try again in a moment.
      </p>
      <p>
        <Link to={pathname} reloadDocument>
          Try again
        </Link>
      </p>
    </div>
  );
}
