import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { PlanBanner as Banner } from '#app/plans/banners.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';

interface PlanLinkProps extends Pick<Banner, 'link'> {
  /** Opens in a new tab: this page has unsaved input. */
  isApart?: boolean;
  look?: string;
}

interface PlanBannerProps extends Banner, PlanLinkProps {
  /** The reply that it belongs to: each new one brings the focus here. */
  answers?: object | undefined;
}

/** What the person's plan means for this page. The server writes its text. */
export function PlanBanner({ strong, text, answers, ...link }: PlanBannerProps) {
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

/** The link of a banner. */
export function PlanLink({ link, isApart, look }: PlanLinkProps) {
  if (!link) return null;
  return (
    <Link className={look} to={link.to} reloadDocument {...(isApart && { target: '_blank', rel: 'noopener' })}>
      {link.words}
      {isApart && <span className="vh"> {say(frame.newTab)}</span>}
    </Link>
  );
}
