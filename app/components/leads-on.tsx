import { Link } from 'react-router';

interface LeadsOnProps {
  to: string;
  children: string;
  /** The address of this page that does not lead on; null on that one. */
  stay: string | null;
}

/** For a page that leads on by itself after a while: the link to go on now, and the one to stay. */
export function LeadsOn({ to, children, stay }: LeadsOnProps) {
  return (
    <p className="row">
      <Link className="btn btn-primary" to={to}>
        {children}
      </Link>
      {stay && (
        // A new load: the browser was told to leave, and only another page makes it forget that.
        <a className="btn btn-quiet" href={stay}>
          Stay on this page
        </a>
      )}
    </p>
  );
}
