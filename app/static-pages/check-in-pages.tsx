/** The page behind a warning's link, for the owner of a protocol: one tap on a phone, and it shows nothing else. */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { allToDo } from '#app/emergency/not-running.ts';
import { STATUS } from '#app/http/errors.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { checkInLink as TEXTS } from '#messages/en/emergency-links.ts';
import { say, sayRich } from '#messages/say.ts';
import type { CheckInLink, checkInByLink } from '#services/emergency/check-in.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import { lastSeen, placedMoment, watchDays } from '#services/mails/shared-sentences.ts';
import { shownName } from '#services/mails/words.ts';
import { Days } from './days.tsx';
import { EmptyEnvelope, Lamp } from './drawings.tsx';
import { LinkForm, Message, Submit } from './layout.tsx';
import { PasswordCheckIn } from './password-check-in.tsx';

/** In the query of the form that has a password: the button that needs none stays as it is. */
export const BY_PASSWORD = 'password';

const TO_EMERGENCY = throughSignIn('/emergency');

/** What the link leads to, before or after the button was pressed. */
export type CheckInAnswer = CheckInLink | Awaited<ReturnType<typeof checkInByLink>>;

/** @returns the HTTP status of the page: gone where the link does nothing */
export function checkInStatus({ kind }: CheckInAnswer): number {
  return kind === 'open' || kind === 'done' || kind === 'canary' ? 200 : STATUS.gone;
}

interface CheckInPageProps {
  answer: CheckInAnswer;
  /** The page's own. */
  path: string;
  /** What was wrong with a password; null where none was given. */
  wrong: SubmissionResult<string[]> | null;
}

export function CheckInPage({ answer, path, wrong }: CheckInPageProps) {
  if (answer.kind === 'canary') return <CanaryPage step={answer.step} path={path} />;
  const { protocol } = answer;
  switch (answer.kind) {
    case 'open':
      return <OpenPage protocol={protocol} path={path} wrong={wrong} />;
    case 'done':
      return <DonePage protocol={protocol} wereContactsNotified={answer.wereContactsNotified} />;
    case 'answered':
      return <AnsweredPage protocol={protocol} />;
    case 'off':
      return <OffPage />;
    case 'released':
      return <ReleasedPage protocol={protocol} />;
  }
}

interface ProtocolProps {
  protocol: ProtocolView;
}

function OpenPage({ protocol, path, wrong }: ProtocolProps & Pick<CheckInPageProps, 'path' | 'wrong'>) {
  const wereContactsNotified = protocol.missedAt !== null && protocol.contacts.length > 0;
  const notified = protocol.isTelling ? TEXTS.open['contacts-are-told'] : TEXTS.open['contacts-know'];
  const now = say(wereContactsNotified ? notified : TEXTS.open['nobody-else']);
  return (
    <Message
      drawing={<Lamp isLit={false} />}
      heading={say(TEXTS.open.heading, { owner: shownName(protocol.ownerName) })}
    >
      <p className="lead">{lastSeen(protocol)}</p>
      <LinkForm path={path}>
        <Submit>{say(TEXTS.open.submit)}</Submit>
      </LinkForm>
      <PasswordCheckIn path={`${path}?${BY_PASSWORD}`} result={wrong} />
      {protocol.isRunning ? (
        <>
          <p className="small">{say(TEXTS.open.note, { days: `${protocol.inactiveDays}` })}</p>
          <Days {...watchDays(protocol, now, 'page')} />
        </>
      ) : (
        <NextQuestion protocol={protocol} />
      )}
    </Message>
  );
}

const STEP = /^step-(\d{1,9})$/;

/** @param intent the name of the button of the probe's page @returns the step in it; -1 for any other */
export function stepIn(intent: FormDataEntryValue | null): number {
  return Number(typeof intent === 'string' ? (intent.match(STEP)?.[1] ?? -1) : -1);
}

/** Of our own probe (adapters/check-in-page.ts), which presses the button. */
function CanaryPage({ step, path }: { step: number; path: string }) {
  return (
    <Message drawing={<Lamp isLit />} heading={say(TEXTS.probe.heading)}>
      <p className="lead">{say(TEXTS.probe.lead)}</p>
      <LinkForm path={path} intent={`step-${step}`}>
        <Submit>{say(TEXTS.open.submit)}</Submit>
      </LinkForm>
    </Message>
  );
}

function DonePage({ protocol, wereContactsNotified }: ProtocolProps & { wereContactsNotified: boolean }) {
  return (
    <Message drawing={<Lamp isLit />} heading={say(TEXTS.done.heading, { owner: shownName(protocol.ownerName) })}>
      <p className="lead">{say(TEXTS.done.lead)}</p>
      {wereContactsNotified && <p>{say(TEXTS.done['contacts-hear'])}</p>}
      <NextQuestion protocol={protocol} />
      <p className="small">
        <a href="/auth">{say(TEXTS.done['go-to-stillhere'])}</a>
      </p>
    </Message>
  );
}

function AnsweredPage({ protocol }: ProtocolProps) {
  const when = placedMoment(protocol.lastCheckIn, protocol.clock);
  const lead = <p className="lead">{say(TEXTS.answered.lead, { when })}</p>;
  // A person who opens an old message must not believe that they have answered the new one.
  if (protocol.stage !== 'armed')
    return (
      <Message drawing={<Lamp isLit={false} />} heading={say(TEXTS['asked-again'].heading)}>
        {lead}
        <p>{say(TEXTS['asked-again'].advice)}</p>
        <ToEmergency>{say(TEXTS['asked-again']['sign-in'])}</ToEmergency>
      </Message>
    );
  return (
    <Message drawing={<Lamp isLit />} heading={say(TEXTS.answered.heading)}>
      {lead}
      <p>{say(TEXTS.answered['nothing-more'])}</p>
      <NextQuestion protocol={protocol} />
    </Message>
  );
}

function OffPage() {
  const emergency = (words: ReactNode) => <a href={TO_EMERGENCY}>{words}</a>;
  return (
    <Message drawing={<Lamp isLit={false} />} heading={say(TEXTS.off.heading)}>
      <p className="lead">{say(TEXTS.off.lead)}</p>
      <p>{sayRich(TEXTS.off.advice, { emergency })}</p>
    </Message>
  );
}

function ReleasedPage({ protocol: { releaseAt, clock, items, contacts } }: ProtocolProps) {
  const texts = TEXTS.released;
  const isSent = items > 0 && contacts.length > 0;
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(isSent ? texts.sent : texts['nothing-sent'])}>
      <p className="lead">
        {releaseAt ? say(texts['lead-on'], { when: placedMoment(releaseAt, clock) }) : say(texts.lead)}
      </p>
      <p>{say(texts.advice)}</p>
      <ToEmergency>{say(texts['sign-in'])}</ToEmergency>
    </Message>
  );
}

/** When the owner hears from us next; or that they do not, and why. */
function NextQuestion({ protocol: { asksAt, clock, isRunning, blockedBy } }: ProtocolProps) {
  if (!isRunning)
    return (
      <>
        <p>{say(TEXTS.next['not-running'], { steps: allToDo(blockedBy) })}</p>
        <p>
          <a href={TO_EMERGENCY}>{say(TEXTS.next['to-emergency'])}</a>
        </p>
      </>
    );
  return asksAt && <p>{say(TEXTS.next.asks, { when: placedMoment(asksAt, clock) })}</p>;
}

function ToEmergency({ children }: { children: string }) {
  return (
    <p>
      <a className="btn btn-primary" href={TO_EMERGENCY}>
        {children}
      </a>
    </p>
  );
}
