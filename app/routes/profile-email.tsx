import { Form, Link, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { PasswordField } from '#app/components/password-field.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { orStay } from '#app/http/lost-line.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { changeEmailSchema } from '#domain/accounts/recovery.schema.ts';
import { requestEmailChange } from '#services/accounts/email-address.ts';
import type { Route } from './+types/profile-email.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Change your email · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => ({ email: accountOf(context).email }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), changeEmailSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await requestEmailChange(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast('/profile', toast('info', 'Look into the inbox of the new address'));
  } catch (error) {
    return failedForm(context, submission, error, 'Failed to update profile');
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orStay(serverAction());
}

export default function ProfileEmail({ loaderData: { data, toast: words }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  const { form, errors, fields } = useForm({
    id: 'change-email-form',
    fields: ['email', 'password'],
    result: actionData?.result,
    schema: async () => (await import('#domain/accounts/recovery.schema.ts')).changeEmailSchema,
  });
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      <div className="create">
        <div className="head stack-s">
          <h1>Change your email</h1>
          <p className="lead">
            We send a link to the new address, and nothing changes until you use it. Then{' '}
            {data ? data.email : 'the old one'} is told.
          </p>
        </div>
        <Form className="desk" method="post" {...form}>
          <FormErrors errors={errors} />
          <Field label="New email" meta={fields.email}>
            <input className="control" type="email" autoComplete="email" {...controlProps(fields.email)} />
          </Field>
          <PasswordField
            label="Password"
            hint="To be sure that it is you."
            autoComplete="current-password"
            meta={fields.password}
          />
          <div className="row">
            <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              Send the link
            </button>
            <Link className="btn btn-quiet" to="/profile">
              Cancel
            </Link>
          </div>
        </Form>
      </div>
    </main>
  );
}
