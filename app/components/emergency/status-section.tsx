import { Form, useNavigation } from 'react-router';
import { clock, plainDate } from '#app/components/dates.ts';
import { LampDrawing } from '#app/components/drawings.tsx';
import { Mark } from '#app/components/glyphs.tsx';
import type { EmergencyStatus } from '#services/emergency/status.ts';
import { count } from './words.ts';

interface StatusSectionProps {
  status: EmergencyStatus;
  timeZone: string;
}

const CHECK_IN = '/emergency/check-in';

/** Where it stands, and the button that answers. */
export function StatusSection({ status, timeZone }: StatusSectionProps) {
  const { last_check_in, days_since_last_check_in, inactive_days_threshold, is_active, stage } = status;
  const isBusy = useNavigation().formAction === CHECK_IN;
  return (
    <section className="checkin" aria-labelledby="h-status">
      <div className={is_active ? 'checkin-lamp' : 'checkin-lamp dim'}>
        <LampDrawing />
      </div>
      <div className="checkin-text">
        <h2 id="h-status">Status Check</h2>
        <dl className="trio">
          <Fact name="Status">
            <Indicator status={status} timeZone={timeZone} />
          </Fact>
          <Fact name="Last check-in">
            <time dateTime={last_check_in}>
              {plainDate(last_check_in, timeZone)}, {clock(last_check_in, timeZone)}
            </time>
          </Fact>
          <Fact name="Days since last check-in">{days_since_last_check_in}</Fact>
          <Fact name="Threshold">{count(inactive_days_threshold, 'day')}</Fact>
        </dl>
      </div>
      {stage !== 'released' && (
        <Form className="checkin-act" method="post" action={CHECK_IN} preventScrollReset>
          <button
            className="btn btn-primary btn-big btn-wide-phone"
            type="submit"
            aria-busy={isBusy}
            aria-disabled={isBusy}
          >
            Check In - I'm Still Here
          </button>
          <p className="small soft">
            {is_active
              ? `Starts the ${count(inactive_days_threshold, 'day')} again, from now.`
              : 'The protocol is off, so nothing is counted.'}
          </p>
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

/** spec.md section 4; a state is a word and a shape, never a colour alone. */
function Indicator({ status: { is_active, indicator, paused_until, stage }, timeZone }: StatusSectionProps) {
  if (!is_active) return <State look="is-wait" sign="failed" words="Inactive" />;
  if (stage === 'released') return <State look="is-danger" sign="failed" words="Released" />;
  if (paused_until)
    return <State look="is-wait" sign="waiting" words={`Paused until ${plainDate(paused_until, timeZone)}`} />;
  if (indicator === 'danger') return <State look="is-danger" sign="failed" words="Danger" />;
  if (indicator === 'warning') return <State look="is-warn" sign="delayed" words="Warning" />;
  return <State look="is-done" sign="sent" words="Active" />;
}

function State({ look, sign, words }: { look: string; sign: Parameters<typeof Mark>[0]['name']; words: string }) {
  return (
    <span className={`status ${look}`}>
      <Mark name={sign} />
      {words}
    </span>
  );
}
