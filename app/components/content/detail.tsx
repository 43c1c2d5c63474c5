import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { plainDate } from '#app/components/dates.ts';
import { TYPE_NAMES, TypeBadge } from '#app/components/type-badge.tsx';
import type { OwnContent } from '#app/contents/own-content.ts';
import { inMegabytes } from '#domain/content/content.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { ContentBody } from './body.tsx';
import { DeleteButton } from './deletion.tsx';
import { VisibilityButton } from './visibility.tsx';

interface DetailProps {
  own: OwnContent;
  headingId: string;
  /** Where Close leads, and where to go when it was deleted. */
  closeTo: string;
  /** The heading of a page, or of a sheet over one. */
  heading: 'h1' | 'h2';
}

/** What stands at the top of it: what kind of thing it is, and what can be done besides looking at it. */
export function DetailBar({ content }: { content: ContentView }) {
  return (
    <>
      <p className="grow">
        <TypeBadge type={content.type} />
      </p>
      {content.type === 'text' && (
        <Link className="btn btn-quiet" to={`/content/${content.id}/edit`}>
          Edit
        </Link>
      )}
      <Link className="btn btn-quiet" to={`/schedule?content=${content.id}`}>
        Schedule
      </Link>
    </>
  );
}

/** One kept thing, whole: over the list that it was opened from, or as a page of its own. */
export function ContentDetail({ own, headingId, closeTo, heading: Heading }: DetailProps) {
  const { content, pending, beyondSharing, time_zone } = own;
  const standing = useFocusOnChange<HTMLParagraphElement>(content.is_public);
  return (
    <>
      <div className="inner">
        <div className="letter-head">
          <Heading id={headingId}>{content.title || 'Untitled'}</Heading>
          <p className="small soft" ref={standing} tabIndex={-1}>
            {content.type === 'text' ? 'Written' : 'Kept'} on {plainDate(content.created_at, time_zone)}.{' '}
            {waitingWords(content, pending)}{' '}
            {content.is_public && (
              <>
                Public: everyone can see it{' '}
                <Link to={`/shared/${content.id}`} reloadDocument>
                  on the Shared page
                </Link>
                .
              </>
            )}
          </p>
        </div>
        <ContentBody content={content} />
        <Metadata content={content} heading={Heading === 'h1' ? 'h2' : 'h3'} />
      </div>
      <div className="acts">
        <VisibilityButton verb="publish" content={content} beyond={beyondSharing} />
        <VisibilityButton verb="unpublish" content={content} />
        <DeleteButton {...own} back={closeTo} />
      </div>
    </>
  );
}

/** The button that was pressed is gone by then: the focus goes to the words that tell what is new. */
function useFocusOnChange<Element extends HTMLElement>(value: boolean) {
  const element = useRef<Element>(null);
  const known = useRef(value);
  useEffect(() => {
    if (known.current !== value) element.current?.focus({ preventScroll: true });
    known.current = value;
  }, [value]);
  return element;
}

/** What everyone can see is not sealed. */
function waitingWords({ is_public }: ContentView, [next, ...others]: readonly DeliveryView[]): string {
  if (!next) return '';
  const to = next.recipient_name || next.recipient_email;
  const day = plainDate(next.scheduled_time, next.time_zone);
  const more = others.length > 0 ? ` ${others.length} more ${others.length === 1 ? 'waits' : 'wait'}.` : '';
  return `${is_public ? `Goes to ${to} on ${day}.` : `Sealed until ${day}, for ${to}.`}${more}`;
}

function Metadata({ content, heading: Heading }: { content: ContentView; heading: 'h2' | 'h3' }) {
  const { type, metadata } = content;
  return (
    <section className="meta" aria-label="Details">
      <Heading className="label">Details</Heading>
      <dl className="facts">
        <dt>Filename</dt>
        <dd>{metadata.original_filename ?? 'None, written here'}</dd>
        <dt>Type</dt>
        <dd>{type === 'text' ? TYPE_NAMES.text : `${TYPE_NAMES[type]}, ${metadata.content_type}`}</dd>
        <dt>Size</dt>
        <dd>{inMegabytes(metadata.size)}</dd>
      </dl>
    </section>
  );
}
