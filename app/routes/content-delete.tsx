import { data, Link } from 'react-router';
import { DeletionQuestion } from '#app/components/content/deletion.tsx';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { ownContent } from '#app/contents/own-content.ts';
import { STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { goneAlready, redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { contentDeletion } from '#messages/en/content-deletion.ts';
import { contentReplies } from '#messages/en/content-item.ts';
import { say } from '#messages/say.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import type { Route } from './+types/content-delete.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HEADING = 'h-question';
const LIST = '/dashboard/content';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(contentDeletion.title) }]);

export function loader({ context, params }: Route.LoaderArgs) {
  return ownContent(context, params.id);
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const confirmed = textOf(form, 'confirmed').split(' ').filter(isId);
  const back = ownPath(textOf(form, 'back')) ?? LIST;
  try {
    await deleteContent(contextOf(context), accountOf(context).id, params.id, { confirmed });
    return await redirectWithToast(back, toast('success', say(contentReplies.deleted)));
  } catch (error) {
    const failure = toast('error', say(contentReplies.notDeleted));
    if (error instanceof AppError) {
      if (error.code === 'not-found') return redirectWithToast(back, goneAlready());
      return data({ toast: failure, problem: error.message }, { status: STATUS[error.code] });
    }
    context.get(webDeps).log.error({ err: error }, 'a content could not be deleted');
    return data({ toast: failure, problem: say(contentReplies.deletionFault) }, { status: STATUS.unavailable });
  }
}

/** Also after a refusal: the deliveries of the content may have changed, which is a reason to refuse. */
export function shouldRevalidate() {
  return true;
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export default function ContentDelete({ loaderData: own, actionData }: Route.ComponentProps) {
  return (
    <QuestionPage name={say(contentDeletion.name)} headingId={HEADING} toast={actionData?.toast}>
      {actionData && (
        <p className="error" role="alert">
          {actionData.problem}
        </p>
      )}
      <DeletionQuestion
        {...own}
        headingId={HEADING}
        back={LIST}
        cancel={
          <Link className="btn btn-quiet" to={`/dashboard/content/${own.content.id}`}>
            {say(contentDeletion.cancel)}
          </Link>
        }
      />
    </QuestionPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
