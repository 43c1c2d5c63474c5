import type { ReactNode } from 'react';
import { data, Link, useSearchParams } from 'react-router';
import { type ConfirmReply, offerResendAfter, resendInForm } from '#app/accounts/resend-confirmation.ts';
import { DeliveryLists } from '#app/components/delivery/lists.tsx';
import { ScheduleForm } from '#app/components/delivery/schedule-form.tsx';
import { EmptyShelfDrawing } from '#app/components/empty-shelf-drawing.tsx';
import { LetterBoxDrawing } from '#app/components/letter-box-drawing.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PlanBanner, PlanLink } from '#app/components/plan-banner.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { recipientNote } from '#app/contents/recipient-note.ts';
import { askAboutRecipient, takeAddressAnswer } from '#app/deliveries/address-question.ts';
import { clockChangeForm, deliveryChoices, quickChoiceForm } from '#app/deliveries/delivery-form.ts';
import { shownInGroups } from '#app/deliveries/groups.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { makeOnce, newFormKey } from '#app/http/idempotent-form.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { type PlanBanner as Banner, beyondScheduling, endedMeanwhile } from '#app/plans/banners.ts';
import { scheduleSchema } from '#domain/delivery/delivery.schema.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { schedulePage } from '#messages/en/schedule-page.ts';
import { say } from '#messages/say.ts';
import { listContents } from '#services/contents/read-contents.ts';
import { availableChannels } from '#services/deliveries/channels.ts';
import { countryOfZone } from '#services/deliveries/phone.ts';
import { listDeliveries } from '#services/deliveries/queries.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { subscriptionState, subscriptionUse } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/schedule.ts';

/** The form offers the newest contents; more would not fit a list. */
const CHOICES_MAX = 500;

export const meta: Route.MetaFunction = () => [{ title: say(schedulePage.title) }];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPage(context, () => listAll(context, url.searchParams));
}

async function listAll(context: Provider, query: URLSearchParams) {
  const services = contextOf(context);
  const { id, time_zone } = accountOf(context);
  const [listed, { contents }, plan] = await Promise.all([
    listDeliveries(services, id),
    listContents(services, id, { limit: CHOICES_MAX }),
    subscriptionUse(services, id),
  ]);
  const deliveries = shownInGroups(listed, services.now, time_zone);
  const choices = isFormOpen(query) ? choicesFor(services, time_zone) : null;
  const back = formAddress(query.get('content'));
  return {
    deliveries,
    contents,
    notes: Object.fromEntries(contents.map((one) => [one.id, recipientNote(one)]).filter(([, note]) => note)),
    choices,
    beyondPlan: beyondScheduling(plan, { channels: availableChannels(services), back }),
  };
}

function choicesFor(services: ReturnType<typeof contextOf>, timeZone: string) {
  return { ...deliveryChoices(services, timeZone), country: countryOfZone(timeZone) ?? 'US', once: newFormKey() };
}

/** @returns the page with the open form, where this content is chosen; null for none */
function formAddress(content: string | null): string {
  return content ? `/schedule?${new URLSearchParams({ content })}` : '/schedule?new';
}

function isFormOpen(query: URLSearchParams): boolean {
  return query.has('new') || query.has('content');
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = contextOf(context);
  const form = await readForm(request);
  const quick = quickChoiceForm(form, services.now);
  if (quick) return quick;
  const resent = await resendInForm(context, form);
  if (resent) return resent;
  const isAnswered = takeAddressAnswer(form, 'recipient_email');
  const submission = parseForm(form, scheduleSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const question = clockChangeForm(submission, submission.value, form);
  if (question) return question;
  const asked = isAnswered ? null : askAboutRecipient(submission, submission.value);
  if (asked) return asked;
  try {
    const owner = accountOf(context).id;
    await makeOnce(context, owner, form, (inside) => scheduleDelivery(inside, owner, submission.value));
    return await redirectWithToast('/schedule', toast('success', say(deliveryAnswers.scheduled)));
  } catch (error) {
    const failed = failedForm(context, submission, error, say(deliveryAnswers.notScheduled));
    const reply = offerResendAfter(error, failed);
    if (!(error instanceof AppError) || error.code !== 'plan-required') return reply;
    const back = formAddress(submission.value.content_id);
    const ended = endedMeanwhile(await subscriptionState(services, accountOf(context).id), back);
    return data<ScheduleReply>({ ...reply.data, ended }, reply.init ?? undefined);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

/** The answer when nothing was scheduled. */
interface ScheduleReply extends ConfirmReply {
  /** The plan ended after the page was opened. */
  ended?: Banner;
}

export default function Schedule({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, time_zone, now } = loaderData;
  const [query] = useSearchParams();
  const chosen = query.get('content');
  const reply: ScheduleReply | undefined = actionData;
  const notice = reply?.ended ?? view?.beyondPlan;
  // The form keeps what was typed when the plan has ended meanwhile.
  const isOpen = isFormOpen(query) && (!notice || reply !== undefined);
  const isQuiet = view?.deliveries.length === 0 && !isOpen;
  const asksFirst = view?.contents.length === 0 && !notice;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={loaderData.toast} />
      <PageToast toast={reply?.toast} />
      <Head>{view && !notice && view.contents.length > 0 && <Toggle isOpen={isOpen} />}</Head>
      {!view && <NotLoaded />}
      {notice && !isQuiet && <PlanBanner {...notice} answers={reply?.ended} isApart={isOpen} look="btn btn-primary" />}
      {view?.choices && isOpen && view.contents.length > 0 && (
        <ScheduleForm
          key={chosen}
          action={formAddress(chosen)}
          contents={view.contents}
          notes={view.notes}
          chosen={view.contents.some(({ id }) => id === chosen) ? chosen : null}
          choices={view.choices}
          reply={reply}
          timeZone={time_zone}
          now={now}
        />
      )}
      {isOpen && !reply && (
        <p>
          <Link to="/schedule/several">{say(schedulePage.several)}</Link>
        </p>
      )}
      {asksFirst && <NothingToSend />}
      {isQuiet && !asksFirst && <NothingWaits notice={notice} />}
      {view && <DeliveryLists deliveries={view.deliveries} />}
    </main>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <div className="head head-row">
      <div className="stack-s">
        <h1>{say(schedulePage.heading)}</h1>
        <p className="lead">{say(schedulePage.lead)}</p>
      </div>
      {children}
    </div>
  );
}

/** A link, so that the form opens without JavaScript too. */
function Toggle({ isOpen }: { isOpen: boolean }) {
  return (
    <Link
      className={isOpen ? 'btn btn-secondary' : 'btn btn-primary'}
      to={isOpen ? '/schedule' : '/schedule?new'}
      preventScrollReset
    >
      {say(isOpen ? schedulePage.close : schedulePage.open)}
    </Link>
  );
}

function NothingToSend() {
  return (
    <div className="empty">
      <EmptyShelfDrawing />
      <p>{say(schedulePage.nothingToSend)}</p>
      <Link className="btn btn-primary" to="/create">
        {say(schedulePage.create)}
      </Link>
    </div>
  );
}

/** @param notice about the plan, where it does not include sending */
function NothingWaits({ notice }: { notice: Banner | null | undefined }) {
  return (
    <div className="empty">
      <LetterBoxDrawing />
      <p>{notice ? say(schedulePage.beyondPlan, { notice: notice.strong }) : say(schedulePage.nothingWaits)}</p>
      {notice && (
        <>
          <p className="small soft">{notice.text}</p>
          <PlanLink link={notice.link} look="btn btn-primary" />
        </>
      )}
    </div>
  );
}
