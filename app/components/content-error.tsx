import { Link, useLocation } from 'react-router';
import { ErrorPage, errorWords } from './error-page.tsx';
import { Modal } from './modal.tsx';

const LIST = { to: '/dashboard/content', label: 'Everything you keep' };

interface ContentErrorProps {
  /** Whatever was thrown. */
  error: unknown;
}

/** A page about one content that cannot be shown: it may have been deleted elsewhere, and the list is near. */
export function ContentErrorPage({ error }: ContentErrorProps) {
  return <ErrorPage error={error} back={LIST} />;
}

const HEADING = 'h-no-content';

/** The same over the list that it was to be opened from. */
export function ContentErrorOver({ error }: ContentErrorProps) {
  const { title, sentence } = errorWords(error);
  const { pathname, search } = useLocation();
  return (
    <Modal labelledBy={HEADING} closeTo={pathname.replace(/\/open\/[^/]+$/, '') + search}>
      <title>{`${title} · Stillhere`}</title>
      <div className="inner stack-s">
        <h2 id={HEADING}>{title}</h2>
        <p>{sentence}</p>
      </div>
      <div className="acts">
        {/* Read anew: the list that is there still shows it. */}
        <Link className="btn btn-secondary" to={LIST.to} reloadDocument>
          {LIST.label}
        </Link>
      </div>
    </Modal>
  );
}
