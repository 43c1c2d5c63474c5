import { useNavigation } from 'react-router';
import { offerResendAfter, resendInForm } from '#app/accounts/resend-confirmation.ts';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { titleOf } from '#app/components/delivery/item.tsx';
import { InputField } from '#app/components/field.tsx';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { DeliveryReply } from '#app/deliveries/delivery-form.ts';
import { changeableDelivery } from '#app/deliveries/own-delivery.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { repeatFormSchema } from '#domain/delivery/schedule.schema.ts';
import { AppError } from '#domain/errors.ts';
import { fullDateTime } from '#messages/dates.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { forms } from '#messages/en/forms.ts';
import { scheduleRepeat as texts } from '#messages/en/schedule-repeat.ts';
import { say } from '#messages/say.ts';
import { rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import type { Route } from './+types/schedule-repeat.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return { delivery: await changeableDelivery(context, params.id) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const resent = await resendInForm(context, form);
  if (resent) return resent;
  const submission = parseForm(form, repeatFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const repeat = submission.value.until_year;
  try {
    await rescheduleDelivery(contextOf(context), accountOf(context).id, params.id, { repeat });
    const words = say(texts.saved, { isYearly: `${repeat !== null}`, year: `${repeat?.until_year ?? ''}` });
    return await redirectWithToast(`/schedule/${params.id}`, toast('success', words));
  } catch (error) {
    return offerResendAfter(error, failedForm(context, submission, atField(error), say(deliveryAnswers.notScheduled)));
  }
}

/** The form has one field. */
function atField(error: unknown): unknown {
  if (!(error instanceof AppError) || error.fields.length === 0) return error;
  return AppError.atField(error.code, 'until_year', error.message);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ScheduleRepeat({ loaderData: { delivery }, actionData }: Route.ComponentProps) {
  const reply: DeliveryReply | undefined = actionData;
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useLazyForm<{ until_year: string }>({
    id: 'repeat-form',
    defaultValue: { until_year: `${delivery.repeat?.until_year ?? ''}` },
    lastResult: reply?.result,
    schema: null,
  });
  const recipient = delivery.recipient_name || delivery.recipient_email;
  const when = fullDateTime(delivery.scheduled_time, delivery.time_zone);
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="head stack-s">
        <h1>{say(texts.heading)}</h1>
        <p className="lead">{say(texts.lead, { title: titleOf(delivery), recipient, when })}</p>
      </div>
      <CheckedForm form={form} fields={[fields.until_year]} className="stack" method="post">
        <FormErrors />
        <FormAnswers answers={reply?.resend} />
        <p>{say(texts.explained)}</p>
        <InputField
          label={say(texts.lastYear)}
          hint={say(texts.lastYearHint)}
          optional
          type="text"
          inputMode="numeric"
          autoComplete="off"
          meta={fields.until_year}
        />
        <FormButtons submit={say(forms.save)} isBusy={isBusy} cancelTo={`/schedule/${delivery.id}`} />
      </CheckedForm>
    </main>
  );
}
