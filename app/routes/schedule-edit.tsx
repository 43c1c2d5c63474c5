import { Form, Link, useNavigation } from 'react-router';
import { DeliveryFields } from '#app/components/delivery-fields.tsx';
import { titleOf } from '#app/components/delivery-item.tsx';
import { EnvelopeFigure } from '#app/components/envelope-figure.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useForm } from '#app/components/use-form.ts';
import { wallTimeAt } from '#app/components/wall-time.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { changeableDelivery } from '#app/http/own-delivery.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { rescheduleSchema } from '#domain/delivery/delivery.schema.ts';
import { resolveLocalTime } from '#domain/time/civil.ts';
import { rescheduleDelivery } from '#services/deliveries/reschedule-delivery.ts';
import type { Route } from './+types/schedule-edit.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Change a delivery · Stillhere' }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return { delivery: await changeableDelivery(context, params.id), now: contextOf(context).now.toISOString() };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), rescheduleSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { local_time, time_zone } = submission.value;
  try {
    await rescheduleDelivery(contextOf(context), accountOf(context).id, params.id, submission.value);
    const clocks = resolveLocalTime(local_time, time_zone)?.adjusted ?? 'none';
    return await redirectWithToast(
      clocks === 'none' ? '/schedule' : `/schedule?clocks=${clocks}`,
      toast('success', 'Delivery changed'),
    );
  } catch (error) {
    return failedForm(context, submission, error, 'Error scheduling delivery');
  }
}

export default function ScheduleEdit({ loaderData: { delivery, now }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting';
  const { time_zone } = delivery;
  const { form, errors, fields } = useForm({
    id: 'reschedule-form',
    fields: ['recipient_name', 'recipient_email', 'local_time', 'time_zone'],
    initial: {
      recipient_name: delivery.recipient_name ?? '',
      recipient_email: delivery.recipient_email,
      local_time: delivery.local_time?.slice(0, 16) ?? wallTimeAt(delivery.scheduled_time, time_zone),
    },
    result: actionData?.result,
    schema: async () => (await import('#domain/delivery/delivery.schema.ts')).rescheduleSchema,
  });
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="head stack-s">
        <h1>Change a delivery</h1>
        <p className="lead">“{titleOf(delivery)}” stays as you wrote it. You change who has it, and when.</p>
      </div>
      <section className="sched" aria-label="Delivery">
        <Form className="stack" method="post" {...form}>
          <FormErrors errors={errors} />
          <DeliveryFields fields={fields} timeZone={time_zone} now={now} />
          <div className="row">
            <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              Save
            </button>
            <Link className="btn btn-quiet" to="/schedule">
              Cancel
            </Link>
          </div>
        </Form>
        <EnvelopeFigure
          name={fields.recipient_name.value}
          address={fields.recipient_email.value}
          localTime={fields.local_time.value}
          timeZone={time_zone}
          now={now}
        />
      </section>
    </main>
  );
}
