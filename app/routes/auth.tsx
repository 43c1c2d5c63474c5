import type { Submission, SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from 'react-router';
import { AuthArt } from '#app/components/auth-art.tsx';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { GoogleLink } from '#app/components/google-link.tsx';
import { Logo } from '#app/components/logo.tsx';
import { TimeZoneField } from '#app/components/time-zone-field.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import { enter } from '#app/http/enter.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { orStay } from '#app/http/lost-line.ts';
import { ownPath } from '#app/http/own-path.ts';
import { contextOf, webParts } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { signInSchema, signUpSchema } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Device, SecretKind, SignedIn } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { signUpOnce } from '#services/accounts/sign-up.ts';
import type { Context } from '#services/context.ts';
import type { Route } from './+types/auth.ts';

/** spec.md section 8: the toast of a failure without a detail. */
const FAILURE = 'An error occurred';

export function loader({ context, url }: Route.LoaderArgs) {
  const hasGoogle = context.get(webParts).composition.google !== null;
  return { isSignUp: isSignUpAddress(url), to: ownPath(url.searchParams.get('to')), hasGoogle };
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request);
  return isSignUpAddress(args.url)
    ? enterBy(args, parseForm(form, signUpSchema), signUpOnce, 'Registration successful!')
    : enterBy(args, parseForm(form, signInSchema), signIn, 'Login successful!');
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orStay(serverAction());
}

/** Signs in or up with a parsed form, and leads on to the wanted page, or shows the form again. */
async function enterBy<Input>(
  { request, context, url }: Route.ActionArgs,
  submission: Submission<unknown, string[], Input>,
  verb: (context: Context, input: Input, device: Device, kind: SecretKind) => Promise<SignedIn>,
  words: string,
) {
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const device = await deviceOf(context, request);
    const entered = await verb(contextOf(context), submission.value, device, 'cookie');
    return await enter(context, entered, device, ownPath(url.searchParams.get('to')), words);
  } catch (error) {
    // These two toast the server's detail where there is one (spec.md section 8).
    return failedForm(context, submission, error, error instanceof AppError ? error.message : FAILURE);
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.isSignUp ? 'Sign Up' : 'Sign In'} · Stillhere` },
  { name: 'description', content: 'The way to what you keep on Stillhere, and to an account of your own.' },
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
          <p>
            “You are four, and asleep in the next room with one sock on. You will not remember tonight, so I am keeping
            it for you.”
          </p>
          <footer>From a letter to be opened on 4 May 2031</footer>
        </blockquote>
      </aside>
      <main className="auth-main" id="main">
        <PageToast toast={actionData?.toast} onPage={actionData?.result.error?.['']} />
        <Link className="brand brand-phone" to="/" reloadDocument>
          <Logo />
        </Link>
        {/* Two forms, not one that changes: text typed into one never appears in the other. */}
        {isSignUp ? (
          <SignUp key="up" to={to} hasGoogle={hasGoogle} result={actionData?.result} />
        ) : (
          <SignIn key="in" to={to} hasGoogle={hasGoogle} result={actionData?.result} />
        )}
      </main>
    </div>
  );
}

interface FormParts {
  to: string | null;
  hasGoogle: boolean;
  result: SubmissionResult<string[]> | undefined;
}

function SignIn({ to, hasGoogle, result }: FormParts) {
  const { form, errors, fields } = useForm({
    id: 'sign-in-form',
    fields: ['email', 'password'],
    result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).signInSchema,
  });
  return (
    <section className="auth-form" aria-labelledby="h-auth">
      <div className="stack-s">
        <h1 id="h-auth">Welcome back</h1>
        <p className="soft">Everything is where you left it.</p>
      </div>
      <Form className="stack" method="post" action={address(false, to)} {...form}>
        <FormErrors errors={errors} />
        <Field label="Email" meta={fields.email}>
          <input className="control" type="email" autoComplete="email" {...controlProps(fields.email)} />
        </Field>
        <Field label="Password" meta={fields.password}>
          <input
            className="control"
            type="password"
            autoComplete="current-password"
            {...controlProps(fields.password)}
          />
        </Field>
        <Submit label="Sign In" />
      </Form>
      {hasGoogle && <GoogleLink to={to} />}
      <p className="small">
        <a href="/auth/forgot">Forgot your password?</a>
      </p>
      <p className="small">
        No account yet? <Link to={address(true, to)}>Sign Up</Link>
      </p>
    </section>
  );
}

function SignUp({ to, hasGoogle, result }: FormParts) {
  const { form, errors, fields } = useForm({
    id: 'sign-up-form',
    fields: ['name', 'email', 'password', 'time_zone'],
    result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).signUpSchema,
  });
  return (
    <section className="auth-form" aria-labelledby="h-auth">
      <div className="stack-s">
        <h1 id="h-auth">Start Free</h1>
        <p className="soft">Write what should arrive one day. We keep it until then.</p>
      </div>
      <Form className="stack" method="post" action={address(true, to)} {...form}>
        <FormErrors errors={errors} />
        <Field label="Full name" hint="As the people you write to know you." meta={fields.name}>
          <input className="control" type="text" autoComplete="name" {...controlProps(fields.name, { hint: true })} />
        </Field>
        <Field label="Email" meta={fields.email}>
          <input className="control" type="email" autoComplete="email" {...controlProps(fields.email)} />
        </Field>
        <Field label="Password" hint="At least 6 characters. Three plain words make a good one." meta={fields.password}>
          <input
            className="control"
            type="password"
            autoComplete="new-password"
            {...controlProps(fields.password, { hint: true })}
          />
        </Field>
        <TimeZoneField name={fields.time_zone.name} />
        <Submit label="Sign Up" />
      </Form>
      {hasGoogle && <GoogleLink to={to} />}
      <p className="small">
        Already have an account? <Link to={address(false, to)}>Sign In</Link>
      </p>
    </section>
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
