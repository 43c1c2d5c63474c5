/** The page between the two steps of a sign-in: it asks for a code, and takes a check-in without one. */
import type { SubmissionResult } from '@conform-to/react';
import { secondStep as TEXTS } from '#messages/en/second-step.ts';
import { say } from '#messages/say.ts';
import { EmptyEnvelope, Lamp } from './drawings.tsx';
import { LinkForm, Message, OwnLink, Submit } from './layout.tsx';
import { PasswordCheckIn } from './password-check-in.tsx';
import { TextField } from './text-field.tsx';

interface SecondStepProps {
  /** The page's own, with where the person goes after it. */
  path: string;
  /** Whether the person has a recovery code in place of their phone. */
  isRecovery: boolean;
  /** What the action found in the form; null when it was not sent yet. */
  result: SubmissionResult<string[]> | null;
  /** The same of the check-in with a password. */
  wrong?: SubmissionResult<string[]> | null;
}

/** The intent of the check-in with a password. */
export const CHECK_IN_BY_PASSWORD = 'check-in-password';

/** Asks for a code. */
export function SecondStepPage({ path, isRecovery, result, wrong = null }: SecondStepProps) {
  const texts = isRecovery ? TEXTS.recovery : TEXTS;
  const refused = result?.error?.['']?.join(' ');
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(texts.heading)}>
      <p className="lead">{say(texts.lead)}</p>
      {refused && <p className="error">{refused}</p>}
      <LinkForm path={isRecovery ? withRecovery(path) : path}>
        <TextField
          name="code"
          label={say(texts.code)}
          type="text"
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          {...(isRecovery ? {} : { inputMode: 'numeric' })}
          result={result}
        />
        <Submit>{say(TEXTS.submit)}</Submit>
      </LinkForm>
      <p>
        <OwnLink href={isRecovery ? path : withRecovery(path)}>
          {say(isRecovery ? TEXTS.recovery['use-app'] : TEXTS['use-recovery'])}
        </OwnLink>
      </p>
      {isRecovery && (
        <p>
          <OwnLink href={path.replace('/auth/code', '/auth/code/lost')}>{say(TEXTS.recovery.none)}</OwnLink>
        </p>
      )}
      <h2>{say(TEXTS['still-here'].heading)}</h2>
      <p>{say(TEXTS['still-here'].lead)}</p>
      <LinkForm path={path} intent="check-in">
        <Submit look="secondary">{say(TEXTS['still-here'].submit)}</Submit>
      </LinkForm>
      <PasswordCheckIn path={path} intent={CHECK_IN_BY_PASSWORD} result={wrong} />
    </Message>
  );
}

/** After a check-in by the first step alone. */
export function CheckedInPage({ path, isReleased }: { path: string; isReleased: boolean }) {
  const { heading, lead } = isReleased ? TEXTS.released : TEXTS.done;
  return (
    <Message drawing={<Lamp isLit={!isReleased} />} heading={say(heading)}>
      <p className="lead">{say(lead)}</p>
      <p>
        <OwnLink href={path}>{say(TEXTS.done.back)}</OwnLink>
      </p>
    </Message>
  );
}

function withRecovery(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}recovery`;
}
