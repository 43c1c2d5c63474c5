import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { VisibilityQuestion } from '#app/components/content/visibility.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { answerVisibility, visibilityQuestion } from '#app/contents/own-content.ts';
import { contentVisibility } from '#messages/en/content-visibility.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/content-visibility.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HEADING = 'h-question';

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error ? [] : [{ title: say(contentVisibility[loaderData?.verb ?? 'publish'].title) }];

/** /content/:id/publish and /content/:id/unpublish. */
function verbOf({ pattern }: { pattern: string }): 'publish' | 'unpublish' {
  return pattern.endsWith('/unpublish') ? 'unpublish' : 'publish';
}

export async function loader(args: Route.LoaderArgs) {
  const verb = verbOf(args);
  const { content, beyondSharing } = await visibilityQuestion(args.context, args.params.id, verb === 'publish');
  return { verb, content, beyond: verb === 'publish' ? beyondSharing : null };
}

export function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  return answerVisibility(context, request, params.id, verbOf(args) === 'publish');
}

export default function ContentVisibility({ loaderData, actionData }: Route.ComponentProps) {
  const { verb, content, beyond } = loaderData;
  return (
    <QuestionPage name={say(contentVisibility[verb].name)} headingId={HEADING} toast={actionData?.toast}>
      <VisibilityQuestion
        verb={verb}
        content={content}
        beyond={beyond}
        headingId={HEADING}
        problem={actionData?.problem ?? null}
        cancel={(label) => (
          <Link className="btn btn-quiet" to={`/dashboard/content/${content.id}`}>
            {label}
          </Link>
        )}
      />
    </QuestionPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={backToContents()} />;
}
