import { data, Link, matchPath, redirect } from 'react-router';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { PLAN_FIELDS_MAX } from '#app/emergency/plan-form.ts';
import { retryAfter, STATUS } from '#app/http/errors.ts';
import { FIELD_NAME, readFields } from '#app/http/form.ts';
import { cameFrom, ownPath } from '#app/http/own-path.ts';
import { loadPage } from '#app/http/page.ts';
import { contextOf, type Provider, retryAfterContext, sessionOf, webDeps } from '#app/middleware/context.ts';
import { GUARDED_PAGES } from '#app/middleware/sensitive-verbs.ts';
import { stepUpSchema } from '#domain/accounts/step-up.schema.ts';
import { AppError } from '#domain/errors.ts';
import { formReplies } from '#messages/en/forms.ts';
import { stepUpPage as texts } from '#messages/en/step-up.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say, sayRich } from '#messages/say.ts';
import { hasPassword } from '#services/accounts/change-password.ts';
import { hasCodes } from '#services/accounts/codes.ts';
import { stepUp } from '#services/accounts/step-up.ts';
import type { Route } from './+types/step-up.ts';

const HERE = '/step-up';
const HOME = '/dashboard';
const SEND_AGAIN = 307;
/** No other form reads fields with these names (FIELD_NAME), so a proof gets no further than this page. */
const PASSWORD = 'step-up-password';
const CODE = 'step-up-code';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

/** What waits for the proof: the fields of a form, and what was wrong with the last proof. */
interface Waiting {
  fields: [name: string, value: string][];
  problem: string | null;
}

export function loader({ request, context, url }: Route.LoaderArgs) {
  return loadPage(context, async () => ({
    to: targetOf(url),
    from: ownPath(url.searchParams.get('from')) ?? cameFrom(request, HOME),
    hasPassword: await hasPassword(contextOf(context), sessionOf(context).user.id),
    hasCodes: await hasCodes(contextOf(context).em, sessionOf(context).user.id),
  }));
}

/** Takes a form that has to wait for a proof, and the proof together with the form; then the browser sends the form on. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const given = await readFields(request, PLAN_FIELDS_MAX + 1);
  const fields = given.filter(([name]) => FIELD_NAME.test(name));
  const last = (wanted: string) => given.findLast(([name]) => name === wanted)?.[1];
  const [password, code] = [last(PASSWORD), last(CODE)];
  if (password === undefined && code === undefined) return again({ fields, problem: null }, STATUS['step-up-required']);
  const parsed = stepUpSchema.safeParse(code ? { code } : { password: password ?? '' });
  if (!parsed.success) {
    const problem = sayFieldError(parsed.error.issues[0]?.message ?? '');
    return again({ fields, problem }, STATUS['validation-failed']);
  }
  try {
    await stepUp(contextOf(context), sessionOf(context), parsed.data);
  } catch (error) {
    return refused(context, fields, error);
  }
  const to = targetOf(url);
  return to === HOME || url.searchParams.has('open') ? redirect(to) : redirect(to, SEND_AGAIN);
}

function again(waiting: Waiting, status: number) {
  return data(waiting, { status });
}

function refused(context: Provider, fields: Waiting['fields'], error: unknown) {
  if (error instanceof AppError) {
    context.set(retryAfterContext, retryAfter(error));
    return again({ fields, problem: error.message }, STATUS[error.code]);
  }
  context.get(webDeps).log.error({ err: error }, 'a proof could not be checked');
  return again({ fields, problem: say(formReplies.failed) }, STATUS.unavailable);
}

/** @returns where the form or the person goes on to: only to what is guarded */
function targetOf({ searchParams }: URL): string {
  const to = ownPath(searchParams.get('to'));
  const path = to?.split('?')[0] ?? '';
  return to && Object.keys(GUARDED_PAGES).some((pattern) => matchPath(pattern, path)) ? to : HOME;
}

export default function StepUp({ loaderData: { data: view, toast: left }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.lead)}</p>
        </div>
        {!view && <NotLoaded />}
        {view && (view.hasPassword || view.hasCodes) && <ProofForm {...view} waiting={actionData} />}
        {view && !view.hasPassword && !view.hasCodes && <WithoutPassword from={view.from} />}
        <p className="small soft">{sayRich(texts.alive, { link: (words) => <Link to="/emergency">{words}</Link> })}</p>
      </div>
    </main>
  );
}

interface ProofFormProps {
  to: string;
  from: string;
  /** Undefined where a person opened the page by a link: then they go on by one. */
  waiting: Waiting | undefined;
  hasPassword: boolean;
  hasCodes: boolean;
}

/** A form of the browser itself: it follows the answer, which sends the fields on. */
function ProofForm({ to, from, waiting, hasPassword, hasCodes }: ProofFormProps) {
  const problem = waiting?.problem ?? null;
  const address = new URLSearchParams({ to, from, ...(waiting ? {} : { open: '' }) });
  return (
    <form className="form-stack" method="post" action={`${HERE}?${address}`}>
      {waiting?.fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {waiting && <p>{say(texts.kept)}</p>}
      {hasPassword && <PasswordField problem={problem} isOnly={!hasCodes} />}
      {hasCodes && <CodeField problem={hasPassword ? null : problem} isOnly={!hasPassword} />}
      <div className="row">
        <button className="btn btn-primary" type="submit">
          {say(texts.submit)}
        </button>
        <Link className="btn btn-quiet" to={from}>
          {say(texts.cancel)}
        </Link>
      </div>
    </form>
  );
}

interface ProofFieldProps {
  problem: string | null;
  /** Whether there is no other kind of proof. */
  isOnly: boolean;
}

function PasswordField({ problem, isOnly }: ProofFieldProps) {
  return (
    <div className={problem ? 'field has-error' : 'field'}>
      <label htmlFor="proof">{say(texts.password)}</label>
      <p className="hint" id="proof-hint">
        {sayRich(texts.forgot, { link: (words) => <a href="/auth/forgot">{words}</a> })}
      </p>
      <input
        className="control"
        id="proof"
        name={PASSWORD}
        type="password"
        autoComplete="current-password"
        required={isOnly}
        // biome-ignore lint/a11y/noAutofocus: the page asks for nothing else
        autoFocus
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'proof-error proof-hint' : 'proof-hint'}
      />
      {problem && (
        <p className="error" id="proof-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function CodeField({ problem, isOnly }: ProofFieldProps) {
  return (
    <div className={problem ? 'field has-error' : 'field'}>
      <label htmlFor="proof-code">{say(isOnly ? texts.code : texts.orCode)}</label>
      <input
        className="control"
        id="proof-code"
        name={CODE}
        type="text"
        autoComplete="one-time-code"
        required={isOnly}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'code-error' : undefined}
      />
      {problem && (
        <p className="error" id="code-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Google's session is not ours: an owner who only signs in there proves it by signing in again. */
function WithoutPassword({ from }: { from: string }) {
  return (
    <form className="form-stack" method="post" action="/logout">
      <p>{say(texts.withoutPassword)}</p>
      <div className="row">
        <button className="btn btn-primary" type="submit">
          {say(texts.signOut)}
        </button>
        <Link className="btn btn-quiet" to={from}>
          {say(texts.cancel)}
        </Link>
      </div>
    </form>
  );
}
