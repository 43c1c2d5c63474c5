import { Form, Link, useNavigation } from 'react-router';
import { useFocusAfterDeletion } from '#app/components/dialog-focus.ts';
import { TypeBadge, typeName } from '#app/components/type-badge.tsx';
import type { EmergencyView, ItemView } from '#app/emergency/view.ts';

const CONTENTS = '/emergency/contents';

/** What is set aside, with the way to add and remove something. */
export function ContentsPart({ contents, offered }: Pick<EmergencyView, 'contents' | 'offered'>) {
  return (
    <section className="spread" aria-labelledby="h-contents" id="contents">
      <div className="aside">
        <h2 id="h-contents" data-list>
          Emergency Content
        </h2>
        <p>Sent to each contact if the line reaches its end. {contents.total}</p>
      </div>
      <div className="body stack">
        {contents.shown.length > 0 ? (
          <ul className="lines">
            {contents.shown.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
        ) : (
          <p className="soft">Nothing is set aside yet.</p>
        )}
        <More to={contents.next} name="contents" words="More of them" />
        {offered.shown.length > 0 ? (
          <AddForm offered={offered.shown} />
        ) : (
          <p className="soft">
            <Link to="/create">Write a letter or keep a file</Link> to set it aside here.
          </p>
        )}
        <More to={offered.next} name="offered" words="Choose among older ones" />
      </div>
    </section>
  );
}

function AddForm({ offered }: { offered: EmergencyView['offered']['shown'] }) {
  const isAdding = useNavigation().formData?.get('verb') === 'add';
  return (
    <Form className="addrow" method="post" action={CONTENTS} preventScrollReset>
      <div className="field grow">
        <label htmlFor="add-content">Add Content</label>
        <span className="select">
          {/* A new element for a new list, so that what was just added is not chosen. */}
          <select className="control" id="add-content" name="content_id" key={offered[0]?.id}>
            {offered.map(({ id, type, title }) => (
              <option key={id} value={id}>
                {typeName(type)}: {title || 'Untitled'}
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
        aria-label="Add to emergency content"
        aria-busy={isAdding}
      >
        Add
      </button>
    </Form>
  );
}

function More({ to, name, words }: { to: string | null; name: string; words: string }) {
  return (
    to && (
      <p className="small">
        <Link to={`?${name}=${to}#contents`}>{words}</Link>
      </p>
    )
  );
}

function Item({ item: { id, type, title, words, picture, ending } }: { item: ItemView }) {
  const sent = useNavigation().formData;
  const isBusy = sent?.get('verb') === 'remove' && sent.get('content_id') === id;
  useFocusAfterDeletion(isBusy);
  return (
    <li className="em">
      <div className="em-thumb">
        {picture ? (
          <img
            {...picture}
            // The title is beside it.
            alt=""
            loading="lazy"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
        ) : (
          <span className={type === 'text' ? 'mini sheet' : 'mini mini-doc sheet'} aria-hidden="true">
            {ending}
          </span>
        )}
      </div>
      <div className="em-text">
        <TypeBadge type={type} />
        <p className="name">
          <Link to={`/dashboard/content/${id}`}>{title}</Link>
        </p>
        <p className="small soft">{words}</p>
      </div>
      <Form method="post" action={CONTENTS} preventScrollReset>
        <input type="hidden" name="content_id" value={id} />
        <button
          className="btn btn-quiet"
          type="submit"
          name="verb"
          value="remove"
          aria-label={`Remove ${title}`}
          aria-disabled={isBusy}
        >
          Remove
        </button>
      </Form>
    </li>
  );
}
