import { SwitchPage } from '#app/components/emergency/switch-page.tsx';
import { answerSwitch, switchQuestion } from '#app/emergency/switch.ts';
import { switchPage } from '#messages/en/switch-page.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/emergency-arm.ts';

export const meta: Route.MetaFunction = () => [{ title: say(switchPage.titles.arm) }];

export function loader({ context, url }: Route.LoaderArgs) {
  return switchQuestion(context, url.searchParams, 'arm');
}

export function action({ context, request }: Route.ActionArgs) {
  return answerSwitch(context, request, 'arm');
}

export default function EmergencyArm({ loaderData, actionData }: Route.ComponentProps) {
  return <SwitchPage to="arm" asked={loaderData} reply={actionData} />;
}
