import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { contentEdit } from '#messages/en/content-edit.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import type { SavedSince } from '#services/vault/edit-content.ts';
import { Letter } from './letter.tsx';

interface SavedMeanwhileProps {
  id: string;
  saved: SavedSince;
  /** A camera wrote its location into the file. */
  hasLocation: boolean;
}

/** The other text, where a content was changed in two windows. The form below it has this window's. */
export function SavedMeanwhile({ id, saved, hasLocation }: SavedMeanwhileProps) {
  const { title, content, caption, shares_location } = saved;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <section className="other-version" aria-labelledby="h-other">
        <h2 id="h-other" ref={heading} tabIndex={-1}>
          {say(contentEdit.other.heading)}
        </h2>
        <p className="small soft">{say(content ? contentEdit.other.help : contentEdit.other.helpForFile)}</p>
        <h3 dir="auto">{title || say(frame.untitled)}</h3>
        <Letter text={content || caption} />
        {hasLocation && (
          <p>{say(shares_location ? contentEdit.other.locationShared : contentEdit.other.locationHidden)}</p>
        )}
        <p>
          <Link to={`/dashboard/content/${id}`}>{say(contentEdit.other.leave)}</Link>
        </p>
      </section>
      <h2>{say(contentEdit.other.own)}</h2>
    </>
  );
}
