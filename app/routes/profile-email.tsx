import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField } from '#app/components/field.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { changeEmailSchema } from '#domain/accounts/recovery.schema.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { profileEmail } from '#messages/en/profile-email.ts';
import { say } from '#messages/say.ts';
import { requestEmailChange } from '#services/accounts/email-address.ts';
import type { Route } from './+types/profile-email.ts';

export const meta: Route.MetaFunction = () => [{ title: say(profileEmail.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => ({ email: accountOf(context).email }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), changeEmailSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await requestEmailChange(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast('/profile', toast('info', say(profileAnswers.emailLinkSent)));
  } catch (error) {
    return failedForm(context, submission, error, say(profileAnswers.notSaved));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ProfileEmail({ loaderData: { data, toast: left }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useLazyForm<z.input<typeof changeEmailSchema>>({
    id: 'change-email-form',
    lastResult: actionData?.result,
    schema: async () => (await import('#domain/accounts/recovery.schema.ts')).changeEmailSchema,
  });
  const { email, password } = fields;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(profileEmail.heading)}</h1>
          <p className="lead">
            {data ? say(profileEmail.lead, { email: data.email }) : say(profileEmail.leadWithoutAddress)}
          </p>
        </div>
        <CheckedForm form={form} fields={[email, password]} className="form-stack" method="post">
          <FormErrors />
          <InputField label={say(profileEmail.email)} type="email" autoComplete="email" meta={email} />
          <InputField
            label={say(profileEmail.password)}
            hint={say(profileEmail.passwordHint)}
            type="password"
            autoComplete="current-password"
            meta={password}
          />
          <FormButtons submit={say(profileEmail.submit)} isBusy={isBusy} cancelTo="/profile" />
        </CheckedForm>
      </div>
    </main>
  );
}
