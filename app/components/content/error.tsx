import { Link, useLocation } from 'react-router';
import { backToContents, errorWords } from '#app/components/error-page.tsx';
import { Modal } from '#app/components/modal.tsx';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { listUnder } from './lists.ts';

const HEADING = 'h-no-content';

/** A content that cannot be shown, over the list that it was opened from. */
export function ContentErrorOver({ error }: { error: unknown }) {
  const { title, sentence, link } = errorWords(error);
  const back = backToContents();
  return (
    <Modal labelledBy={HEADING} closeTo={listUnder(useLocation())}>
      <title>{say(frame.title, { title })}</title>
      <div className="inner stack-s">
        <h2 id={HEADING}>{title}</h2>
        <p>{sentence}</p>
      </div>
      <div className="acts">
        {link && (
          <Link className="btn btn-primary" to={link.to}>
            {link.label}
          </Link>
        )}
        {/* Loaded again: the list below still shows the content. */}
        <Link className="btn btn-secondary" to={back.to} reloadDocument>
          {back.label}
        </Link>
      </div>
    </Modal>
  );
}
