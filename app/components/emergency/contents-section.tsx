import { Form, Link, useNavigation } from 'react-router';
import { useFocusAfterDeletion } from '#app/components/dialog-focus.ts';
import { firstWords } from '#app/components/first-words.ts';
import { TYPE_NAMES, TypeBadge } from '#app/components/type-badge.tsx';
import type { ContentView } from '#services/contents/content-view.ts';
import type { EmergencyOverview } from '#services/emergency/overview.ts';
import { count } from './words.ts';

export const CONTENTS = '/emergency/contents';
/** spec.md section 9. */
const PREVIEW_LENGTH = 80;

type ContentsSectionProps = Pick<EmergencyOverview, 'contents' | 'offered'> & {
  /** How many are set aside. */
  total: number;
};

/** What is set aside, with the way to add and remove something. */
export function ContentsSection({ contents, offered, total }: ContentsSectionProps) {
  const isAdding = useNavigation().formData?.get('verb') === 'add';
  return (
    <section className="spread" aria-labelledby="h-set-aside" id="contents">
      <div className="aside">
        <h2 id="h-set-aside" data-list>
          Emergency Content
        </h2>
        <p>Sent to each contact if the line reaches its end.{total > 1 && ` ${count(total, 'item')}.`}</p>
      </div>
      <div className="body stack">
        {contents.shown.length > 0 ? (
          <ul className="lines">
            {contents.shown.map((content) => (
              <Item key={content.id} content={content} />
            ))}
          </ul>
        ) : (
          <p className="soft">Nothing is set aside yet.</p>
        )}
        <More to={contents.next} name="contents" words="More of them" />
        {offered.shown.length > 0 ? (
          <Form className="addrow" method="post" action={CONTENTS} preventScrollReset>
            <div className="field grow">
              <label htmlFor="add-content">Add Content</label>
              <span className="select">
                {/* Anew when the list is another: what was added is not chosen any more. */}
                <select className="control" id="add-content" name="content_id" key={offered.shown[0]?.id}>
                  {offered.shown.map(({ id, type, title }) => (
                    <option key={id} value={id}>
                      {TYPE_NAMES[type]}: {title || 'Untitled'}
                    </option>
                  ))}
                </select>
              </span>
            </div>
            <button
              className="btn btn-secondary"
              type="submit"
              name="verb"
              value="add"
              aria-busy={isAdding}
              aria-disabled={isAdding}
            >
              Add<span className="vh"> to emergency content</span>
            </button>
          </Form>
        ) : (
          <p className="soft">
            {total > 0 ? (
              'Everything you keep is set aside.'
            ) : (
              <Link to="/create">Write a letter or keep a file first.</Link>
            )}
          </p>
        )}
        <More to={offered.next} name="offered" words="Choose among older ones" />
      </div>
    </section>
  );
}

function More({ to, name, words }: { to: string | null; name: string; words: string }) {
  if (to === null) return null;
  return (
    <p className="small">
      <Link to={`?${new URLSearchParams({ [name]: to })}#contents`}>{words}</Link>
    </p>
  );
}

function Item({ content }: { content: ContentView }) {
  const { id, type, title, excerpt } = content;
  const name = title || 'Untitled';
  const sent = useNavigation().formData;
  const isBusy = sent?.get('verb') === 'remove' && sent.get('content_id') === id;
  useFocusAfterDeletion(isBusy);
  return (
    <li className="em">
      <div className="em-thumb">
        <Mini content={content} />
      </div>
      <div className="em-text">
        <TypeBadge type={type} />
        <p className="name">
          <Link to={`/dashboard/content/${id}`}>{name}</Link>
        </p>
        <p className="small soft">{type === 'text' ? firstWords(excerpt, PREVIEW_LENGTH) : 'File content'}</p>
      </div>
      <Form method="post" action={CONTENTS} preventScrollReset>
        <input type="hidden" name="content_id" value={id} />
        <button className="btn btn-quiet" type="submit" name="verb" value="remove" aria-disabled={isBusy}>
          Remove<span className="vh"> {name}</span>
        </button>
      </Form>
    </li>
  );
}

/** A picture where there is one, else a sheet of paper. */
function Mini({ content: { file_id, preview, type, metadata } }: { content: ContentView }) {
  if (preview?.kind !== 'picture') {
    const ending = type === 'text' ? null : /\.([a-z0-9]{1,4})$/i.exec(metadata.original_filename ?? '')?.[1];
    return (
      <span className={type === 'text' ? 'mini sheet' : 'mini mini-doc sheet'} aria-hidden="true">
        {ending?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      src={`/api/content/file/${file_id}/thumbnail`}
      // Its title stands beside it.
      alt=""
      width={preview.width}
      height={preview.height}
      loading="lazy"
      onError={(event) => {
        event.currentTarget.hidden = true;
      }}
    />
  );
}
