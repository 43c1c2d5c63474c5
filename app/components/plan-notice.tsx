import { Link } from 'react-router';
import type { PlanNotice as Notice } from '#app/plans/notices.ts';

interface PlanLinkProps extends Pick<Notice, 'link'> {
  /** Opens beside this page: what was written here cannot go along. */
  isApart?: boolean;
  look?: string;
}

/** What somebody's plan means for this page; its words come from the server. */
export function PlanNotice({ strong, text, ...link }: Notice & PlanLinkProps) {
  return (
    <div className="note">
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
    <Link className={look} to={link.to} {...(isApart && { target: '_blank', rel: 'noopener' })}>
      {link.words}
      {isApart && <span className="vh"> (opens in a new tab)</span>}
    </Link>
  );
}
