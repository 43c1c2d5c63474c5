import { Link, redirect, useNavigation } from 'react-router';
import type { z } from 'zod';
import { type ConfirmReply, offerResendAfter, resendInForm } from '#app/accounts/resend-confirmation.ts';
import { CheckedForm, FormErrors, useFirstFocus } from '#app/components/checked-form.tsx';
import { ChannelFields } from '#app/components/delivery/channel-fields.tsx';
import { titleOf } from '#app/components/delivery/item.tsx';
import { EnterButton } from '#app/components/enter-button.tsx';
import { InputField, type TextMeta } from '#app/components/field.tsx';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { deliveryChoices } from '#app/deliveries/delivery-form.ts';
import { ownDelivery } from '#app/deliveries/own-delivery.ts';
import { goesAgainTo } from '#app/deliveries/shown-delivery.ts';
import { errorResponse } from '#app/http/errors.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import { retrySchema } from '#domain/delivery/delivery.schema.ts';
import { AppError } from '#domain/errors.ts';
import { fullDateTime } from '#messages/dates.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { frame } from '#messages/en/frame.ts';
import { scheduleRetry } from '#messages/en/schedule-retry.ts';
import { say, sayRich } from '#messages/say.ts';
import { notSentAgain, retryDelivery } from '#services/deliveries/after-sending.ts';
import { countryOfZone, readPhone } from '#services/deliveries/phone.ts';
import type { Route } from './+types/schedule-retry.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: say(frame.title, { title: loaderData?.name ?? say(scheduleRetry.retry) }) },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const delivery = await ownDelivery(context, params.id);
  if (delivery.origin === 'release') throw errorResponse(notSentAgain());
  // The mail about a failure links here for good; the story shows what happened since.
  if (delivery.status !== 'failed' || isByRecipient(delivery.failure?.code)) throw redirect(`/schedule/${delivery.id}`);
  if (delivery.content_id === null)
    throw errorResponse(new AppError('conflict', say(deliveryRefusals['contents-deleted'])));
  const { time_zone, delivery_type, recipient_phone } = delivery;
  const country = recipient_phone && readPhone(recipient_phone)?.country;
  const isCorrecting = url.searchParams.has('correct');
  return {
    delivery,
    name: say(isCorrecting ? scheduleRetry.correct : scheduleRetry.retry),
    isCorrecting,
    whom: goesAgainTo(delivery),
    country: country ?? countryOfZone(time_zone) ?? 'US',
    choices: deliveryChoices(contextOf(context), time_zone, delivery_type),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const resent = await resendInForm(context, form);
  if (resent) return resent;
  const submission = parseForm(form, retrySchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await retryDelivery(contextOf(context), accountOf(context).id, params.id, submission.value);
    return await redirectWithToast('/schedule', toast('success', say(deliveryAnswers.scheduled)));
  } catch (error) {
    return offerResendAfter(error, failedForm(context, submission, error, say(deliveryAnswers.notScheduled)));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ScheduleRetry({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, name } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>{name}</h1>
          <p className="lead">{say(scheduleRetry.lead, { title: titleOf(delivery) })}</p>
        </div>
        <RetryForm data={loaderData} reply={actionData} />
      </div>
    </main>
  );
}

interface RetryFormProps {
  data: Route.ComponentProps['loaderData'];
  /** What the form came back with. */
  reply: ConfirmReply | undefined;
}

/** One button for the same recipient; fields where the address is wrong or the person corrects it. */
function RetryForm({ data: { delivery, country, choices, isCorrecting, whom }, reply }: RetryFormProps) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useLazyForm<z.input<typeof retrySchema>>({
    id: 'retry-form',
    defaultValue: {
      delivery_type: delivery.delivery_type,
      phone_country: country,
      recipient_phone: delivery.recipient_phone_grouped ?? '',
      recipient_email: delivery.recipient_email,
    },
    lastResult: reply?.result,
    schema: async () => (await import('#domain/delivery/delivery.schema.ts')).retrySchema,
  });
  const { delivery_type, phone_country, recipient_phone, recipient_email } = fields;
  const inOrder = [delivery_type, phone_country, recipient_phone, recipient_email];
  return (
    <CheckedForm form={form} fields={inOrder} className="form-stack" method="post">
      <EnterButton label={say(scheduleRetry.retry)} />
      <Failure delivery={delivery} />
      <FormErrors />
      <FormAnswers answers={reply?.resend} />
      {isCorrecting || reply ? (
        <Recipient fields={fields} choices={choices} isBegun={Boolean(reply)} />
      ) : (
        <SameRecipient fields={inOrder} whom={whom} />
      )}
      <FormButtons submit={say(scheduleRetry.retry)} isBusy={isBusy} cancelTo="/schedule" />
    </CheckedForm>
  );
}

function Failure({ delivery }: Pick<RetryFormProps['data'], 'delivery'>) {
  const { recipient_name } = delivery;
  const date = fullDateTime(delivery.scheduled_time, delivery.time_zone);
  return (
    <p className="note is-danger">
      <strong>
        {recipient_name ? say(scheduleRetry.dueFor, { date, name: recipient_name }) : say(scheduleRetry.due, { date })}
      </strong>
      {delivery.failure?.text}
    </p>
  );
}

type Fields = Record<'delivery_type' | 'phone_country' | 'recipient_phone' | 'recipient_email', TextMeta>;

interface RecipientProps extends Pick<RetryFormProps['data'], 'choices'> {
  fields: Fields;
  /** The form was sent before: then the focus is on the first error, otherwise on the address. */
  isBegun: boolean;
}

function Recipient({ fields, choices, isBegun }: RecipientProps) {
  const { recipient_email: email } = fields;
  const { autoFocus } = useFirstFocus(email.id);
  return (
    <>
      {choices.countries && <ChannelFields fields={fields} channels={choices.channels} countries={choices.countries} />}
      <InputField
        label={say(scheduleRetry.email)}
        hint={say(scheduleRetry.linkEnds)}
        type="email"
        className="control control-mid"
        autoComplete="off"
        autoFocus={autoFocus || !isBegun}
        meta={email}
      />
    </>
  );
}

function SameRecipient({ fields, whom }: { fields: readonly TextMeta[]; whom: string }) {
  return (
    <>
      {fields.map(({ name, initialValue }) => (
        <input key={name} type="hidden" name={name} value={initialValue} />
      ))}
      <p>{sayRich(scheduleRetry.same, { whom, link: (words) => <Link to="?correct">{words}</Link> })}</p>
    </>
  );
}
