import { data, Form, Link } from 'react-router';
import { type SquareCode, squareCode } from '#app/accounts/square-code.ts';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { turnOnCodesSchema } from '#domain/accounts/codes.schema.ts';
import { AppError } from '#domain/errors.ts';
import { codesAnswers, codesPage as texts } from '#messages/en/codes.ts';
import { say } from '#messages/say.ts';
import {
  type CodesOffer,
  offerAgain,
  offerCodes,
  readCodes,
  renewRecoveryCodes,
  turnOffCodes,
  turnOnCodes,
} from '#services/accounts/codes.ts';
import type { Route } from './+types/profile-codes.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const SECURITY = '/profile/security';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

/** What an app needs, as the page shows it. */
interface Shown extends Pick<CodesOffer, 'offer' | 'secret'> {
  square: SquareCode;
}

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const services = contextOf(context);
    const account = accountOf(context);
    const isOn = (await readCodes(services, account.id)) !== null;
    return { isOn, shown: isOn ? null : shown(await offerCodes(services, account)) };
  });
}

function shown({ offer, secret, address }: CodesOffer): Shown {
  return { offer, secret, square: squareCode(address) };
}

/** Turns codes on or off, or makes new recovery codes: the answer alone has them. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  switch (form.get('intent')) {
    case 'off':
      return turnOff(context);
    case 'renew':
      return renew(context);
    default:
      return turnOn(context, request, form);
  }
}

async function turnOn(context: Provider, request: Request, form: FormData) {
  const submission = parseForm(form, turnOnCodesSchema);
  const [services, account] = [contextOf(context), accountOf(context)];
  const again = async ({ data: reply, init }: ReturnType<typeof invalidForm>) => {
    const offer = String(form.get('offer') ?? '');
    const same = await offerAgain(services, account, offer).catch(() => null);
    return data({ ...reply, shown: same && shown(same) }, init ?? {});
  };
  if (submission.status !== 'success') return again(invalidForm(submission));
  try {
    const device = await deviceOf(context, request);
    return once(await turnOnCodes(services, account.id, submission.value, device));
  } catch (error) {
    return again(failedForm(context, submission, error, say(codesAnswers.notOn)));
  }
}

/** No cache may store codes. */
function once(codes: string[]) {
  return data({ codes }, { headers: { 'cache-control': 'private, no-store' } });
}

async function renew(context: Provider) {
  try {
    return once(await renewRecoveryCodes(contextOf(context), accountOf(context).id));
  } catch (error) {
    return failed(context, error, say(codesAnswers.notMade));
  }
}

async function turnOff(context: Provider): Promise<Response> {
  try {
    await turnOffCodes(contextOf(context), accountOf(context).id).catch(asOff);
    return await redirectWithToast(SECURITY, toast('success', say(codesAnswers.off)));
  } catch (error) {
    return failed(context, error, say(codesAnswers.notOff));
  }
}

/** What was turned off meanwhile is off, which is what was wanted. */
function asOff(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}

function failed(context: Provider, error: unknown, words: string): Promise<Response> {
  if (error instanceof Response) throw error;
  if (!(error instanceof AppError)) context.get(webDeps).log.error({ err: error }, 'codes could not be changed');
  return redirectWithToast(SECURITY, toast('error', words));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ProfileCodes({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, toast: left } = loaderData;
  const reply = actionData && 'result' in actionData ? actionData : null;
  const codes = actionData && 'codes' in actionData ? actionData.codes : null;
  const again = reply && 'shown' in reply ? (reply.shown as Shown | null) : null;
  const offered = again ?? view?.shown;
  const errors = reply?.result.error;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={reply?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(codes ? texts.once.heading : texts.heading)}</h1>
          <p className="lead">{say(codes ? texts.once.lead : texts.lead)}</p>
        </div>
        <div className="stack">
          {codes && <RecoveryCodes codes={codes} />}
          {!codes && view?.isOn && <p>{say(texts.isOn)}</p>}
          {!codes && !view && <NotLoaded />}
          {!codes && offered && !view?.isOn && <TurnOn shown={offered} wrong={errors?.code ?? errors?.[''] ?? []} />}
          <p className="acts">
            <Link to={SECURITY}>{say(codes ? texts.once.kept : texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ol className="recovery mono" aria-label={say(texts.once.label)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="acts small soft">{say(texts.once.print)}</p>
    </>
  );
}

function TurnOn({ shown: { offer, secret, square }, wrong }: { shown: Shown; wrong: readonly string[] }) {
  const isWrong = wrong.length > 0 && { 'aria-invalid': true, 'aria-describedby': 'code-error', autoFocus: true };
  return (
    <Form className="stack narrow" method="post">
      <h2>{say(texts.scan.heading)}</h2>
      <p>{say(texts.scan.text)}</p>
      <svg
        className="square"
        viewBox={`0 0 ${square.size} ${square.size}`}
        role="img"
        aria-label={say(texts.scan.drawn)}
        shapeRendering="crispEdges"
      >
        <path className="qr-paper" d={`M0 0h${square.size}v${square.size}H0z`} />
        <path className="qr-ink" d={square.ink} />
      </svg>
      <p>
        {say(texts.scan.secret)}
        <br />
        <strong className="mono">{secret}</strong>
      </p>
      <h2>{say(texts.confirm.heading)}</h2>
      <input type="hidden" name="offer" value={offer} />
      <div className="field">
        <label htmlFor="code">{say(texts.confirm.code)}</label>
        <input
          className="control"
          id="code"
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...isWrong}
        />
        {wrong.length > 0 && (
          <p className="error" id="code-error">
            {wrong.join(' ')}
          </p>
        )}
      </div>
      <div>
        <button className="btn btn-primary" type="submit">
          {say(texts.confirm.submit)}
        </button>
      </div>
    </Form>
  );
}
