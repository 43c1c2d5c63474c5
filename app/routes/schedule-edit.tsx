import type { z } from 'zod';
import { offerResendAfter, resendInForm } from '#app/accounts/resend-confirmation.ts';
import { FormErrors } from '#app/components/checked-form.tsx';
import { DeliveryForm } from '#app/components/delivery/form.tsx';
import { titleOf } from '#app/components/delivery/item.tsx';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { askAboutRecipient, takeAddressAnswer } from '#app/deliveries/address-question.ts';
import {
  clockChangeForm,
  type DeliveryReply,
  deliveryChoices,
  quickChoiceForm,
} from '#app/deliveries/delivery-form.ts';
import { changeableDelivery, ownDelivery } from '#app/deliveries/own-delivery.ts';
import { wallTimeAt } from '#app/deliveries/wall-time.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { rescheduleSchema } from '#domain/delivery/delivery.schema.ts';
import { linkLifeValue } from '#domain/delivery/link-life.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { forms } from '#messages/en/forms.ts';
import { scheduleEdit } from '#messages/en/schedule-edit.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { countryOfZone, readPhone } from '#services/deliveries/phone.ts';
import { rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import type { Route } from './+types/schedule-edit.ts';

export const meta: Route.MetaFunction = () => [{ title: say(scheduleEdit.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = contextOf(context);
  const delivery = await changeableDelivery(context, params.id);
  const { time_zone, delivery_type, recipient_phone } = delivery;
  const country = recipient_phone && readPhone(recipient_phone)?.country;
  return {
    delivery,
    values: { ...valuesOf(delivery), phone_country: country ?? countryOfZone(time_zone) ?? 'US' },
    choices: deliveryChoices(services, time_zone, delivery_type),
    now: services.now.toISOString(),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = contextOf(context);
  const form = await readForm(request);
  const quick = quickChoiceForm(form, services.now);
  if (quick) return quick;
  const resent = await resendInForm(context, form);
  if (resent) return resent;
  const isAnswered = takeAddressAnswer(form, 'recipient_email');
  const submission = parseForm(form, rescheduleSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const question = clockChangeForm(submission, submission.value, form);
  if (question) return question;
  const before = await ownDelivery(context, params.id);
  const isKnown = isAnswered || submission.value.recipient_email === before.recipient_email;
  const asked = isKnown ? null : askAboutRecipient(submission, submission.value);
  if (asked) return asked;
  try {
    await rescheduleDelivery(services, accountOf(context).id, params.id, submission.value);
    return await redirectWithToast('/schedule', toast('success', say(deliveryAnswers.changed)));
  } catch (error) {
    return offerResendAfter(error, failedForm(context, submission, error, say(deliveryAnswers.notScheduled)));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ScheduleEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, values, choices, now } = loaderData;
  const reply: DeliveryReply | undefined = actionData;
  const [form, fields] = useLazyForm<z.input<typeof rescheduleSchema> & { birth_date?: string }>({
    id: 'reschedule-form',
    defaultValue: values,
    lastResult: reply?.result,
    schema: async () => (await import('#domain/delivery/delivery.schema.ts')).rescheduleSchema,
  });
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="head stack-s">
        <h1>{say(scheduleEdit.heading)}</h1>
        <p className="lead">{say(scheduleEdit.lead, { title: titleOf(delivery) })}</p>
      </div>
      <section className="sched" aria-label={say(scheduleEdit.section)}>
        <DeliveryForm
          {...{ form, fields, choices, reply, now }}
          title={titleOf(delivery)}
          preview={`/schedule/${delivery.id}/preview`}
          submit={say(forms.save)}
        >
          <FormErrors />
          <FormAnswers answers={reply?.resend} />
        </DeliveryForm>
      </section>
    </main>
  );
}

/** @returns the values of the form at first */
function valuesOf(delivery: DeliveryView) {
  const { time_zone } = delivery;
  const [date, time] = (delivery.local_time ?? wallTimeAt(delivery.scheduled_time, time_zone)).split('T');
  return {
    delivery_type: delivery.delivery_type,
    recipient_name: delivery.recipient_name ?? '',
    recipient_email: delivery.recipient_email,
    alternate_email: delivery.alternate_email ?? '',
    recipient_phone: delivery.recipient_phone_grouped ?? '',
    date: date ?? '',
    time: time?.slice(0, 5) ?? '',
    time_zone,
    link_years: linkLifeValue(delivery.link_years),
    language: delivery.language,
  };
}
