import { SwitchPage } from '#app/components/emergency/switch-page.tsx';
import { answerSwitch, switchQuestion } from '#app/emergency/switch.ts';
import { switchPage } from '#messages/en/switch-page.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/emergency-disarm.ts';

export const meta: Route.MetaFunction = () => [{ title: say(switchPage.titles.disarm) }];

export function loader({ context, url }: Route.LoaderArgs) {
  return switchQuestion(context, url.searchParams, 'disarm');
}

export function action({ context, request }: Route.ActionArgs) {
  return answerSwitch(context, request, 'disarm');
}

export default function EmergencyDisarm({ loaderData, actionData }: Route.ComponentProps) {
  return <SwitchPage to="disarm" asked={loaderData} reply={actionData} />;
}
