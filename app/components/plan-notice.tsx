import { Link } from 'react-router';
import type { PlanNotice as Notice } from '#app/plans/notices.ts';

interface PlanNoticeProps extends Notice {
  /** Opens what it leads to beside this page: what was written here cannot go along. */
  isApart?: boolean;
  look?: string;
}

/** What somebody's plan means for this page; its words come from the server. */
export function PlanNotice({ strong, text, link, isApart, look }: PlanNoticeProps) {
  return (
    <div className="note">
      <p>
        <strong>{strong}</strong> {text}
      </p>
      {link && (
        <p>
          <Link className={look} to={link.to} {...(isApart && { target: '_blank', rel: 'noopener' })}>
            {link.words}
            {isApart && <span className="vh"> (opens in a new tab)</span>}
          </Link>
        </p>
      )}
    </div>
  );
}
