/** The pages of an owner who lost the phone with their codes, and every recovery code. */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { fullDateTime } from '#messages/dates.ts';
import { lostPhone as TEXTS } from '#messages/en/lost-phone.ts';
import { staticPages } from '#messages/en/static-pages.ts';
import { say, sayRich } from '#messages/say.ts';
import type { LostWait } from '#services/accounts/lost-wait.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { LinkForm, Message, OwnLink, Submit } from './layout.tsx';
import { TextField } from './text-field.tsx';
import { type Trouble, TroublePage } from './trouble-page.tsx';

interface BeginProps {
  path: string;
  /** The page that asks for the code, where a check-in needs none. */
  back: string;
  /** Null while nothing waits. */
  wait: LostWait | null;
}

/** Asks whether to begin the wait, or says until when it runs. */
export function LostPhonePage({ path, back, wait }: BeginProps) {
  const { begin, running } = TEXTS;
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(wait ? running.heading : begin.heading)}>
      {wait ? (
        <>
          <p className="lead">{say(running.lead, { at: fullDateTime(wait.ends_at, 'UTC') })}</p>
          <p>{say(running.stop)}</p>
        </>
      ) : (
        <>
          <p className="lead">{say(begin.lead)}</p>
          <p>{say(begin.told)}</p>
          <p>{say(begin.after)}</p>
          <LinkForm path={path}>
            <Submit>{say(begin.submit)}</Submit>
          </LinkForm>
        </>
      )}
      <p>{say(TEXTS.checkIn)}</p>
      <p>
        <OwnLink href={back}>{say(TEXTS.back)}</OwnLink>
      </p>
    </Message>
  );
}

/** Asks whether to stop the wait. */
export function StopWaitPage({ path }: { path: string }) {
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.stop.heading)}>
      <p className="lead">{say(TEXTS.stop.lead)}</p>
      <LinkForm path={path}>
        <Submit>{say(TEXTS.stop.submit)}</Submit>
      </LinkForm>
      <p className="small">{say(TEXTS.stop.yours)}</p>
    </Message>
  );
}

/** After it was stopped. */
export function StoppedWaitPage() {
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.stopped.heading)}>
      <p className="lead">{sayRich(TEXTS.stopped.lead, { forgot })}</p>
    </Message>
  );
}

/** Asks for the password, after the wait. */
export function WaitOverPage({ path, result }: { path: string; result: SubmissionResult<string[]> | null }) {
  const refused = result?.error?.['']?.join(' ');
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.over.heading)}>
      <p className="lead">{say(TEXTS.over.lead)}</p>
      {refused && <p className="error">{refused}</p>}
      <LinkForm path={path}>
        <TextField
          name="password"
          label={say(TEXTS.over.password)}
          type="password"
          autoComplete="current-password"
          result={result}
        />
        <Submit>{say(TEXTS.over.submit)}</Submit>
      </LinkForm>
      <p className="small">{sayRich(TEXTS.over.forgot, { forgot })}</p>
    </Message>
  );
}

const forgot = (words: ReactNode) => <a href="/auth/forgot">{words}</a>;

/** For a link that cannot be used. */
export function LostTrouble({ code, explanation }: Trouble) {
  const auth = (words: ReactNode) => <a href="/auth">{words}</a>;
  const isGone = code === 'gone' || code === 'not-found';
  return (
    <TroublePage
      heading={say(isGone ? TEXTS.trouble.heading : staticPages.trouble['did-not-work'])}
      lead={explanation ?? say(staticPages.trouble.ours)}
      advice={isGone ? sayRich(TEXTS.trouble.advice, { auth }) : say(staticPages.trouble['open-again'])}
    />
  );
}
