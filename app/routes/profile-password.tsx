import { Link, useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField } from '#app/components/field.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { NewPasswordField } from '#app/components/new-password-field.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, sessionOf } from '#app/middleware/context.ts';
import { passwordChangeSchema } from '#domain/accounts/accounts.schema.ts';
import { forms } from '#messages/en/forms.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { profilePassword } from '#messages/en/profile-password.ts';
import { say, sayRich } from '#messages/say.ts';
import { changePassword } from '#services/accounts/change-password.ts';
import type { Route } from './+types/profile-password.ts';

export const meta: Route.MetaFunction = () => [{ title: say(profilePassword.title) }];

/** Without a loader, a navigation in the browser would not ask the guard. */
export function loader() {
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), passwordChangeSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await changePassword(contextOf(context), sessionOf(context), submission.value);
    return await redirectWithToast('/profile', toast('success', say(profileAnswers.passwordChanged)));
  } catch (error) {
    return failedForm(context, submission, error, say(profileAnswers.notSaved));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ProfilePassword({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useLazyForm<z.input<typeof passwordChangeSchema>>({
    id: 'password-form',
    lastResult: actionData?.result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).passwordChangeSchema,
  });
  const { current_password, new_password } = fields;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(profilePassword.heading)}</h1>
          <p className="lead">{say(profilePassword.lead)}</p>
        </div>
        <CheckedForm form={form} fields={[current_password, new_password]} className="form-stack" method="post">
          <FormErrors />
          <InputField
            label={say(profilePassword.current)}
            hint={sayRich(profilePassword.currentHint, { link: (words) => <a href="/auth/forgot">{words}</a> })}
            type="password"
            autoComplete="current-password"
            meta={current_password}
          />
          <NewPasswordField label={say(profilePassword.new)} hint={say(profilePassword.newHint)} meta={new_password} />
          <FormButtons submit={say(forms.save)} isBusy={isBusy} cancelTo="/profile" />
        </CheckedForm>
        <p className="small">
          {sayRich(profilePassword.known, { link: (words) => <Link to="/profile/browsers">{words}</Link> })}
        </p>
      </div>
    </main>
  );
}
