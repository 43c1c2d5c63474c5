import type { SubmissionResult } from '@conform-to/react';
import { passwordCheckIn as TEXTS } from '#messages/en/duress.ts';
import { say } from '#messages/say.ts';
import { LinkForm, Submit } from './layout.tsx';
import { TextField } from './text-field.tsx';

interface PasswordCheckInProps {
  /** Where its form leads. */
  path: string;
  /** The form's own, where several lead to one page. */
  intent?: string;
  /** What the action found in the form; null when it was not sent. */
  result: SubmissionResult<string[]> | null;
}

/** Beside every check-in button, for everyone: so that it says nothing of who has a second password. */
export function PasswordCheckIn({ path, intent, result }: PasswordCheckInProps) {
  const refused = result?.error?.['']?.join(' ');
  return (
    <details className="small" open={result !== null}>
      <summary>{say(TEXTS.summary)}</summary>
      <p>{say(TEXTS.note)}</p>
      {refused && <p className="error">{refused}</p>}
      <LinkForm path={path} {...(intent && { intent })}>
        <TextField name="password" label={say(TEXTS.password)} type="password" autoComplete="off" result={result} />
        <Submit look="secondary">{say(TEXTS.submit)}</Submit>
      </LinkForm>
    </details>
  );
}
