import { Form, Link } from 'react-router';
import { fullDateTime, plainDate } from '#app/components/dates.ts';
import type { DeviceView } from '#services/accounts/sessions.ts';

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
        <h2 id="h-security">Security</h2>
      </div>
      <dl className="body facts facts-l">
        <dt>Password</dt>
        <dd>
          {hasPassword ? (
            <Link to="/profile/password">Change it</Link>
          ) : (
            <>
              None: you sign in with Google. <a href="/auth/forgot">Set one by mail</a>
            </>
          )}
        </dd>
        {googleSince && <Google since={plainDate(googleSince, timeZone)} hasPassword={hasPassword} />}
        <dt>Signed in on</dt>
        <Devices devices={devices} timeZone={timeZone} />
        <dt>What is encrypted</dt>
        <dd>
          Every letter and file with its title, with AES-256-GCM and a key of its own. Dates and addresses are not: we
          need them to deliver.
        </dd>
      </dl>
    </section>
  );
}

/** Without a password the account can be opened by Google only, so it cannot be disconnected. */
function Google({ since, hasPassword }: { since: string; hasPassword: boolean }) {
  return (
    <>
      <dt>Google</dt>
      <dd className="devices">
        <p>Opens your account, since {since}.</p>
        {hasPassword && (
          <Form method="post" action="/profile/google">
            <button className="btn btn-secondary" type="submit">
              Disconnect, and sign out everywhere else
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
            Sign out everywhere else
          </button>
        </Form>
      )}
    </dd>
  );
}

function Device({ device, timeZone }: { device: DeviceView; timeZone: string }) {
  return (
    <li>
      <p>
        {device.device}
        {device.is_current && (
          <>
            , <strong>this device</strong>
          </>
        )}
        <br />
        <span className="soft">
          Since {plainDate(device.created_at, timeZone)}
          {!device.is_current && `, last seen on ${fullDateTime(device.last_seen_at, timeZone)}`}
        </span>
      </p>
      {!device.is_current && (
        <Form method="post" action="/profile/devices">
          <input type="hidden" name="device" value={device.id} />
          <button className="btn btn-quiet" type="submit">
            Sign out there
            <span className="vh">
              : {device.device}, last seen on {fullDateTime(device.last_seen_at, timeZone)}
            </span>
          </button>
        </Form>
      )}
    </li>
  );
}
