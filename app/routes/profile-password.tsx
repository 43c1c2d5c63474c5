import { Form, Link, useNavigation } from 'react-router';
import { FormErrors } from '#app/components/form-errors.tsx';
import { PasswordField } from '#app/components/password-field.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useForm } from '#app/components/use-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { orStay } from '#app/http/lost-line.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { contextOf, sessionOf } from '#app/middleware/context.ts';
import { passwordChangeSchema } from '#domain/accounts/accounts.schema.ts';
import { changePassword } from '#services/accounts/change-password.ts';
import type { Route } from './+types/profile-password.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Change your password · Stillhere' }];

/** Without a loader a navigation in the browser would not ask the guard. */
export function loader() {
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), passwordChangeSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await changePassword(contextOf(context), sessionOf(context), submission.value);
    return await redirectWithToast('/profile', toast('success', 'Password changed'));
  } catch (error) {
    return failedForm(context, submission, error, 'Failed to update profile');
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orStay(serverAction());
}

export default function ProfilePassword({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  const { form, errors, fields } = useForm({
    id: 'password-form',
    fields: ['current_password', 'new_password'],
    result: actionData?.result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).passwordChangeSchema,
  });
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>Change your password</h1>
          <p className="lead">You stay signed in here, and are signed out everywhere else.</p>
        </div>
        <Form className="desk" method="post" {...form}>
          <FormErrors errors={errors} />
          <PasswordField
            label="Current password"
            hint={
              <>
                Not sure any more? <a href="/auth/forgot">Set a new one by mail</a>
              </>
            }
            autoComplete="current-password"
            meta={fields.current_password}
          />
          <PasswordField
            label="New password"
            hint="At least 6 characters. Three plain words make a good one."
            autoComplete="new-password"
            meta={fields.new_password}
          />
          <div className="row">
            <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              Save
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
