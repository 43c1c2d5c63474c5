import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { SealedBadge } from '#app/components/sealed-badge.tsx';
import { TypeBadge, typeName } from '#app/components/type-badge.tsx';
import type { OwnContent } from '#app/contents/own-content.ts';
import { inMegabytes } from '#domain/content/content.ts';
import { plainDate } from '#messages/dates.ts';
import { contentItem } from '#messages/en/content-item.ts';
import { frame } from '#messages/en/frame.ts';
import { say, sayRich } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { ContentBody } from './body.tsx';
import { DeleteButton } from './deletion.tsx';
import { Letter } from './letter.tsx';
import { VisibilityButton } from './visibility.tsx';

interface DetailProps {
  own: OwnContent;
  headingId: string;
  /** The next page after Close and after a deletion. */
  closeTo: string;
  /** h1 on a page, h2 in a dialog. */
  heading: 'h1' | 'h2';
}

/** The bar at the top of a content: its type, and links to edit and schedule it. */
export function DetailBar({ content }: { content: ContentView }) {
  return (
    <>
      <p className="grow">{content.is_sealed ? <SealedBadge /> : <TypeBadge type={content.type} />}</p>
      <Link className="btn btn-quiet" to={`/content/${content.id}/edit`}>
        {say(contentItem.edit)}
      </Link>
      <Link className="btn btn-quiet" to={`/schedule?content=${content.id}`}>
        {say(contentItem.schedule)}
      </Link>
    </>
  );
}

/** A whole content: in a dialog over its list, or on a page of its own. */
export function ContentDetail({ own, headingId, closeTo, heading: Heading }: DetailProps) {
  const { content, pending, beyondSharing, recipientNote, opensWith, hasLocation, time_zone } = own;
  const hasVersions = content.type === 'text' && content.version > 1;
  const summary = useFocusOnChange<HTMLParagraphElement>(content.is_public);
  return (
    <>
      <div className="inner">
        <div className="letter-head">
          <Heading id={headingId}>{content.title || say(frame.untitled)}</Heading>
          <p className="small soft" ref={summary} tabIndex={-1}>
            {say(content.type === 'text' ? contentItem.written : contentItem.kept, {
              day: plainDate(content.created_at, time_zone),
            })}{' '}
            {nextDelivery(pending)} {content.is_public && <PublicLink id={content.id} />}{' '}
            {hasVersions && <Link to={`/content/${content.id}/versions`}>{say(contentItem.versions)}</Link>}
          </p>
        </div>
        {content.caption && <Letter text={content.caption} />}
        <ContentBody
          content={content}
          opensWith={opensWith}
          isOwn
          sealedAt={content.is_sealed ? `/content/${content.id}` : null}
        />
        {recipientNote && <p className="small soft">{recipientNote}</p>}
        {hasLocation && (
          <p className="small soft">
            {say(content.shares_location ? contentItem.locationShared : contentItem.locationHidden)}
          </p>
        )}
        <Metadata content={content} heading={Heading === 'h1' ? 'h2' : 'h3'} />
      </div>
      <div className="acts">
        {!content.is_sealed && <VisibilityButton verb="publish" content={content} beyond={beyondSharing} />}
        {content.is_sealed || content.is_public ? null : (
          <Link className="btn btn-secondary" to={`/content/${content.id}/seal`}>
            {say(contentItem.seal)}
          </Link>
        )}
        {!content.is_sealed && <VisibilityButton verb="unpublish" content={content} />}
        <DeleteButton {...own} back={closeTo} />
      </div>
    </>
  );
}

/** Moves the focus to an element when a value changes: the button that was pressed is gone by then. */
function useFocusOnChange<Element extends HTMLElement>(value: boolean) {
  const element = useRef<Element>(null);
  const known = useRef(value);
  useEffect(() => {
    if (known.current !== value) element.current?.focus({ preventScroll: true });
    known.current = value;
  }, [value]);
  return element;
}

function PublicLink({ id }: { id: string }) {
  return sayRich(contentItem.public, {
    link: (children) => (
      <Link to={`/shared/${id}`} reloadDocument>
        {children}
      </Link>
    ),
  });
}

/** Says when the content is sent, and to whom. */
function nextDelivery([next, ...others]: readonly DeliveryView[]): string {
  if (!next) return '';
  const recipient = next.recipient_name || next.recipient_email;
  const day = plainDate(next.scheduled_time, next.time_zone);
  const first = say(contentItem.goes, { recipient, day });
  return others.length === 0 ? first : `${first} ${say(contentItem.moreWait, { count: others.length })}`;
}

function Metadata({ content, heading: Heading }: { content: ContentView; heading: 'h2' | 'h3' }) {
  const { type, metadata } = content;
  return (
    <section className="meta" aria-label={say(contentItem.details)}>
      <Heading className="label">{say(contentItem.details)}</Heading>
      <dl className="facts">
        <dt>{say(contentItem.filename)}</dt>
        <dd>{metadata.original_filename ?? say(contentItem.noFilename)}</dd>
        <dt>{say(contentItem.type)}</dt>
        <dd>
          {type === 'text'
            ? typeName(type)
            : say(contentItem.typeAndFormat, { type: typeName(type), format: metadata.content_type })}
        </dd>
        <dt>{say(contentItem.size)}</dt>
        <dd>{inMegabytes(metadata.size)}</dd>
      </dl>
    </section>
  );
}
