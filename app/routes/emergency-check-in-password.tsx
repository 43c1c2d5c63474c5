import { Form, Link } from 'react-router';
import { PageToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { passwordCheckInSchema } from '#domain/accounts/duress.schema.ts';
import { checkInTexts } from '#messages/en/check-in.ts';
import { passwordCheckIn as texts } from '#messages/en/duress.ts';
import { say } from '#messages/say.ts';
import { checkInByPassword } from '#services/accounts/check-in-by-password.ts';
import type { Route } from './+types/emergency-check-in-password.ts';

const EMERGENCY = '/emergency';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

/** Without a loader, a navigation in the browser would not ask the guard. */
export function loader() {
  return null;
}

/** Answers as the button without a password does. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), passwordCheckInSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await checkInByPassword(contextOf(context), accountOf(context).id, submission.value.password);
    return await redirectWithToast(EMERGENCY, toast('success', say(checkInTexts.recorded)));
  } catch (error) {
    return failedForm(context, submission, error, say(checkInTexts.notRecorded));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function PasswordCheckIn({ actionData }: Route.ComponentProps) {
  const errors = actionData?.result.error;
  const wrong = errors?.password ?? errors?.[''] ?? [];
  const isWrong = wrong.length > 0 && { 'aria-invalid': true, 'aria-describedby': 'password-error', autoFocus: true };
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.note)}</p>
        </div>
        <Form className="form-stack" method="post">
          <div className="field">
            <label htmlFor="password">{say(texts.password)}</label>
            <input
              className="control"
              id="password"
              name="password"
              type="password"
              autoComplete="off"
              required
              {...isWrong}
            />
            {wrong.length > 0 && (
              <p className="error" id="password-error">
                {wrong.join(' ')}
              </p>
            )}
          </div>
          <div className="row">
            <button className="btn btn-primary" type="submit">
              {say(texts.submit)}
            </button>
            <Link className="btn btn-quiet" to={EMERGENCY}>
              {say(texts.back)}
            </Link>
          </div>
        </Form>
      </div>
    </main>
  );
}
