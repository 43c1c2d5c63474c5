import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { QuestionForm } from '#app/components/question-form.tsx';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { contentVersionReplies, contentVersions } from '#messages/en/content-versions.ts';
import { say } from '#messages/say.ts';
import { deleteVersions, listVersions } from '#services/contents/versions.ts';
import type { Route } from './+types/content-versions-delete.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HEADING = 'h-question';
const texts = contentVersions.delete;

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(texts.title) }]);

export function loader({ context, params: { id } }: Route.LoaderArgs) {
  return fallbackToErrorPage(async () => {
    await listVersions(contextOf(context), accountOf(context).id, id);
    return { id };
  });
}

export async function action({ context, params: { id } }: Route.ActionArgs) {
  await fallbackToErrorPage(() => deleteVersions(contextOf(context), accountOf(context).id, id));
  return redirectWithToast(`/dashboard/content/${id}`, toast('success', say(contentVersionReplies.deleted)));
}

/** Asks before the earlier versions of a letter are deleted. */
export default function ContentVersionsDelete({ loaderData: { id } }: Route.ComponentProps) {
  const cancel = (
    <Link className="btn btn-quiet" to={`/content/${id}/versions`}>
      {say(texts.cancel)}
    </Link>
  );
  return (
    <QuestionPage name={say(texts.button)} headingId={HEADING} toast={null}>
      <div className="inner stack-s">
        <h2 id={HEADING}>{say(texts.heading)}</h2>
        <p>{say(texts.text)}</p>
      </div>
      <QuestionForm
        action={`/content/${id}/versions/delete`}
        label={say(texts.confirm)}
        cancel={cancel}
        isDeletion
        replace
      />
    </QuestionPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
