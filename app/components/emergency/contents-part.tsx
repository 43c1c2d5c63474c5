import { Form, Link, useNavigation } from 'react-router';
import { useFocusAfterDeletion } from '#app/components/dialog-focus.ts';
import { Glyph } from '#app/components/glyphs.tsx';
import { Badge, typeName } from '#app/components/type-badge.tsx';
import type { EmergencyView, ItemView } from '#app/emergency/view.ts';
import { emergencyPage } from '#messages/en/emergency-page.ts';
import { frame } from '#messages/en/frame.ts';
import { say, sayRich } from '#messages/say.ts';

const CONTENTS = '/emergency/contents';
const texts = emergencyPage.contents;

/** What is set aside, with the forms that add and remove something. */
export function ContentsPart({ contents, offered }: Pick<EmergencyView, 'contents' | 'offered'>) {
  return (
    <section className="spread" aria-labelledby="h-contents" id="contents">
      <div className="aside">
        <h2 id="h-contents" data-list>
          {say(texts.heading)}
        </h2>
        <p>{contents.aside}</p>
        <p>
          <Link to="/emergency/plan">{say(texts.plan)}</Link>
        </p>
      </div>
      <div className="body stack">
        {contents.shown.length > 0 ? (
          <ul className="lines">
            {contents.shown.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
        ) : (
          <p className="soft">{say(texts.none)}</p>
        )}
        <More to={contents.next} name="contents" words={say(texts.more)} />
        {offered.shown.length > 0 ? (
          <AddForm offered={offered.shown} />
        ) : (
          <p className="soft">
            {sayRich(texts.create, { create: (children) => <Link to="/create">{children}</Link> })}
          </p>
        )}
        <More to={offered.next} name="offered" words={say(texts.older)} />
      </div>
    </section>
  );
}

function AddForm({ offered }: { offered: EmergencyView['offered']['shown'] }) {
  const isAdding = useNavigation().formData?.get('verb') === 'add';
  return (
    <Form className="addrow" method="post" action={CONTENTS} preventScrollReset>
      <div className="field grow">
        <label htmlFor="add-content">{say(texts.label)}</label>
        <span className="select">
          {/* A new element for a new list, so that what was just added is not chosen. */}
          <select className="control" id="add-content" name="content_id" key={offered[0]?.id}>
            {offered.map(({ id, type, title }) => (
              <option key={id} value={id}>
                {say(texts.option, { type: typeName(type), title: title || say(frame.untitled) })}
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
        aria-label={say(texts.addAbout)}
        aria-busy={isAdding}
      >
        {say(texts.add)}
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

function Item({ item }: { item: ItemView }) {
  const { id, type, kind, title, words, is_sealed } = item;
  const sent = useNavigation().formData;
  const isBusy = sent?.get('verb') === 'remove' && sent.get('content_id') === id;
  useFocusAfterDeletion(isBusy);
  return (
    <li className="em">
      <div className="em-thumb">
        <Thumbnail item={item} />
      </div>
      <div className="em-text">
        <Badge glyph={is_sealed ? 'sealed' : type} name={kind} />
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
          aria-label={say(texts.removeAbout, { title })}
          aria-disabled={isBusy}
        >
          {say(texts.remove)}
        </button>
      </Form>
    </li>
  );
}

function Thumbnail({ item: { type, picture, ending, is_sealed } }: { item: ItemView }) {
  if (is_sealed)
    return (
      <span className="mini mini-doc sheet">
        <Glyph name="sealed" />
      </span>
    );
  if (!picture)
    return (
      <span className={type === 'text' ? 'mini sheet' : 'mini mini-doc sheet'} aria-hidden="true">
        {ending}
      </span>
    );
  return (
    <img
      {...picture}
      // The title is beside it.
      alt=""
      loading="lazy"
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
    />
  );
}
