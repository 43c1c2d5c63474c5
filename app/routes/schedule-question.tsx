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
import { questionFormSchema } from '#domain/delivery/schedule.schema.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { forms } from '#messages/en/forms.ts';
import { scheduleQuestion as texts } from '#messages/en/schedule-question.ts';
import { scheduleSeveral as several } from '#messages/en/schedule-several.ts';
import { say } from '#messages/say.ts';
import { rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import type { Route } from './+types/schedule-question.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return { delivery: await changeableDelivery(context, params.id) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const resent = await resendInForm(context, form);
  if (resent) return resent;
  const submission = parseForm(form, questionFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { question = null, answer = null } = submission.value;
  try {
    await rescheduleDelivery(contextOf(context), accountOf(context).id, params.id, { question, answer });
    return await redirectWithToast(`/schedule/${params.id}`, toast('success', say(texts.saved)));
  } catch (error) {
    return offerResendAfter(error, failedForm(context, submission, error, say(deliveryAnswers.notScheduled)));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ScheduleQuestion({ loaderData: { delivery }, actionData }: Route.ComponentProps) {
  const reply: DeliveryReply | undefined = actionData;
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useLazyForm<{ question: string; answer: string }>({
    id: 'question-form',
    defaultValue: { question: delivery.question ?? '', answer: '' },
    lastResult: reply?.result,
    schema: null,
  });
  const recipient = delivery.recipient_name || delivery.recipient_email;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="head stack-s">
        <h1>{say(texts.heading)}</h1>
        <p className="lead">{say(texts.lead, { title: titleOf(delivery), recipient })}</p>
      </div>
      <CheckedForm form={form} fields={[fields.question, fields.answer]} className="stack" method="post">
        <FormErrors />
        <FormAnswers answers={reply?.resend} />
        <p>{say(texts.explained)}</p>
        <InputField
          label={say(several.question)}
          hint={say(several.questionHint)}
          type="text"
          autoComplete="off"
          meta={fields.question}
        />
        <InputField
          label={say(several.answer)}
          hint={say(several.answerHint)}
          type="text"
          autoComplete="off"
          meta={fields.answer}
        />
        {delivery.question !== null && <p className="hint">{say(texts.emptied)}</p>}
        <FormButtons submit={say(forms.save)} isBusy={isBusy} cancelTo={`/schedule/${delivery.id}`} />
      </CheckedForm>
    </main>
  );
}
