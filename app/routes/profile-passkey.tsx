import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { ErrorPage } from '#app/components/error-page.tsx';
import { InputField } from '#app/components/field.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { fallbackToErrorPage } from '#app/http/errors.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { passkeyNameSchema } from '#domain/accounts/passkeys.schema.ts';
import { isId } from '#domain/ids.ts';
import { forms } from '#messages/en/forms.ts';
import { passkeyAnswers, renamePasskey as texts } from '#messages/en/passkeys.ts';
import { say } from '#messages/say.ts';
import { findPasskey, renamePasskey } from '#services/accounts/passkeys.ts';
import { notFound } from '#services/not-found.ts';
import type { Route } from './+types/profile-passkey.ts';

const BACK = '/profile/security';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(texts.title) }]);

export function loader({ context, params }: Route.LoaderArgs) {
  return fallbackToErrorPage(async () => {
    if (!isId(params.id)) throw notFound('passkey');
    return findPasskey(contextOf(context), accountOf(context).id, params.id);
  });
}

/** Gives the passkey another name. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), passkeyNameSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    if (!isId(params.id)) throw notFound('passkey');
    await renamePasskey(contextOf(context), accountOf(context).id, params.id, submission.value.name);
    return await redirectWithToast(BACK, toast('success', say(passkeyAnswers.renamed)));
  } catch (error) {
    return failedForm(context, submission, error, say(passkeyAnswers.notRenamed));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ProfilePasskey({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, { name }] = useLazyForm<z.input<typeof passkeyNameSchema>>({
    id: 'passkey-form',
    defaultValue: { name: loaderData.name },
    lastResult: actionData?.result,
    schema: async () => (await import('#domain/accounts/passkeys.schema.ts')).passkeyNameSchema,
  });
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.lead)}</p>
        </div>
        <CheckedForm form={form} fields={[name]} className="stack narrow" method="post">
          <FormErrors />
          <InputField label={say(texts.name)} type="text" autoComplete="off" meta={name} />
          <FormButtons submit={say(forms.save)} isBusy={isBusy} cancelTo={BACK} />
        </CheckedForm>
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} back={{ to: BACK, label: say(texts.back) }} />;
}
