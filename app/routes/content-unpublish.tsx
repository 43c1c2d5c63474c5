import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content/question-page.tsx';
import { VisibilityQuestion } from '#app/components/content/visibility.tsx';
import { backToContents, ErrorPage } from '#app/components/error-page.tsx';
import { answerVisibility, visibilityQuestion } from '#app/contents/own-content.ts';
import { contentVisibility } from '#messages/en/content-visibility.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/content-unpublish.ts';

const HEADING = 'h-question';

export const meta: Route.MetaFunction = () => [{ title: say(contentVisibility.unpublish.title) }];

export function loader({ context, params }: Route.LoaderArgs) {
  return visibilityQuestion(context, params.id, false);
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerVisibility(context, request, params.id, false);
}

export default function ContentUnpublish({ loaderData: { content }, actionData }: Route.ComponentProps) {
  return (
    <QuestionPage name={say(contentVisibility.unpublish.name)} headingId={HEADING} toast={actionData?.toast}>
      <VisibilityQuestion
        verb="unpublish"
        content={content}
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
