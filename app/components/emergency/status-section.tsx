import { Form, Link } from 'react-router';
import { Mark } from '#app/components/glyphs.tsx';
import { LampDrawing } from '#app/components/lamp-drawing.tsx';
import type { Stopped } from '#app/emergency/not-running.ts';
import type { EmergencyView } from '#app/emergency/view.ts';
import { emergencyPage } from '#messages/en/emergency-page.ts';
import { say } from '#messages/say.ts';
import { CheckInForm } from './check-in-form.tsx';
import { StateMark } from './people.tsx';

const texts = emergencyPage.status;

/** The state of the protocol, and the check-in button. */
export function StatusSection({ view }: { view: EmergencyView }) {
  const { state, statusLight, lastCheckIn, days, threshold, checkIn } = view;
  return (
    <section className="checkin" aria-labelledby="h-status">
      <div className={`checkin-lamp ${statusLight}`}>
        <LampDrawing />
      </div>
      <div className="checkin-text">
        <h2 id="h-status">{say(texts.heading)}</h2>
        <dl className="trio">
          <Fact name={say(texts.state)}>
            <StateMark {...state} />
          </Fact>
          <Fact name={say(texts.lastCheckIn)}>
            <time dateTime={lastCheckIn.at}>{lastCheckIn.words}</time>
          </Fact>
          <Fact name={say(texts.days)}>{days}</Fact>
          <Fact name={say(texts.threshold)}>{threshold}</Fact>
        </dl>
      </div>
      {checkIn && (
        <CheckInForm className="checkin-act">
          {({ isBusy, retrying }) => (
            <>
              <button className={BIG} type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
                {say(texts.checkIn)}
              </button>
              <p className="small soft">{retrying ?? checkIn}</p>
              <p className="small">
                <Link to="/emergency/check-in/password">{say(texts.byPassword)}</Link>
              </p>
            </>
          )}
        </CheckInForm>
      )}
    </section>
  );
}

/** The same for a protocol that is on while something is missing, with a button that leads to the first thing to do. */
export function StoppedSection({ stopped: { status, why, next } }: { stopped: Stopped }) {
  return (
    <section className="checkin" aria-labelledby="h-status">
      <div className="checkin-lamp out">
        <LampDrawing />
      </div>
      <div className="checkin-text">
        <h2 id="h-status">{say(texts.heading)}</h2>
        <p className="nr-status">
          <span className="status">
            <Mark name="missing" />
            {status}
          </span>
        </p>
        <p className="nr-say">{why}</p>
      </div>
      <div className="checkin-act">
        <Next {...next} />
        <p className="small soft">{next.note}</p>
      </div>
    </section>
  );
}

const BIG = 'btn btn-primary btn-big btn-wide-phone';

function Next({ to, method, label }: Stopped['next']) {
  if (method === 'get')
    return (
      <Link className={BIG} to={to}>
        {label}
      </Link>
    );
  return (
    <Form method="post" action={to} preventScrollReset>
      <button className={BIG} type="submit">
        {label}
      </button>
    </Form>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
