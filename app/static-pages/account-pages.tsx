/** The pages of an account that people open from a mail. */
import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { ErrorCode } from '#domain/errors.ts';
import { accountLinks as TEXTS } from '#messages/en/account-links.ts';
import { staticPages } from '#messages/en/static-pages.ts';
import { say, sayAll, sayRich } from '#messages/say.ts';
import type { Confirmation } from '#services/accounts/email-address.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { LinkForm, Message, OwnLink, Submit } from './layout.tsx';
import { TextField } from './text-field.tsx';
import { type Trouble, TroublePage } from './trouble-page.tsx';

interface PageProps {
  /** The page's own path. */
  path: string;
}
interface FormProps extends PageProps {
  /** What the action found in the form; null when it was not sent yet. */
  result: SubmissionResult<string[]> | null;
}

interface ConfirmProps extends FormProps {
  confirmation: Confirmation;
  /** Whether the reader wants to replace a password that they do not know. */
  choosesNew: boolean;
}

/** Asks whether an address is right; and for a password, where its reader is not signed in to the account. */
export function ConfirmPage({ confirmation, choosesNew, ...form }: ConfirmProps) {
  const { email, isChange, needs } = confirmation;
  const texts = isChange ? TEXTS.change : TEXTS.confirm;
  return (
    <Page heading={say(texts.heading)}>
      <p className="lead">{email}</p>
      {needs === 'press' && <PressForm {...form} isChange={isChange} />}
      {needs === 'new-password' && <NewPasswordForm {...form} advice={say(TEXTS.confirm['first-advice'])} />}
      {needs === 'password' && isChange && <ChangeForm {...form} />}
      {needs === 'password' && !isChange && <PasswordForm {...form} choosesNew={choosesNew} />}
      {needs !== 'press' && !isChange && <p className="small">{say(TEXTS.confirm['not-you'])}</p>}
    </Page>
  );
}

function PressForm({ path, isChange }: FormProps & Pick<Confirmation, 'isChange'>) {
  const texts = isChange ? TEXTS.change : TEXTS.confirm;
  return (
    <>
      <p>{say(texts.advice)}</p>
      <LinkForm path={path}>
        <Submit>{say(texts.submit)}</Submit>
      </LinkForm>
    </>
  );
}

function PasswordForm({ choosesNew, ...form }: FormProps & Pick<ConfirmProps, 'choosesNew'>) {
  const texts = sayAll(TEXTS.confirm);
  return (
    <>
      {choosesNew ? (
        <NewPasswordForm {...form} advice={texts['new-advice']} />
      ) : (
        <OwnPasswordForm {...form} advice={texts['password-advice']} submit={texts.submit} />
      )}
      <p>
        <OwnLink href={choosesNew ? form.path : '?new'}>{choosesNew ? texts['know-it'] : texts['choose-new']}</OwnLink>
      </p>
    </>
  );
}

/** The new address proves nothing about the account, so a forgotten password is replaced by the old one. */
function ChangeForm(form: FormProps) {
  const { change } = TEXTS;
  const forgot = (words: ReactNode) => <a href="/auth/forgot">{words}</a>;
  return (
    <>
      <p>{say(change.advice)}</p>
      <OwnPasswordForm {...form} advice={say(change['password-advice'])} submit={say(change.submit)} />
      <p className="small">{sayRich(change.forgot, { forgot })}</p>
    </>
  );
}

function OwnPasswordForm({ path, result, advice, submit }: FormProps & { advice: string; submit: string }) {
  return (
    <>
      <p>{advice}</p>
      <LinkForm path={path}>
        <TextField
          name="password"
          label={say(TEXTS.confirm.password)}
          type="password"
          autoComplete="current-password"
          result={result}
        />
        <Submit>{submit}</Submit>
      </LinkForm>
    </>
  );
}

function NewPasswordForm({ path, result, advice }: FormProps & { advice: string }) {
  return (
    <>
      <p>{advice}</p>
      <LinkForm path={path}>
        <TextField
          name="new_password"
          label={say(TEXTS.confirm['new-password'])}
          type="password"
          autoComplete="new-password"
          result={result}
        />
        <Submit>{say(TEXTS.confirm['submit-new'])}</Submit>
      </LinkForm>
    </>
  );
}

/** The answer to it. */
export function ConfirmedPage({ email, isChange }: Pick<Confirmation, 'email' | 'isChange'>) {
  const texts = isChange ? TEXTS.change : TEXTS.confirm;
  return (
    <Page heading={say(texts.done)}>
      <p className="lead">{email}</p>
      <p>
        <a className="btn btn-primary" href="/auth">
          {say(TEXTS['go-to-stillhere'])}
        </a>
      </p>
    </Page>
  );
}

/** Asks for the address of an account. */
export function ForgotPage({ path, result }: FormProps) {
  return (
    <Page heading={say(TEXTS.forgot.heading)}>
      <p className="lead">{say(TEXTS.forgot.lead)}</p>
      <LinkForm path={path}>
        <TextField name="email" label={say(TEXTS.forgot.email)} type="email" autoComplete="email" result={result} />
        <Submit>{say(TEXTS.forgot.submit)}</Submit>
      </LinkForm>
      <p className="small">
        <a href="/auth">{say(TEXTS.forgot.back)}</a>
      </p>
    </Page>
  );
}

/** The same for everyone: it does not tell whether there is an account with this address. */
export function ForgotSentPage() {
  const link = (words: ReactNode) => <a href="/auth/forgot">{words}</a>;
  return (
    <Page heading={say(TEXTS.sent.heading)}>
      <p className="lead">{say(TEXTS.sent.lead)}</p>
      <p>{sayRich(TEXTS.sent.advice, { link })}</p>
    </Page>
  );
}

/** Asks for a new password. */
export function ResetPage({ path, result }: FormProps) {
  return (
    <Page heading={say(TEXTS.reset.heading)}>
      <p>{say(TEXTS.reset.advice)}</p>
      <LinkForm path={path}>
        <TextField
          name="password"
          label={say(TEXTS.reset.password)}
          type="password"
          autoComplete="new-password"
          result={result}
        />
        <Submit>{say(TEXTS.reset.submit)}</Submit>
      </LinkForm>
    </Page>
  );
}

/** For a link that cannot be used. */
export function AccountTrouble({ code, explanation }: Trouble) {
  return <TroublePage {...adviceOn(code ?? 'unavailable')} lead={explanation ?? say(staticPages.trouble.ours)} />;
}

function adviceOn(code: ErrorCode): { heading: string; advice: ReactNode } {
  const { trouble } = TEXTS;
  const auth = (words: ReactNode) => <a href="/auth">{words}</a>;
  const forgot = (words: ReactNode) => <a href="/auth/forgot">{words}</a>;
  switch (code) {
    case 'not-found':
      return { heading: say(staticPages.trouble['nothing-here']), advice: say(trouble['not-found']) };
    case 'gone':
      return { heading: say(trouble.gone), advice: sayRich(trouble['gone-advice'], { auth, forgot }) };
    case 'conflict':
      return { heading: say(trouble.conflict), advice: sayRich(trouble['conflict-advice'], { auth }) };
    case 'too-many-requests':
      return { heading: say(staticPages.trouble.wait), advice: say(trouble['too-many']) };
    case 'unavailable':
      return { heading: say(staticPages.trouble['not-now']), advice: say(staticPages.trouble['link-stays']) };
    default:
      return { heading: say(staticPages.trouble['did-not-work']), advice: say(staticPages.trouble['open-again']) };
  }
}

function Page({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Message drawing={<EmptyEnvelope />} heading={heading}>
      {children}
    </Message>
  );
}
