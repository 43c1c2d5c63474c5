import type { SubmissionResult } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { HOLD_DAYS } from '#domain/emergency/emergency.ts';
import { duressPage as texts } from '#messages/en/duress.ts';
import { say, sayRich } from '#messages/say.ts';

/** Who can be told. */
interface Choice {
  id: string;
  name: string;
  email: string;
}

interface DuressFormsProps {
  contacts: readonly Choice[];
  /** What the action found in the form that was sent; null when none was. */
  result: SubmissionResult<string[]> | null;
}

/** The forms that set or replace a second password, remove it, and end a hold. None of them shows what there is. */
export function DuressForms({ contacts, result }: DuressFormsProps) {
  return (
    <>
      {contacts.length > 0 ? (
        <SetForm contacts={contacts} result={resultOf(result, 'save')} />
      ) : (
        <>
          <h2>{say(texts.set.heading)}</h2>
          <p>{sayRich(texts.set.noContacts, { link: (words) => <Link to="/profile/contacts">{words}</Link> })}</p>
        </>
      )}
      <ProvedForm intent="remove" words={texts.remove} result={resultOf(result, 'remove')} />
      <ProvedForm intent="end" words={texts.end} result={resultOf(result, 'end')} />
    </>
  );
}

type Result = SubmissionResult<string[]> | null;
type Intent = 'save' | 'remove' | 'end';

/** Of the form that was sent. One that names no form is of the first. */
function resultOf(result: Result, intent: Intent): Result {
  const sent = result?.initialValue?.intent;
  return sent === intent || (intent === 'save' && sent !== 'remove' && sent !== 'end') ? result : null;
}

function SetForm({ contacts, result }: { contacts: readonly Choice[]; result: Result }) {
  const { set } = texts;
  const typed = (name: string) => `${result?.initialValue?.[name] ?? ''}`;
  const errors = result?.error?.contact ?? [];
  const wrong = errors.length > 0 && { 'aria-invalid': true, 'aria-describedby': 'contact-error' };
  return (
    <Form className="stack narrow" method="post">
      <h2>{say(set.heading)}</h2>
      <FormError result={result} />
      <input type="hidden" name="intent" value="save" />
      <CurrentPassword intent="save" result={result} />
      <Input
        id="new-password"
        name="new_password"
        label={say(set.new)}
        hint={say(set.newHint)}
        type="password"
        autoComplete="off"
        result={result}
      />
      <div className="field">
        <label htmlFor="contact">{say(set.contact)}</label>
        <span className="select">
          <select className="control" id="contact" name="contact" required defaultValue={typed('contact')} {...wrong}>
            <option value="">{say(set.choose)}</option>
            {contacts.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {say(set.contactOf, { name, email })}
              </option>
            ))}
          </select>
        </span>
        <FieldErrors id="contact-error" errors={errors} />
      </div>
      <Input
        id="days"
        name="days"
        label={say(set.days)}
        hint={say(set.daysHint, { min: `${HOLD_DAYS.min}`, max: `${HOLD_DAYS.max}`, usual: `${HOLD_DAYS.usual}` })}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed('days') || `${HOLD_DAYS.usual}`}
        result={result}
      />
      <Submit>{say(set.submit)}</Submit>
    </Form>
  );
}

interface ProvedFormProps {
  intent: 'remove' | 'end';
  words: typeof texts.remove | typeof texts.end;
  result: Result;
}

function ProvedForm({ intent, words, result }: ProvedFormProps) {
  return (
    <Form className="stack narrow" method="post">
      <h2>{say(words.heading)}</h2>
      <p>{say(words.text)}</p>
      <FormError result={result} />
      <input type="hidden" name="intent" value={intent} />
      <CurrentPassword intent={intent} result={result} />
      <Submit>{say(words.submit)}</Submit>
    </Form>
  );
}

function CurrentPassword({ intent, result }: { intent: Intent; result: Result }) {
  return (
    <Input
      id={`current-password-${intent}`}
      name="current_password"
      label={say(texts.set.current)}
      type="password"
      autoComplete="current-password"
      result={result}
    />
  );
}

interface InputProps extends ComponentProps<'input'> {
  id: string;
  name: string;
  label: string;
  hint?: string;
  result: Result;
}

function Input({ id, name, label, hint, result, ...rest }: InputProps) {
  const errors = result?.error?.[name] ?? [];
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        className="control"
        id={id}
        name={name}
        required
        {...(described && { 'aria-describedby': described })}
        {...(errors.length > 0 && { 'aria-invalid': true, autoFocus: true })}
        {...rest}
      />
      <FieldErrors id={`${id}-error`} errors={errors} />
    </div>
  );
}

function FieldErrors({ id, errors }: { id: string; errors: readonly string[] }) {
  return (
    errors.length > 0 && (
      <p className="error" id={id}>
        {errors.join(' ')}
      </p>
    )
  );
}

function FormError({ result }: { result: Result }) {
  const errors = result?.error?.[''] ?? [];
  return (
    errors.length > 0 && (
      <p className="error" role="alert">
        {errors.join(' ')}
      </p>
    )
  );
}

function Submit({ children }: { children: ReactNode }) {
  return (
    <div>
      <button className="btn btn-primary" type="submit">
        {children}
      </button>
    </div>
  );
}
