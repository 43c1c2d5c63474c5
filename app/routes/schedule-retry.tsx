import { Form, Link, redirect, useNavigation } from 'react-router';
import { ChannelFields } from '#app/components/channel-fields.tsx';
import { fullDateTime } from '#app/components/dates.ts';
import { titleOf } from '#app/components/delivery-item.tsx';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import { deliveryChoices } from '#app/http/delivery-form.ts';
import { errorResponse } from '#app/http/errors.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { ownDelivery } from '#app/http/own-delivery.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { retrySchema } from '#domain/delivery/delivery.schema.ts';
import { AppError } from '#domain/errors.ts';
import { hasWhatsApp } from '#services/deliveries/chosen-channel.ts';
import { countryOfZone, readPhone } from '#services/deliveries/phone.ts';
import { notSentAgain, retryDelivery } from '#services/deliveries/retry-delivery.ts';
import type { Route } from './+types/schedule-retry.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Try again · Stillhere' }];

export async function loader({ context, params }: Route.LoaderArgs) {
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
  const canBeWhatsApp = hasWhatsApp(contextOf(context)) || delivery_type === 'whatsapp';
  return {
    delivery,
    country: country ?? countryOfZone(time_zone) ?? 'US',
    countries: deliveryChoices(time_zone, canBeWhatsApp).countries,
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

export default function ScheduleRetry({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery, country, countries } = loaderData;
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
    result: actionData?.result,
    schema: async () => (await import('#domain/delivery/delivery.schema.ts')).retrySchema,
  });
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head stack-s">
          <h1>Try again</h1>
          <p className="lead">“{titleOf(delivery)}” is still here. It goes out again as soon as you say so.</p>
        </div>
        <Form className="desk" method="post" {...form}>
          <p className="note is-danger">
            <strong>
              It was to arrive on {fullDateTime(delivery.scheduled_time, delivery.time_zone)}
              {delivery.recipient_name ? `, for ${delivery.recipient_name}` : ''}.
            </strong>
            {delivery.failure?.text}
          </p>
          <FormErrors errors={errors} />
          {countries && <ChannelFields fields={fields} countries={countries} />}
          <Field
            label="Recipient email"
            hint="Correct it if it was wrong. A link in an earlier message opens nothing any more."
            meta={fields.recipient_email}
          >
            <input
              className="control control-mid"
              type="email"
              autoComplete="off"
              {...controlProps(fields.recipient_email, { hint: true })}
            />
          </Field>
          <div className="row">
            <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              Try again
            </button>
            <Link className="btn btn-quiet" to="/schedule">
              Cancel
            </Link>
          </div>
        </Form>
      </div>
    </main>
  );
}
