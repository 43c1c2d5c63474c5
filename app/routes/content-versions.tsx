import { Link } from 'react-router';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { truncate } from '#domain/content/truncate.ts';
import { fullDateTime } from '#messages/dates.ts';
import { contentVersions as texts } from '#messages/en/content-versions.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { listVersions } from '#services/contents/versions.ts';
import type { Route } from './+types/content-versions.ts';

const PREVIEW_LENGTH = 150;

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(texts.title) }]);

export function loader({ context, params: { id } }: Route.LoaderArgs) {
  return fallbackToErrorPage(async () => {
    const { id: owner, time_zone } = accountOf(context);
    const versions = await listVersions(contextOf(context), owner, id);
    const shown = versions.map((one) => ({ ...one, excerpt: truncate(one.excerpt, PREVIEW_LENGTH) }));
    return { id, versions: shown, time_zone };
  });
}

/** The earlier versions of a letter, newest first. It does not open the letter: a damaged one can be restored here. */
export default function ContentVersions({ loaderData: { id, versions, time_zone } }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <div className="create stack">
        <div className="head">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.lead)}</p>
        </div>
        {versions.length === 0 && <p className="soft">{say(texts.none)}</p>}
        <ol className="lines versions">
          {versions.map((one) => (
            <li key={one.version} className="stack-s">
              <h2 dir="auto">
                <Link to={`/content/${id}/versions/${one.version}`}>{one.title || say(frame.untitled)}</Link>
              </h2>
              <p className="small soft">{say(texts.saved, { moment: fullDateTime(one.at, time_zone) })}</p>
              <p dir="auto">{one.excerpt}</p>
            </li>
          ))}
        </ol>
        <p className="row">
          <Link className="btn btn-secondary" to={`/dashboard/content/${id}`}>
            {say(texts.back)}
          </Link>
          {versions.length > 0 && (
            <Link className="btn btn-danger" to={`/content/${id}/versions/delete`}>
              {say(texts.delete.button)}
            </Link>
          )}
        </p>
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
