import type { ReactNode } from 'react';
import { data, Link, matchPath, redirect } from 'react-router';
import { answerFrom, passkeySite } from '#app/accounts/passkey-answer.ts';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { Later } from '#app/components/passkeys/later.tsx';
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
import { linkedSince } from '#services/accounts/identities.ts';
import { listPasskeys } from '#services/accounts/passkeys.ts';
import { stepUp } from '#services/accounts/step-up.ts';
import type { Route } from './+types/step-up.ts';

const HERE = '/step-up';
const HOME = '/dashboard';
const SEND_AGAIN = 307;
/** No other form reads fields with these names (FIELD_NAME), so a proof gets no further than this page. */
const NAMES = { password: 'step-up-password', code: 'step-up-code' } as const;
type Kind = keyof typeof NAMES;
const KINDS: readonly Kind[] = ['password', 'code'];
/** The same for the answer of a passkey, as JSON. */
const PASSKEY = 'step-up-passkey';
const loadPasskeyProof = () => import('#app/components/passkeys/passkey-proof.tsx');

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

/** What waits for the proof: the fields of a form, and what was wrong with the last proof. */
interface Waiting {
  fields: [name: string, value: string][];
  problem: Problem | null;
}
interface Problem {
  at: Kind | 'passkey';
  words: string;
}

export function loader({ request, context, url }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const services = contextOf(context);
    const { id } = sessionOf(context).user;
    return {
      to: targetOf(url),
      from: ownPath(url.searchParams.get('from')) ?? cameFrom(request, HOME),
      has: { password: await hasPassword(services, id), code: await hasCodes(services.em, id) },
      hasPasskey: (await listPasskeys(services, id)).length > 0,
      hasGoogle: (await linkedSince(services, id)) !== null,
    };
  });
}

/** Takes a form that has to wait for a proof, and the proof together with the form; then the browser sends the form on. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const given = await readFields(request, PLAN_FIELDS_MAX + KINDS.length + 1);
  const fields = given.filter(([name]) => FIELD_NAME.test(name));
  const proof = proofIn(given);
  if (proof === null) return again({ fields, problem: null }, STATUS['step-up-required']);
  const parsed = stepUpSchema.safeParse(proof);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = { at: kindAt(issue?.path[0]), words: sayFieldError(issue?.message ?? '') };
    return again({ fields, problem }, STATUS['validation-failed']);
  }
  try {
    await stepUp(contextOf(context), sessionOf(context), parsed.data, passkeySite(context));
  } catch (error) {
    return refused(context, fields, error);
  }
  const to = targetOf(url);
  return to === HOME || url.searchParams.has('open') ? redirect(to) : redirect(to, SEND_AGAIN);
}

/** @returns what a person gave as their proof; null where they gave none yet */
function proofIn(given: Waiting['fields']): unknown {
  const passkey = given.findLast(([name]) => name === PASSKEY)?.[1];
  if (passkey !== undefined) return answerFrom(passkey) ?? { response: null };
  const typed = KINDS.flatMap((kind) =>
    given.filter(([name]) => name === NAMES[kind]).map(([, value]) => [kind, value]),
  );
  return typed.length === 0 ? null : Object.fromEntries(typed.filter(([, value]) => value !== ''));
}

function kindAt(field: unknown): Problem['at'] {
  if (field === 'response') return 'passkey';
  return field === 'code' ? 'code' : 'password';
}

function again(waiting: Waiting, status: number) {
  return data(waiting, { status });
}

function refused(context: Provider, fields: Waiting['fields'], error: unknown) {
  if (error instanceof AppError) {
    context.set(retryAfterContext, retryAfter(error));
    return again({ fields, problem: { at: kindAt(error.fields[0]?.field), words: error.message } }, STATUS[error.code]);
  }
  context.get(webDeps).log.error({ err: error }, 'a proof could not be checked');
  return again({ fields, problem: { at: 'password', words: say(formReplies.failed) } }, STATUS.unavailable);
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
        <div className="stack">
          {!view && <NotLoaded />}
          {actionData?.problem?.at === 'passkey' && (
            <p className="error" role="alert">
              {actionData.problem.words}
            </p>
          )}
          {view && <Proofs {...view} waiting={actionData} />}
          <p className="small soft">
            {sayRich(texts.alive, { link: (words) => <Link to="/emergency">{words}</Link> })}
          </p>
        </div>
      </div>
    </main>
  );
}

interface ProofsProps extends ProofFormProps {
  hasPasskey: boolean;
  hasGoogle: boolean;
}

/** What this owner can prove themselves by, and no other way. */
function Proofs({ hasPasskey, hasGoogle, ...given }: ProofsProps) {
  const { has, from, waiting } = given;
  const canType = has.password || has.code;
  const isPasskeyOnly = hasPasskey && !canType;
  return (
    <>
      {canType && <ProofForm {...given} />}
      {isPasskeyOnly && waiting && <p>{say(texts.kept)}</p>}
      {isPasskeyOnly && <p>{say(texts.passkey)}</p>}
      {hasPasskey && (
        <Later
          load={loadPasskeyProof}
          address={addressOf(given, waiting)}
          field={PASSKEY}
          fields={waiting?.fields ?? []}
          isOnly={isPasskeyOnly}
        />
      )}
      {isPasskeyOnly && (
        <noscript>
          <p>{say(texts.passkeyNoScripts)}</p>
        </noscript>
      )}
      {!canType && (hasGoogle || !hasPasskey) && (
        <SignInAgain
          words={say(hasGoogle ? texts[hasPasskey ? 'orGoogle' : 'google'] : texts.signInAgain)}
          losing={waiting !== undefined}
          from={from}
        />
      )}
    </>
  );
}

interface ProofFormProps {
  to: string;
  from: string;
  /** What the account can prove itself by. */
  has: Record<Kind, boolean>;
  /** Undefined where a person opened the page by a link: then they go on by one. */
  waiting: Waiting | undefined;
}

/** @returns where a proof goes */
function addressOf({ to, from }: Pick<ProofFormProps, 'to' | 'from'>, waiting: Waiting | undefined): string {
  return `${HERE}?${new URLSearchParams({ to, from, ...(waiting ? {} : { open: '' }) })}`;
}

/** A form of the browser itself: it follows the answer, which sends the fields on. */
function ProofForm({ to, from, has, waiting }: ProofFormProps) {
  const problem = waiting?.problem ?? null;
  const first = problem?.at === 'code' && has.code ? 'code' : has.password ? 'password' : 'code';
  return (
    <form className="form-stack" method="post" action={addressOf({ to, from }, waiting)}>
      {waiting?.fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {waiting && <p>{say(texts.kept)}</p>}
      {KINDS.filter((kind) => has[kind]).map((kind) => (
        <ProofField
          key={kind}
          kind={kind}
          hint={hintOf(kind, has)}
          problem={problem?.at === kind ? problem.words : null}
          isFirst={kind === first}
        />
      ))}
      <Buttons submit={say(texts.submit)} from={from} />
    </form>
  );
}

function hintOf(kind: Kind, has: Record<Kind, boolean>): ReactNode {
  if (kind === 'password') return sayRich(texts.forgot, { link: (words) => <a href="/auth/forgot">{words}</a> });
  return has.password ? say(texts.or) : null;
}

interface ProofFieldProps {
  kind: Kind;
  hint: ReactNode;
  problem: string | null;
  isFirst: boolean;
}

function ProofField({ kind, hint, problem, isFirst }: ProofFieldProps) {
  const [hintId, errorId] = [hint ? `${kind}-hint` : null, problem ? `${kind}-error` : null];
  return (
    <div className={problem ? 'field has-error' : 'field'}>
      <label htmlFor={kind}>{say(texts[kind])}</label>
      {hintId && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      <input
        className="control"
        id={kind}
        name={NAMES[kind]}
        type={kind === 'password' ? 'password' : 'text'}
        autoComplete={kind === 'password' ? 'current-password' : 'one-time-code'}
        // biome-ignore lint/a11y/noAutofocus: the page asks for nothing else
        autoFocus={isFirst}
        aria-invalid={problem ? true : undefined}
        aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
      />
      {errorId && (
        <p className="error" id={errorId} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface SignInAgainProps {
  words: string;
  /** A form waits: signing out ends this page, and so the form. */
  losing: boolean;
  from: string;
}

/** Google's session is not ours: an owner who only signs in there proves it by signing in again. */
function SignInAgain({ words, losing, from }: SignInAgainProps) {
  return (
    <form className="form-stack" method="post" action="/logout">
      <p>
        {words} {losing && say(texts.lost)}
      </p>
      <Buttons submit={say(texts.signOut)} from={from} />
    </form>
  );
}

function Buttons({ submit, from }: { submit: string; from: string }) {
  return (
    <div className="row">
      <button className="btn btn-primary" type="submit">
        {submit}
      </button>
      <Link className="btn btn-quiet" to={from}>
        {say(texts.cancel)}
      </Link>
    </div>
  );
}
