import { Link } from 'react-router';

interface LeadsOnProps {
  to: string;
  children: string;
  /** This page under the address where it stays; null when it does. */
  stay: string | null;
}

/** Where a page leads that goes on by itself after a while, and how to keep it. */
export function LeadsOn({ to, children, stay }: LeadsOnProps) {
  return (
    <p className="row">
      <Link className="btn btn-primary" to={to}>
        {children}
      </Link>
      {stay && (
        // Loaded anew: the browser has been told to leave, and only another page makes it forget that.
        <a className="btn btn-quiet" href={stay}>
          Stay on this page
        </a>
      )}
    </p>
  );
}
