import { Link, useLocation } from 'react-router';
import { EVERYTHING, errorWords } from '#app/components/error-page.tsx';
import { Modal } from '#app/components/modal.tsx';

const HEADING = 'h-no-content';

/** One content that cannot be shown, over the list that it was to be opened from. */
export function ContentErrorOver({ error }: { error: unknown }) {
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
        <Link className="btn btn-secondary" to={EVERYTHING.to} reloadDocument>
          {EVERYTHING.label}
        </Link>
      </div>
    </Modal>
  );
}
