import { getInputProps, type SubmissionResult } from '@conform-to/react';
import { Link, useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField } from '#app/components/field.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { sayFormSchema } from '#domain/emergency/emergency.schema.ts';
import { ANSWER_DAYS, CONFIRMATIONS, UNANSWERED_DAYS } from '#domain/emergency/emergency.ts';
import { emergencyAnswers } from '#messages/en/emergency-answers.ts';
import { sayPage as texts } from '#messages/en/say-page.ts';
import { say } from '#messages/say.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import type { SayStatus } from '#services/emergency/say-view.ts';
import type { Route } from './+types/emergency-say.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HERE = '/emergency/say';
const EMERGENCY = '/emergency';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, () => emergencyStatus(contextOf(context), accountOf(context).id));
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), sayFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await changeSettings(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast(EMERGENCY, toast('success', say(emergencyAnswers.saved)));
  } catch (error) {
    return failedForm(context, submission, error, say(emergencyAnswers.notSaved));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function EmergencySay({ loaderData: { data: saved, toast: left }, actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.lead)}</p>
        </div>
        <div className="stack">
          {saved ? <SayForm saved={saved} result={actionData?.result} /> : <NotLoaded />}
          <p>
            <Link to={EMERGENCY}>{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}

interface SayFormProps {
  saved: SayStatus;
  result: SubmissionResult<string[]> | undefined;
}

function SayForm({ saved, result }: SayFormProps) {
  const isBusy = useNavigation().formAction === HERE;
  const [form, fields] = useLazyForm<z.input<typeof sayFormSchema>>({
    id: 'say-form',
    defaultValue: {
      confirmations_needed: saved.confirmations_needed,
      unanswered_after_days: saved.unanswered_after_days,
      contacts_may_raise: saved.contacts_may_raise ? 'true' : undefined,
      answer_within_days: saved.answer_within_days,
    },
    lastResult: result,
    schema: async () => (await import('#domain/emergency/emergency.schema.ts')).sayFormSchema,
  });
  const { confirmations_needed, unanswered_after_days, contacts_may_raise, answer_within_days } = fields;
  const number = { type: 'number', className: 'control control-short' } as const;
  return (
    <CheckedForm
      form={form}
      fields={[confirmations_needed, unanswered_after_days, answer_within_days]}
      className="stack narrow"
      method="post"
      action={HERE}
    >
      <FormErrors />
      <InputField
        {...number}
        {...rangeOf(CONFIRMATIONS)}
        label={say(texts.confirmations.label)}
        hint={say(texts.confirmations.hint, rangeOf(CONFIRMATIONS))}
        meta={confirmations_needed}
      />
      <InputField
        {...number}
        {...rangeOf(UNANSWERED_DAYS)}
        label={say(texts.unanswered.label)}
        hint={say(texts.unanswered.hint, { ...UNANSWERED_DAYS })}
        meta={unanswered_after_days}
      />
      <label className="check">
        <input
          {...getInputProps(contacts_may_raise, { type: 'checkbox', value: 'true' })}
          aria-describedby={contacts_may_raise.descriptionId}
        />
        <span>{say(texts.raise.label)}</span>
        <span className="hint" id={contacts_may_raise.descriptionId}>
          {say(texts.raise.hint)}
        </span>
      </label>
      <InputField
        {...number}
        {...rangeOf(ANSWER_DAYS)}
        label={say(texts.answer.label)}
        hint={say(texts.answer.hint, { ...ANSWER_DAYS })}
        meta={answer_within_days}
      />
      <div>
        <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(texts.save)}
        </button>
      </div>
    </CheckedForm>
  );
}

function rangeOf({ min, max }: { min: number; max: number }) {
  return { min, max };
}
