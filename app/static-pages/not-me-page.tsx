/** The page behind "This was not me": asks before it signs everyone out, and then says what to do. */
import type { ReactNode } from 'react';
import { NOT_ME_PAUSE_DAYS } from '#domain/accounts/owner-alerts.ts';
import { dateTimeAndPlace } from '#messages/dates.ts';
import { notMe as TEXTS } from '#messages/en/not-me.ts';
import { say, sayRich } from '#messages/say.ts';
import type { Alert, Reported } from '#services/accounts/not-me.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { LinkForm, Message, Submit } from './layout.tsx';

/** `path` is the page's own. */
export function NotMePage({ alert, path }: { alert: Alert; path: string }) {
  const at = dateTimeAndPlace(alert.at, alert.timeZone);
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.heading)}>
      <p className="lead">{say(TEXTS.what[alert.kind], { at })}</p>
      <p>{say(TEXTS.advice, { days: NOT_ME_PAUSE_DAYS })}</p>
      <LinkForm path={path}>
        <Submit>{say(TEXTS.submit)}</Submit>
      </LinkForm>
    </Message>
  );
}

/** The answer to it. */
export function ReportedPage({ reported: { pausedUntil, timeZone } }: { reported: Reported }) {
  const { steps } = TEXTS;
  const forgot = (words: ReactNode) => <a href="/auth/forgot">{words}</a>;
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.done)}>
      <p className="lead">
        {pausedUntil === null
          ? say(TEXTS['not-paused'])
          : say(TEXTS.paused, { at: dateTimeAndPlace(pausedUntil, timeZone) })}
      </p>
      <h2>{say(TEXTS.next)}</h2>
      <ol>
        <li>{sayRich(steps.password, { forgot })}</li>
        <li>{say(steps.mailbox)}</li>
        <li>{say(steps.look)}</li>
        <li>{say(steps.arm)}</li>
      </ol>
      <p className="small">{say(TEXTS.help)}</p>
    </Message>
  );
}
