import { Link } from 'react-router';
import { QuestionPage } from '#app/components/content-question-page.tsx';
import { SwitchQuestion } from '#app/components/emergency/switch-question.tsx';
import { answerSwitch, switchQuestion } from '#app/http/emergency-switch.ts';
import type { Route } from './+types/emergency-disarm.ts';

const HEADING = 'h-question';

export const meta: Route.MetaFunction = () => [{ title: 'Switch off · Stillhere' }];

export function loader({ context, url }: Route.LoaderArgs) {
  return switchQuestion(context, url.searchParams);
}

export function action({ context, request }: Route.ActionArgs) {
  return answerSwitch(context, request, 'disarm');
}

export default function EmergencyDisarm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <QuestionPage name="Emergency Protocol" headingId={HEADING} toast={actionData?.toast}>
      <SwitchQuestion
        to="disarm"
        {...loaderData}
        headingId={HEADING}
        problem={actionData?.problem ?? null}
        keep={(label) => (
          <Link className="btn btn-quiet" to="/emergency">
            {label}
          </Link>
        )}
      />
    </QuestionPage>
  );
}
