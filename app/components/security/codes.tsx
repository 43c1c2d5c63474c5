import { Form, Link } from 'react-router';
import { RECOVERY_CODES } from '#domain/accounts/codes.ts';
import { fullDateTime, plainDate } from '#messages/dates.ts';
import { codes as texts } from '#messages/en/codes.ts';
import { say, sayRich } from '#messages/say.ts';
import type { CodesView } from '#services/accounts/codes.ts';

/** Where the forms lead. */
const CODES = '/profile/security/codes';

interface CodesSectionProps {
  /** Null while codes are off. */
  codes: CodesView | null;
  timeZone: string;
}

/** Codes from an app, the recovery codes, and what to do without the phone. */
export function CodesSection({ codes, timeZone }: CodesSectionProps) {
  const { app, lost } = texts;
  return (
    <>
      <section className="spread" aria-labelledby="h-codes">
        <div className="aside">
          <h2 id="h-codes">{say(app.heading)}</h2>
          <p>{say(app.purpose)}</p>
        </div>
        <div className="body row between">{codes ? <AppCodes codes={codes} timeZone={timeZone} /> : <NoCodes />}</div>
      </section>
      {codes && <RecoveryCodes recovery={codes.recovery} timeZone={timeZone} />}
      {codes && (
        <section className="spread" aria-labelledby="h-lost">
          <div className="aside">
            <h2 id="h-lost">{say(lost.heading)}</h2>
          </div>
          <div className="body note">
            <p>{say(lost.recovery)}</p>
            <p>{say(lost.checkIn)}</p>
          </div>
        </section>
      )}
    </>
  );
}

function NoCodes() {
  return (
    <>
      <p>{say(texts.app.off)}</p>
      <Link className="btn btn-secondary" to={CODES}>
        {say(texts.app.turnOn)}
      </Link>
    </>
  );
}

function AppCodes({ codes, timeZone }: { codes: CodesView; timeZone: string }) {
  const { app } = texts;
  const { since, last_used_at } = codes;
  const used = last_used_at ? say(app.used, { at: fullDateTime(last_used_at, timeZone) }) : say(app.unused);
  return (
    <>
      <div>
        <p className="status is-done">{say(app.on)}</p>
        <p className="small soft">{say(app.since, { since: plainDate(since, timeZone), used })}</p>
      </div>
      <CodesForm intent="off">
        <button className="btn btn-quiet" type="submit">
          {sayRich(app.turnOff)}
        </button>
      </CodesForm>
    </>
  );
}

function RecoveryCodes({ recovery, timeZone }: { recovery: CodesView['recovery']; timeZone: string }) {
  const { left, made_at, last_used_at } = recovery;
  const words = texts.recovery;
  const used = last_used_at ? say(words.used, { date: plainDate(last_used_at, timeZone) }) : say(words.unused);
  const counts = { left: `${left}`, all: `${RECOVERY_CODES}` };
  return (
    <section className="spread" aria-labelledby="h-recovery">
      <div className="aside">
        <h2 id="h-recovery">{say(words.heading)}</h2>
        <p>{say(words.purpose)}</p>
      </div>
      <div className="body stack">
        <p>{sayRich(words.left, { ...counts, strong: (figure) => <strong className="fig-l">{figure}</strong> })}</p>
        <svg className="codes" viewBox="0 0 318 30" role="img" aria-label={say(words.drawn, counts)}>
          {Array.from({ length: RECOVERY_CODES }, (_, place) => (
            <Square key={place} place={place} isUsed={place < RECOVERY_CODES - left} />
          ))}
        </svg>
        <p className="small soft">{say(words.made, { date: plainDate(made_at, timeZone), used })}</p>
        <CodesForm intent="renew">
          <button className="btn btn-secondary" type="submit">
            {say(words.renew)}
          </button>
        </CodesForm>
      </div>
    </section>
  );
}

function Square({ place, isUsed }: { place: number; isUsed: boolean }) {
  const left = 1 + 32 * place;
  const box = `M${left} 1h28v28h-28z`;
  return <path className={isUsed ? 'code-used' : 'code-left'} d={isUsed ? `${box}M${left + 6} 22l16-14` : box} />;
}

function CodesForm({ intent, children }: { intent: 'off' | 'renew'; children: React.ReactNode }) {
  return (
    <Form method="post" action={CODES}>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}
