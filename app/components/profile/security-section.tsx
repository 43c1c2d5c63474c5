import { Form, Link } from 'react-router';
import { fullDateTime, plainDate } from '#messages/dates.ts';
import { securitySection as texts } from '#messages/en/security-section.ts';
import { say, sayRich } from '#messages/say.ts';
import type { DeviceView } from '#services/accounts/devices.ts';

interface SecuritySectionProps {
  hasPassword: boolean;
  /** When Google was connected; null where it is not. */
  googleSince: string | null;
  devices: readonly DeviceView[];
  timeZone: string;
}

/** The password, Google, the devices that are signed in, and what is encrypted. */
export function SecuritySection({ hasPassword, googleSince, devices, timeZone }: SecuritySectionProps) {
  return (
    <section className="spread" aria-labelledby="h-security">
      <div className="aside">
        <h2 id="h-security">{say(texts.heading)}</h2>
      </div>
      <dl className="body facts facts-l">
        <dt>{say(texts.password.name)}</dt>
        <dd>
          {hasPassword ? (
            <Link to="/profile/password">{say(texts.password.change)}</Link>
          ) : (
            sayRich(texts.password.none, { set: (children) => <a href="/auth/forgot">{children}</a> })
          )}
        </dd>
        {googleSince && <Google since={plainDate(googleSince, timeZone)} hasPassword={hasPassword} />}
        <dt>{say(texts.devices.name)}</dt>
        <Devices devices={devices} timeZone={timeZone} />
        <dt>{say(texts.tokens.name)}</dt>
        <dd>
          <Link to="/profile/security">{say(texts.tokens.link)}</Link>
        </dd>
        <dt>{say(texts.record.name)}</dt>
        <dd>
          <Link to="/profile/record">{say(texts.record.link)}</Link>
        </dd>
        <dt>{say(texts.encryption.name)}</dt>
        <dd>{say(texts.encryption.text)}</dd>
      </dl>
    </section>
  );
}

/** Without a password Google is the only way to sign in, so it cannot be disconnected. */
function Google({ since, hasPassword }: { since: string; hasPassword: boolean }) {
  return (
    <>
      <dt>{say(texts.google.name)}</dt>
      <dd className="devices">
        <p>{say(texts.google.since, { since })}</p>
        {hasPassword && (
          <Form method="post" action="/profile/google">
            <button className="btn btn-secondary" type="submit">
              {say(texts.google.disconnect)}
            </button>
          </Form>
        )}
      </dd>
    </>
  );
}

function Devices({ devices, timeZone }: Pick<SecuritySectionProps, 'devices' | 'timeZone'>) {
  return (
    <dd className="devices">
      <ul>
        {devices.map((device) => (
          <Device key={device.id} device={device} timeZone={timeZone} />
        ))}
      </ul>
      {/* With one other device, its own button does the same. */}
      {devices.length > 2 && (
        <Form method="post" action="/profile/devices">
          <button className="btn btn-secondary" type="submit">
            {say(texts.devices.signOutElsewhere)}
          </button>
        </Form>
      )}
    </dd>
  );
}

function Device({ device: session, timeZone }: { device: DeviceView; timeZone: string }) {
  const { id, device, is_current } = session;
  const since = plainDate(session.created_at, timeZone);
  const seen = fullDateTime(session.last_seen_at, timeZone);
  const { current, currentSince, since: sinceAndSeen, signOut } = texts.devices;
  return (
    <li>
      <p>
        {is_current ? sayRich(current, { device, strong: (children) => <strong>{children}</strong> }) : device}
        <br />
        <span className="soft">{is_current ? say(currentSince, { since }) : say(sinceAndSeen, { since, seen })}</span>
      </p>
      {!is_current && (
        <Form method="post" action="/profile/devices">
          <input type="hidden" name="device" value={id} />
          <button className="btn btn-quiet" type="submit">
            {sayRich(signOut, { device, seen })}
          </button>
        </Form>
      )}
    </li>
  );
}
