import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { PlanNotice as Notice } from '#app/plans/notices.ts';

interface PlanLinkProps extends Pick<Notice, 'link'> {
  /** Opens beside this page: what was written here cannot go along. */
  isApart?: boolean;
  look?: string;
}

interface PlanNoticeProps extends Notice, PlanLinkProps {
  /** What it is the answer to: somebody who sent a form is brought here, each time. */
  answers?: object | undefined;
}

/** What somebody's plan means for this page; its words come from the server. */
export function PlanNotice({ strong, text, answers, ...link }: PlanNoticeProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answers) note.current?.focus();
  }, [answers]);
  return (
    <div className="note" ref={note} tabIndex={-1}>
      <p>
        <strong>{strong}.</strong> {text}
      </p>
      {link.link && (
        <p>
          <PlanLink {...link} />
        </p>
      )}
    </div>
  );
}

/** Where to go on from such a notice. */
export function PlanLink({ link, isApart, look }: PlanLinkProps) {
  if (!link) return null;
  return (
    <Link className={look} to={link.to} reloadDocument {...(isApart && { target: '_blank', rel: 'noopener' })}>
      {link.words}
      {isApart && <span className="vh"> (opens in a new tab)</span>}
    </Link>
  );
}
