import { Link, useNavigation } from 'react-router';
import { offerResendAfter, resendInForm } from '#app/accounts/resend-confirmation.ts';
import { SeveralForm } from '#app/components/delivery/several-form.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PlanBanner } from '#app/components/plan-banner.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { clockChangeForm, deliveryChoices } from '#app/deliveries/delivery-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { makeOnce, newFormKey } from '#app/http/idempotent-form.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { beyondScheduling } from '#app/plans/banners.ts';
import { CONTENTS_MAX, RECIPIENTS_MAX } from '#domain/delivery/delivery.ts';
import { scheduleSeveralFormSchema } from '#domain/delivery/schedule.schema.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { deliveryForm } from '#messages/en/delivery-form.ts';
import { schedulePage } from '#messages/en/schedule-page.ts';
import { scheduleSeveral as texts } from '#messages/en/schedule-several.ts';
import { say, sayAll } from '#messages/say.ts';
import { listContents } from '#services/contents/read-contents.ts';
import { availableChannels } from '#services/deliveries/channels.ts';
import { countryOfZone } from '#services/deliveries/phone.ts';
import { scheduleDeliveries } from '#services/deliveries/schedule-several.ts';
import { subscriptionUse } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/schedule-several.ts';

/** The form offers the newest contents: more would not fit a page. */
const CHOICES_MAX = 200;
const ADDRESS = '/schedule/several';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const services = contextOf(context);
    const { id, time_zone } = accountOf(context);
    const [{ contents }, plan] = await Promise.all([
      listContents(services, id, { limit: CHOICES_MAX }),
      subscriptionUse(services, id),
    ]);
    const country = countryOfZone(time_zone) ?? 'US';
    const choices = deliveryChoices(services, time_zone);
    return {
      contents,
      labels: labels(),
      most: { contents: CONTENTS_MAX, people: RECIPIENTS_MAX },
      channels: choices.channels.map((value) => ({ value, label: say(deliveryForm.channels[value]) })),
      choices: { ...choices, country, once: newFormKey() },
      beyondPlan: beyondScheduling(plan, { channels: availableChannels(services), back: ADDRESS }),
    };
  });
}

function labels() {
  const { channel, date, time, timeZone, linkLife, linkLifeHint, preview } = deliveryForm;
  const { nothingToSend, create } = schedulePage;
  return sayAll({ channel, date, time, timeZone, linkLife, linkLifeHint, preview, nothingToSend, create });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const resent = await resendInForm(context, form);
  if (resent) return resent;
  const submission = parseForm(form, scheduleSeveralFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const question = clockChangeForm(submission, submission.value, form);
  if (question) return question;
  try {
    const owner = accountOf(context).id;
    const { value } = submission;
    await makeOnce(context, owner, form, async (inside) => {
      const [first] = await scheduleDeliveries(inside, owner, value);
      return { id: first?.id ?? '' };
    });
    const count = value.recipients?.length ?? 1;
    return await redirectWithToast('/schedule', toast('success', say(texts.done, { count })));
  } catch (error) {
    return offerResendAfter(error, failedForm(context, submission, error, say(deliveryAnswers.notScheduled)));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ScheduleSeveral({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, time_zone } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  return (
    <main className="main wrap" id="main">
      <PageToast toast={loaderData.toast} />
      <PageToast toast={actionData?.toast} />
      <div className="head stack-s">
        <h1>{say(texts.heading)}</h1>
        {view && <p className="lead">{say(texts.lead, { people: view.most.people })}</p>}
      </div>
      {!view && <NotLoaded />}
      {view?.beyondPlan && !actionData && <PlanBanner {...view.beyondPlan} isApart look="btn btn-primary" />}
      {view && view.contents.length === 0 && (
        <p>
          {view.labels.nothingToSend} <Link to="/create">{view.labels.create}</Link>
        </p>
      )}
      <div className="stack">
        {view && view.contents.length > 0 && (!view.beyondPlan || actionData) && (
          <SeveralForm {...view} isBusy={isBusy} timeZone={time_zone} reply={actionData} />
        )}
        <p className="small">
          <Link to="/schedule?new">{say(texts.one)}</Link>
        </p>
      </div>
    </main>
  );
}
