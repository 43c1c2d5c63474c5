import { SwitchPage } from '#app/components/emergency/switch-page.tsx';
import type { Switch } from '#app/emergency/forms.ts';
import { answerSwitch, switchQuestion } from '#app/emergency/switch.ts';
import { switchPage } from '#messages/en/switch-page.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/emergency-switch.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: say(switchPage.titles[loaderData?.to ?? 'arm']) },
];

const SWITCHES: readonly Switch[] = ['arm', 'disarm', 'shorten'];

/** The path ends with what it switches: /emergency/arm, /emergency/disarm, /emergency/shorten. */
function switchOf({ pattern }: { pattern: string }): Switch {
  return SWITCHES.find((one) => pattern.endsWith(`/${one}`)) ?? 'arm';
}

export async function loader(args: Route.LoaderArgs) {
  const to = switchOf(args);
  return { to, asked: await switchQuestion(args.context, args.url.searchParams, to) };
}

export function action(args: Route.ActionArgs) {
  return answerSwitch(args.context, args.request, switchOf(args));
}

export default function EmergencySwitch({ loaderData: { to, asked }, actionData }: Route.ComponentProps) {
  return <SwitchPage to={to} asked={asked} reply={actionData} />;
}
