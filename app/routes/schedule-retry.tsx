import type { SubmissionResult } from '@conform-to/react';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { fullDateTime } from '#app/components/dates.ts';
import { ChannelFields } from '#app/components/delivery/channel-fields.tsx';
import { titleOf } from '#app/components/delivery/item.tsx';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { controlProps, type FormField, useForm } from '#app/components/use-form.ts';
import { deliveryChoices } from '#app/deliveries/delivery-form.ts';
import { ownDelivery } from '#app/deliveries/own-delivery.ts';
import { goesAgainTo } from '#app/deliveries/shown-delivery.ts';
import { errorResponse } from '#app/http/errors.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { orStay } from '#app/http/lost-line.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { retrySchema } from '#domain/delivery/delivery.schema.ts';
import { AppError } from '#domain/errors.ts';
import { notSentAgain, retryDelivery } from '#services/deliveries/after-sending.ts';
import { countryOfZone, readPhone } from '#services/deliveries/phone.ts';
import type { Route } from './+types/schedule-retry.ts';

const LINK_ENDS = 'A link in an earlier message opens nothing any more.';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Try again'} · Stillhere` },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const delivery = await ownDelivery(context, params.id);
  if (delivery.origin === 'release') throw errorResponse(notSentAgain());
  // The mail about a failure leads here for good; what came of it since is told by its story.
  if (delivery.status !== 'failed') throw redirect(`/schedule/${delivery.id}`);
  if (delivery.content_id === null)
    throw errorResponse(
      new AppError('conflict', 'You have deleted what this delivery carried: it cannot be sent again.'),
    );
  const { time_zone, delivery_type, recipient_phone } = delivery;
  const country = recipient_phone && readPhone(recipient_phone)?.country;
  const isCorrecting = url.searchParams.has('correct');
  return {
    delivery,
    name: isCorrecting ? 'Correct address' : 'Try again',
    isCorrecting,
    whom: goesAgainTo(delivery),
    country: country ?? countryOfZone(time_zone) ?? 'US',
    choices: deliveryChoices(contextOf(context), time_zone, delivery_type),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), retrySchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await retryDelivery(contextOf(context), accountOf(context).id, params.id, submission.value);
    return await redirectWithToast('/schedule', toast('success', 'Delivery scheduled successfully!'));
  } catch (error) {
    return failedForm(context, submission, error, 'Error scheduling delivery');
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orStay(serverAction());
}

export default function ScheduleRetry({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, name } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>{name}</h1>
          <p className="lead">“{titleOf(delivery)}” is still here. It goes out again as soon as you say so.</p>
        </div>
        <RetryForm data={loaderData} result={actionData?.result} />
      </div>
    </main>
  );
}

interface RetryFormProps {
  data: Route.ComponentProps['loaderData'];
  result: SubmissionResult<string[]> | undefined;
}

/** To the same recipient with one button; what is wrong with it, or to be corrected, has its fields. */
function RetryForm({ data: { delivery, country, choices, isCorrecting, whom }, result }: RetryFormProps) {
  const isBusy = useNavigation().state === 'submitting';
  const { form, errors, fields } = useForm({
    id: 'retry-form',
    fields: ['delivery_type', 'phone_country', 'recipient_phone', 'recipient_email'],
    initial: {
      delivery_type: delivery.delivery_type,
      phone_country: country,
      recipient_phone: delivery.recipient_phone_grouped ?? '',
      recipient_email: delivery.recipient_email,
    },
    result,
    schema: async () => (await import('#domain/delivery/delivery.schema.ts')).retrySchema,
  });
  return (
    <Form className="desk" method="post" {...form}>
      <WhatFailed delivery={delivery} />
      <FormErrors errors={errors} />
      {isCorrecting || result?.error ? (
        <Recipient fields={fields} choices={choices} isBegun={Boolean(result)} />
      ) : (
        <SameRecipient fields={fields} whom={whom} />
      )}
      <div className="row">
        <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          Try again
        </button>
        <Link className="btn btn-quiet" to="/schedule">
          Cancel
        </Link>
      </div>
    </Form>
  );
}

function WhatFailed({ delivery }: Pick<RetryFormProps['data'], 'delivery'>) {
  return (
    <p className="note is-danger">
      <strong>
        It was to arrive on {fullDateTime(delivery.scheduled_time, delivery.time_zone)}
        {delivery.recipient_name ? `, for ${delivery.recipient_name}` : ''}.
      </strong>
      {delivery.failure?.text}
    </p>
  );
}

type Fields = Record<'delivery_type' | 'phone_country' | 'recipient_phone' | 'recipient_email', FormField>;

interface RecipientProps extends Pick<RetryFormProps['data'], 'choices'> {
  fields: Fields;
  /** It was sent before: then the focus is where something is wrong, and until then at the address. */
  isBegun: boolean;
}

function Recipient({ fields, choices, isBegun }: RecipientProps) {
  const { recipient_email: email } = fields;
  const isFirst = email.isFirstWrong || !isBegun;
  return (
    <>
      {choices.countries && <ChannelFields fields={fields} channels={choices.channels} countries={choices.countries} />}
      <Field label="Recipient email" hint={LINK_ENDS} meta={email}>
        <input
          className="control control-mid"
          type="email"
          autoComplete="off"
          {...controlProps({ ...email, isFirstWrong: isFirst }, { hint: true })}
        />
      </Field>
    </>
  );
}

function SameRecipient({ fields, whom }: { fields: Fields; whom: string }) {
  return (
    <>
      {Object.values(fields).map(({ name, initialValue }) => (
        <input key={name} type="hidden" name={name} value={initialValue} />
      ))}
      <p>
        It goes to {whom}, as before. {LINK_ENDS} <Link to="?correct">Correct address</Link>
      </p>
    </>
  );
}
