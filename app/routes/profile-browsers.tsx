import { Form, Link } from 'react-router';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { fullDateTime } from '#messages/dates.ts';
import { knownBrowsers as texts } from '#messages/en/known-browsers.ts';
import { say, sayRich } from '#messages/say.ts';
import { type KnownDeviceView, listKnownDevices } from '#services/accounts/known-device.ts';
import type { Route } from './+types/profile-browsers.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ request, context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { id, time_zone: timeZone } = accountOf(context);
    const { proof } = await deviceOf(context, request);
    return { timeZone, browsers: await listKnownDevices(contextOf(context).em, id, proof) };
  });
}

export default function ProfileBrowsers({ loaderData: { data: view, toast } }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.purpose)}</p>
        </div>
        <div className="stack">
          {view ? <Browsers {...view} /> : <NotLoaded />}
          <p>
            <Link to="/profile">{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}

function Browsers({ browsers, timeZone }: { browsers: readonly KnownDeviceView[]; timeZone: string }) {
  if (browsers.length === 0) return <p>{say(texts.none)}</p>;
  return (
    <div className="devices">
      <ul>
        {browsers.map((browser) => (
          <Browser key={browser.id} browser={browser} timeZone={timeZone} />
        ))}
      </ul>
    </div>
  );
}

function Browser({ browser, timeZone }: { browser: KnownDeviceView; timeZone: string }) {
  const { id, device, last_sign_in_at, is_current } = browser;
  const seen = fullDateTime(last_sign_in_at, timeZone);
  return (
    <li>
      <p>
        {is_current ? sayRich(texts.current, { device, strong: (words) => <strong>{words}</strong> }) : device}
        <br />
        <span className="soft">{say(texts.seen, { seen })}</span>
      </p>
      <Form method="post" action="/profile/devices">
        <input type="hidden" name="known" value={id} />
        <button className="btn btn-quiet" type="submit">
          {sayRich(texts.forget, { device, seen })}
        </button>
      </Form>
    </li>
  );
}
