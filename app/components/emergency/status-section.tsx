import { Form, useNavigation } from 'react-router';
import { LampDrawing } from '#app/components/lamp-drawing.tsx';
import type { EmergencyView } from '#app/emergency/view.ts';
import { StateMark } from './people.tsx';

const CHECK_IN = '/emergency/check-in';

/** Where it stands, and the button that answers. */
export function StatusSection({ view }: { view: EmergencyView }) {
  const { state, lamp, lastCheckIn, days, threshold, checkIn } = view;
  const isBusy = useNavigation().formAction === CHECK_IN;
  return (
    <section className="checkin" aria-labelledby="h-status">
      <div className={`checkin-lamp ${lamp}`}>
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

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
