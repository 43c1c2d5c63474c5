import type { Submission, SubmissionResult } from '@conform-to/react';
import { Link, useNavigation } from 'react-router';
import type { z } from 'zod';
import { finishSignIn } from '#app/accounts/finish-sign-in.ts';
import { askForCode } from '#app/accounts/second-step.ts';
import { AuthArt } from '#app/components/auth-art.tsx';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField } from '#app/components/field.tsx';
import { GoogleLink } from '#app/components/google-link.tsx';
import { Logo } from '#app/components/logo.tsx';
import { NewPasswordField } from '#app/components/new-password-field.tsx';
import { Later } from '#app/components/passkeys/later.tsx';
import { TimeZoneField } from '#app/components/time-zone-field.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { ownPath } from '#app/http/own-path.ts';
import { contextOf, webDeps } from '#app/middleware/context.ts';
import { entersAsDocument } from '#app/middleware/guards.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { signInSchema, signUpSchema } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { auth, authToasts } from '#messages/en/auth.ts';
import { say, sayRich } from '#messages/say.ts';
import type { Entered } from '#services/accounts/known-device.ts';
import { CodeRequired } from '#services/accounts/second-step.ts';
import type { Device, SecretKind } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { type SignedUp, signUpOnce } from '#services/accounts/sign-up.ts';
import type { Context } from '#services/context.ts';
import type { Route } from './+types/auth.ts';

export const middleware: Route.MiddlewareFunction[] = [entersAsDocument];

export function loader({ context, url }: Route.LoaderArgs) {
  const hasGoogle = context.get(webDeps).composition.google !== null;
  return { isSignUp: isSignUpAddress(url), to: ownPath(url.searchParams.get('to')), hasGoogle };
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request);
  return isSignUpAddress(args.url)
    ? enterBy(args, parseForm(form, signUpSchema), signUpOnce, saySignedUp)
    : enterBy(args, parseForm(form, signInSchema), signIn, () => say(authToasts.signedIn));
}

function saySignedUp({ isNew }: SignedUp): string {
  return say(isNew ? authToasts.signedUp : authToasts.signedInInstead);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

/** Signs in or up with a parsed form and redirects to the wanted page, asks for a code, or shows the form again. */
async function enterBy<Input, Result extends Entered>(
  { request, context, url }: Route.ActionArgs,
  submission: Submission<unknown, string[], Input>,
  verb: (context: Context, input: Input, device: Device, kind: SecretKind) => Promise<Result>,
  success: (entered: Result) => string,
) {
  if (submission.status !== 'success') return invalidForm(submission);
  const to = ownPath(url.searchParams.get('to'));
  try {
    const device = await deviceOf(context, request);
    const entered = await verb(contextOf(context), submission.value, device, 'cookie');
    return await finishSignIn(context, entered, to, success(entered));
  } catch (error) {
    if (error instanceof CodeRequired && error.secret) return askForCode(context, error.secret, to);
    // spec.md section 8: the toast shows the server's detail where there is one.
    const detail = error instanceof AppError ? error.message : say(authToasts.failed);
    return failedForm(context, submission, error, detail);
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: say(loaderData?.isSignUp ? auth.signUp.title : auth.signIn.title) },
  { name: 'description', content: say(auth.description) },
];

export default function Auth({ loaderData: { isSignUp, to, hasGoogle }, actionData }: Route.ComponentProps) {
  return (
    <div className="auth-grid">
      <aside className="auth-side" aria-label="Stillhere">
        <Link className="brand" to="/" reloadDocument>
          <Logo />
        </Link>
        <div className="auth-art">
          <AuthArt />
        </div>
        <blockquote className="auth-q">
          <p>{say(auth.quote)}</p>
          <footer>{say(auth.quoteFrom)}</footer>
        </blockquote>
      </aside>
      <main className="auth-main" id="main">
        <PageToast toast={actionData?.toast} onPage={actionData?.result.error?.['']} />
        <Link className="brand brand-phone" to="/" reloadDocument>
          <Logo />
        </Link>
        {/* Two forms, so that text typed into one never appears in the other. */}
        {isSignUp ? (
          <SignUp key="up" to={to} hasGoogle={hasGoogle} result={actionData?.result} />
        ) : (
          <SignIn key="in" to={to} hasGoogle={hasGoogle} result={actionData?.result} />
        )}
      </main>
    </div>
  );
}

const loadPasskeySignIn = () => import('#app/components/passkeys/passkey-sign-in.tsx');

interface FormParts {
  to: string | null;
  hasGoogle: boolean;
  result: SubmissionResult<string[]> | undefined;
}

function SignIn({ to, hasGoogle, result }: FormParts) {
  const [form, fields] = useLazyForm<z.input<typeof signInSchema>>({
    id: 'sign-in-form',
    lastResult: result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).signInSchema,
  });
  const { email, password } = fields;
  return (
    <section className="auth-form" aria-labelledby="h-auth">
      <Head heading={say(auth.signIn.heading)} lead={say(auth.signIn.lead)} />
      <CheckedForm form={form} fields={[email, password]} className="stack" method="post" action={address(false, to)}>
        <FormErrors />
        <InputField label={say(auth.email)} type="email" autoComplete="username webauthn" meta={email} />
        <InputField label={say(auth.password)} type="password" autoComplete="current-password" meta={password} />
        <Submit label={say(auth.signIn.submit)} />
      </CheckedForm>
      {hasGoogle && <GoogleLink to={to} />}
      <Later load={loadPasskeySignIn} to={to} />
      <p className="small">
        <a href="/auth/forgot">{say(auth.signIn.forgot)}</a>
      </p>
      <p className="small">
        {sayRich(auth.signIn.noAccount, { link: (words) => <Link to={address(true, to)}>{words}</Link> })}
      </p>
    </section>
  );
}

function SignUp({ to, hasGoogle, result }: FormParts) {
  const [form, fields] = useLazyForm<z.input<typeof signUpSchema>>({
    id: 'sign-up-form',
    lastResult: result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).signUpSchema,
  });
  const { name, email, password } = fields;
  return (
    <section className="auth-form" aria-labelledby="h-auth">
      <Head heading={say(auth.signUp.heading)} lead={say(auth.signUp.lead)} />
      <CheckedForm
        form={form}
        fields={[name, email, password]}
        className="stack"
        method="post"
        action={address(true, to)}
      >
        <FormErrors />
        <InputField label={say(auth.name)} hint={say(auth.nameHint)} type="text" autoComplete="name" meta={name} />
        <InputField label={say(auth.email)} type="email" autoComplete="email" meta={email} />
        <NewPasswordField label={say(auth.password)} hint={say(auth.passwordHint)} meta={password} />
        <TimeZoneField name={fields.time_zone.name} />
        <Submit label={say(auth.signUp.submit)} />
      </CheckedForm>
      {hasGoogle && <GoogleLink to={to} />}
      <p className="small">
        {sayRich(auth.signUp.hasAccount, { link: (words) => <Link to={address(false, to)}>{words}</Link> })}
      </p>
    </section>
  );
}

function Head({ heading, lead }: { heading: string; lead: string }) {
  return (
    <div className="stack-s">
      <h1 id="h-auth">{heading}</h1>
      <p className="soft">{lead}</p>
    </div>
  );
}

function Submit({ label }: { label: string }) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className="row between">
      <button className="btn btn-primary grow" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
        {label}
      </button>
    </div>
  );
}

function isSignUpAddress(url: URL): boolean {
  return url.searchParams.get('mode') === 'sign-up';
}

function address(isSignUp: boolean, to: string | null): string {
  const query = new URLSearchParams({ ...(isSignUp ? { mode: 'sign-up' } : {}), ...(to ? { to } : {}) }).toString();
  return query ? `/auth?${query}` : '/auth';
}
