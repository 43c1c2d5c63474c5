import { getFormProps, getInputProps, type SubmissionResult, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useEffect, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { AuthArt } from '#app/components/auth-art.tsx';
import { Field, FormError } from '#app/components/field.tsx';
import { Logo } from '#app/components/logo.tsx';
import { useToast } from '#app/components/toasts.tsx';
import { invalidForm, parseForm, readForm, refusedForm } from '#app/http/form.ts';
import { ownPath } from '#app/http/own-path.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, webParts } from '#app/middleware/context.ts';
import { startSession } from '#app/middleware/session.ts';
import { signInSchema, signUpSchema } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { signUp } from '#services/accounts/sign-up.ts';
import type { Route } from './+types/auth.ts';

/** spec.md section 8: what a failure says when the server has no better word. */
const FAILURE = 'An error occurred';

export function loader({ url }: Route.LoaderArgs) {
  return { isSignUp: url.searchParams.get('mode') === 'sign-up', to: ownPath(url.searchParams.get('to')) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const isSignUp = url.searchParams.get('mode') === 'sign-up';
  const submission = parseForm(await readForm(request), isSignUp ? signUpSchema : signInSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const device = { userAgent: request.headers.get('user-agent') ?? '' };
  try {
    const { cookieSecret } = isSignUp
      ? await signUp(contextOf(context), signUpSchema.parse(submission.value), device)
      : await signIn(contextOf(context), submission.value, device);
    const words = isSignUp ? 'Registration successful!' : 'Login successful!';
    const cookie = await startSession(context.get(webParts).appOrigin, cookieSecret);
    return redirectWithToast(ownPath(url.searchParams.get('to')) ?? '/dashboard', toast('success', words), [['set-cookie', cookie]]);
  } catch (error) {
    if (error instanceof AppError) return refusedForm(submission, error, toast('error', error.message));
    context.get(webParts).log.error({ err: error }, 'signing in or up failed');
    const unavailable = new AppError('unavailable', 'Something went wrong on our side. Nothing was lost; please try again in a moment.');
    return refusedForm(submission, unavailable, toast('error', FAILURE));
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.isSignUp ? 'Sign Up' : 'Sign In'} · Stillhere` }];

export default function Auth({ loaderData: { isSignUp, to }, actionData }: Route.ComponentProps) {
  useToast(actionData?.toast ?? null);
  return (
    <div className="auth-grid">
      <aside className="auth-side" aria-label="Stillhere">
        <Link className="brand" to="/">
          <Logo />
        </Link>
        <div className="auth-art">
          <AuthArt />
        </div>
        <blockquote className="auth-q">
          <p>“You are four, and asleep in the next room with one sock on. You will not remember tonight, so I am keeping it for you.”</p>
          <footer>From a letter to be opened on 4 May 2031</footer>
        </blockquote>
      </aside>
      <main className="auth-main" id="main">
        <Link className="brand brand-phone" to="/">
          <Logo />
        </Link>
        {/* Two forms, not one that changes: what was typed into one never shows in the other. */}
        {isSignUp ? <SignUp key="up" to={to} result={actionData?.result} /> : <SignIn key="in" to={to} result={actionData?.result} />}
      </main>
    </div>
  );
}

interface FormParts {
  to: string | null;
  result: SubmissionResult<string[]> | undefined;
}

function SignIn({ to, result }: FormParts) {
  const [form, fields] = useForm({
    id: 'sign-in-form',
    lastResult: result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: signInSchema }),
    shouldRevalidate: 'onInput',
  });
  return (
    <section className="auth-form" aria-labelledby="h-auth">
      <div className="stack-s">
        <h1 id="h-auth">Welcome back</h1>
        <p className="soft">Everything is where you left it.</p>
      </div>
      <Form className="stack" method="post" action={address(false, to)} {...getFormProps(form)}>
        <FormError errors={form.errors} id={form.errorId} />
        <Field label="Email" meta={fields.email}>
          <input className="control" autoComplete="email" {...getInputProps(fields.email, { type: 'email' })} />
        </Field>
        <Field label="Password" meta={fields.password}>
          <input className="control" autoComplete="current-password" {...getInputProps(fields.password, { type: 'password', value: false })} />
        </Field>
        <Submit label="Sign In" />
      </Form>
      <p className="small">
        No account yet? <Link to={address(true, to)}>Sign Up</Link>
      </p>
    </section>
  );
}

function SignUp({ to, result }: FormParts) {
  const [form, fields] = useForm({
    id: 'sign-up-form',
    lastResult: result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: signUpSchema }),
    shouldRevalidate: 'onInput',
  });
  return (
    <section className="auth-form" aria-labelledby="h-auth">
      <div className="stack-s">
        <h1 id="h-auth">Start Free</h1>
        <p className="soft">Write what should arrive one day. We keep it until then.</p>
      </div>
      <Form className="stack" method="post" action={address(true, to)} {...getFormProps(form)}>
        <FormError errors={form.errors} id={form.errorId} />
        <Field label="Full name" hint="As the people you write to know you." meta={fields.name}>
          <input className="control" autoComplete="name" {...getInputProps(fields.name, { type: 'text' })} />
        </Field>
        <Field label="Email" meta={fields.email}>
          <input className="control" autoComplete="email" {...getInputProps(fields.email, { type: 'email' })} />
        </Field>
        <Field label="Password" hint="At least 6 characters. Three plain words make a good one." meta={fields.password}>
          <input className="control" autoComplete="new-password" {...getInputProps(fields.password, { type: 'password', value: false })} />
        </Field>
        <TimeZone />
        <Submit label="Sign Up" />
      </Form>
      <p className="small">
        Already have an account? <Link to={address(false, to)}>Sign In</Link>
      </p>
    </section>
  );
}

/** Zones that a person without JavaScript can choose from; any other is set later. */
const ZONES = [
  ...['UTC', 'Europe/Lisbon', 'Europe/London', 'Europe/Paris', 'Europe/Berlin', 'Europe/Athens', 'Europe/Istanbul', 'Africa/Lagos'],
  ...['Africa/Johannesburg', 'Asia/Dubai', 'Asia/Kolkata', 'Asia/Shanghai', 'Asia/Tokyo', 'Australia/Sydney', 'Pacific/Auckland'],
  ...['America/Sao_Paulo', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Mexico_City'],
];

/** The browser knows where its person is; without JavaScript they say it. */
function TimeZone() {
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return (
    <>
      {zone && <input type="hidden" name="time_zone" value={zone} />}
      <noscript>
        <div className="field">
          <label htmlFor="time-zone">Time zone</label>
          <span className="select">
            <select className="control" id="time-zone" name="time_zone">
              {ZONES.map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          </span>
        </div>
      </noscript>
    </>
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

function address(isSignUp: boolean, to: string | null): string {
  const query = new URLSearchParams({ ...(isSignUp ? { mode: 'sign-up' } : {}), ...(to ? { to } : {}) }).toString();
  return query ? `/auth?${query}` : '/auth';
}
