import { Link, useNavigation } from 'react-router';
import { offerResendAfter, resendInForm } from '#app/accounts/resend-confirmation.ts';
import { GroupForm } from '#app/components/delivery/group-form.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { clockChangeForm, type DeliveryReply, deliveryChoices } from '#app/deliveries/delivery-form.ts';
import { ownGroup } from '#app/deliveries/own-group.ts';
import { wallTimeAt } from '#app/deliveries/wall-time.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { CONTENTS_MAX } from '#domain/delivery/delivery.ts';
import { groupFormSchema } from '#domain/delivery/group.schema.ts';
import { linkLifeValue } from '#domain/delivery/link-life.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { deliveryForm } from '#messages/en/delivery-form.ts';
import { scheduleGroup as texts } from '#messages/en/schedule-group.ts';
import { say, sayAll } from '#messages/say.ts';
import { findContentView, listContents } from '#services/contents/read-contents.ts';
import { changeGroup } from '#services/deliveries/change-group.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import type { Route } from './+types/schedule-group.ts';

/** The form offers the newest contents, and what the deliveries bring: more would not fit a page. */
const CHOICES_MAX = 200;

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { waiting, left } = await ownGroup(context, params.id);
  const [first] = waiting;
  const { date, time, timeZone, linkLife, linkLifeHint } = deliveryForm;
  return {
    counts: { waiting: waiting.length, left },
    contents: await contentsFor(context, waiting),
    choices: deliveryChoices(contextOf(context), first.time_zone),
    labels: sayAll({ date, time, timeZone, linkLife, linkLifeHint }),
    most: CONTENTS_MAX,
    values: valuesOf(waiting),
  };
}

/** What the deliveries bring comes first, in its order. Each has at most CONTENTS_MAX, and a group RECIPIENTS_MAX. */
async function contentsFor(context: Provider, waiting: readonly DeliveryView[]) {
  const [services, owner] = [contextOf(context), accountOf(context).id];
  const content_ids = [...new Set(waiting.flatMap((one) => one.content_ids))];
  const brought = await Promise.all(content_ids.map((id) => findContentView(services, owner, id)));
  const { contents } = await listContents(services, owner, { limit: CHOICES_MAX });
  return [...brought, ...contents.filter(({ id }) => !content_ids.includes(id))];
}

/** @returns the values of the form at first: what all deliveries have in common, and empty for what differs */
function valuesOf([first, ...others]: [DeliveryView, ...DeliveryView[]]) {
  const same = <T,>(of: (one: DeliveryView) => T) => (others.every((one) => of(one) === of(first)) ? of(first) : '');
  const wall = ({ local_time, scheduled_time, time_zone }: DeliveryView) =>
    `${local_time ?? wallTimeAt(scheduled_time, time_zone)} ${time_zone}`;
  const [when = '', time_zone = ''] = same(wall).split(' ');
  const [date = '', time = ''] = when.split('T');
  return {
    content_ids: same(({ content_ids }) => content_ids.join()) === '' ? [] : first.content_ids,
    ...{ date, time: time.slice(0, 5), time_zone },
    language: same(({ language }) => language),
    link_years: same(({ link_years }) => linkLifeValue(link_years)),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request);
  const resent = await resendInForm(context, form);
  if (resent) return resent;
  const submission = parseForm(form, groupFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const change = submission.value;
  const question = 'local_time' in change ? clockChangeForm(submission, change, form) : null;
  if (question) return question;
  const { id } = await ownGroup(context, params.id);
  try {
    const changed = await changeGroup(contextOf(context), accountOf(context).id, id, change);
    return await redirectWithToast('/schedule', toast('success', say(texts.saved, { count: changed.length })));
  } catch (error) {
    return offerResendAfter(error, failedForm(context, submission, error, say(deliveryAnswers.notScheduled)));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ScheduleGroup({ loaderData, actionData, params }: Route.ComponentProps) {
  const { counts, ...form } = loaderData;
  const reply: DeliveryReply | undefined = actionData;
  const isBusy = useNavigation().state === 'submitting';
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="head stack-s">
        <h1>{say(texts.heading)}</h1>
        <p className="lead">
          {say(texts.lead, { waiting: counts.waiting })} {counts.left > 0 && say(texts.left, { left: counts.left })}
        </p>
      </div>
      <div className="stack">
        <GroupForm {...form} reply={reply} isBusy={isBusy} back={`/schedule/${params.id}`} />
        <p>
          <Link className="btn btn-quiet" to={`/schedule/${params.id}/group/delete`}>
            {say(texts.remove)}
          </Link>
        </p>
      </div>
    </main>
  );
}
