import { Form, Link, useNavigation } from 'react-router';
import { Mark } from '#app/components/glyphs.tsx';
import { LampDrawing } from '#app/components/lamp-drawing.tsx';
import type { Stopped } from '#app/emergency/not-running.ts';
import type { EmergencyView } from '#app/emergency/view.ts';
import { StateMark } from './people.tsx';

const CHECK_IN = '/emergency/check-in';

/** Where it stands, and the button that answers. */
export function StatusSection({ view }: { view: EmergencyView }) {
  const { state, statusLight, lastCheckIn, days, threshold, checkIn } = view;
  const isBusy = useNavigation().formAction === CHECK_IN;
  return (
    <section className="checkin" aria-labelledby="h-status">
      <div className={`checkin-lamp ${statusLight}`}>
        <LampDrawing />
      </div>
      <div className="checkin-text">
        <h2 id="h-status">Status Check</h2>
        <dl className="trio">
          <Fact name="Status">
            <StateMark {...state} />
          </Fact>
          <Fact name="Last check-in">
            <time dateTime={lastCheckIn.at}>{lastCheckIn.words}</time>
          </Fact>
          <Fact name="Days since last check-in">{days}</Fact>
          <Fact name="Threshold">{threshold}</Fact>
        </dl>
      </div>
      {checkIn && (
        <Form className="checkin-act" method="post" action={CHECK_IN} preventScrollReset>
          <button
            className="btn btn-primary btn-big btn-wide-phone"
            type="submit"
            aria-busy={isBusy}
            aria-disabled={isBusy}
          >
            Check In - I'm Still Here
          </button>
          <p className="small soft">{checkIn}</p>
        </Form>
      )}
    </section>
  );
}

/** The same of a protocol that is on and does not run: why, and the button that leads to the next thing to do. */
export function StoppedSection({ stopped: { status, why, next } }: { stopped: Stopped }) {
  return (
    <section className="checkin" aria-labelledby="h-status">
      <div className="checkin-lamp out">
        <LampDrawing />
      </div>
      <div className="checkin-text">
        <h2 id="h-status">Status Check</h2>
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
