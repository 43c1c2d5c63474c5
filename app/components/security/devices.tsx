import { Form, Link } from 'react-router';
import { fullDateTime, plainDate } from '#messages/dates.ts';
import { devicesOnSecurity as texts } from '#messages/en/security-page.ts';
import { say, sayRich } from '#messages/say.ts';
import type { DrawnDevice } from '#services/accounts/devices.ts';

interface DevicesSectionProps {
  devices: readonly DrawnDevice[];
  timeZone: string;
}

/** Where the owner is signed in, and the buttons that end it. */
export function DevicesSection({ devices, timeZone }: DevicesSectionProps) {
  return (
    <section className="spread" aria-labelledby="h-devices">
      <div className="aside">
        <h2 id="h-devices">{say(texts.heading)}</h2>
        <p>{say(texts.purpose)}</p>
      </div>
      <div className="body stack">
        <ul className="lines">
          {devices.map((device) => (
            <Device key={device.id} device={device} timeZone={timeZone} />
          ))}
        </ul>
        {/* With one other device, its own button does the same. */}
        {devices.length > 2 && (
          <EndForm>
            <button className="btn btn-secondary" type="submit">
              {say(texts.signOutElsewhere)}
            </button>
          </EndForm>
        )}
        <p>
          <Link to="/profile/browsers">{say(texts.browsers)}</Link>
        </p>
      </div>
    </section>
  );
}

function Device({ device: session, timeZone }: { device: DrawnDevice; timeZone: string }) {
  const { id, device, is_current, is_handheld } = session;
  const since = plainDate(session.created_at, timeZone);
  const seen = fullDateTime(session.last_seen_at, timeZone);
  return (
    <li className="dev">
      <span className="dev-mark">
        <Mark isHandheld={is_handheld} />
      </span>
      <span className="who">
        <strong>{device}</strong>
        <span>{is_current ? say(texts.current, { since }) : say(texts.facts, { seen, since })}</span>
      </span>
      {is_current ? (
        <span className="stamp stamp-plain">{say(texts.here)}</span>
      ) : (
        <div className="dev-act">
          <EndForm>
            <input type="hidden" name="device" value={id} />
            <button className="btn btn-quiet" type="submit">
              {sayRich(texts.signOut, { device, seen })}
            </button>
          </EndForm>
        </div>
      )}
    </li>
  );
}

/** Its answer is this page, and not the profile, which has the same form. */
function EndForm({ children }: { children: React.ReactNode }) {
  return (
    <Form method="post" action="/profile/devices">
      <input type="hidden" name="security" value="" />
      {children}
    </Form>
  );
}

function Mark({ isHandheld }: { isHandheld: boolean }) {
  return (
    <svg className="d glyph" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d={isHandheld ? 'M6 2.4h8v15.2H6zM8.8 15h2.4' : 'M4 4.2h12v9H4zM2.2 16h15.6'} />
    </svg>
  );
}
