import { data, Form, Link, useNavigation } from 'react-router';
import { Consequences } from '#app/components/content/consequences.tsx';
import { Letter } from '#app/components/content/letter.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { fallbackToErrorPage, STATUS } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { fullDateTime } from '#messages/dates.ts';
import { contentVersionReplies, contentVersions as texts } from '#messages/en/content-versions.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { findContentView } from '#services/contents/read-contents.ts';
import { readVersion } from '#services/contents/versions.ts';
import { carriersOf } from '#services/vault/delete-content.ts';
import { restoreVersion } from '#services/vault/edit-content.ts';
import type { Route } from './+types/content-version.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(texts.title) }]);

export function loader({ context, params: { id, version } }: Route.LoaderArgs) {
  return fallbackToErrorPage(async () => {
    const { id: owner, time_zone } = accountOf(context);
    const services = contextOf(context);
    const shown = await readVersion(services, owner, id, numberOf(version));
    // The letter itself stays sealed: a damaged one can be restored here.
    const { is_public } = await findContentView(services, owner, id);
    return { id, shown, content: { is_public }, ...(await carriersOf(services, owner, id)), time_zone };
  });
}

export async function action({ context, params: { id, version } }: Route.ActionArgs) {
  try {
    await restoreVersion(contextOf(context), accountOf(context).id, id, numberOf(version));
    return await redirectWithToast(`/dashboard/content/${id}`, toast('success', say(contentVersionReplies.restored)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const failure = toast('error', say(contentVersionReplies.notRestored));
    return data({ toast: failure, problem: error.message }, { status: STATUS[error.code] });
  }
}

/** @returns 0, which no version has, for what is not a number */
function numberOf(version: string): number {
  return /^\d{1,9}$/.test(version) ? Number(version) : 0;
}

/** One earlier version of a letter, with a button that restores it. */
export default function ContentVersion({ loaderData, actionData }: Route.ComponentProps) {
  const { id, shown, content, pending, sent, time_zone } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <article className="create stack">
        <div className="letter-head">
          <h1 dir="auto">{shown.title || say(frame.untitled)}</h1>
          <p className="small soft">{say(texts.saved, { moment: fullDateTime(shown.at, time_zone) })}</p>
        </div>
        <Letter text={shown.content} />
        {actionData && (
          <p className="error" role="alert">
            {actionData.problem}
          </p>
        )}
        <Consequences content={content} pending={pending} sent={sent} />
        <Form className="stack-s" method="post">
          <p className="row">
            <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              {say(texts.restore)}
            </button>
            <Link className="btn btn-quiet" to={`/content/${id}/versions`}>
              {say(texts.backToList)}
            </Link>
          </p>
          <p className="hint">{say(texts.restoreHelp)}</p>
        </Form>
      </article>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
