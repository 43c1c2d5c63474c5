import { Form, Link, useNavigation } from 'react-router';
import { AddressQuestion } from '#app/components/delivery/address-question.tsx';
import { DeleteLink } from '#app/components/delivery/delete-question.tsx';
import { DeliveryError } from '#app/components/delivery/error.tsx';
import { FailedActs } from '#app/components/delivery/failed-acts.tsx';
import { titleOf } from '#app/components/delivery/item.tsx';
import { Postmark } from '#app/components/delivery/postmark.tsx';
import { PreviewPart } from '#app/components/delivery/preview-part.tsx';
import { ResendQuestion } from '#app/components/delivery/resend-question.tsx';
import { RevokeQuestion } from '#app/components/delivery/revoke-question.tsx';
import { DeliveryState } from '#app/components/delivery/state.tsx';
import { StoryLines } from '#app/components/delivery/story-lines.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { QuestionButton } from '#app/components/question-button.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { type StoryView, storyView } from '#app/deliveries/story-view.ts';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { placeOf } from '#domain/time/written.ts';
import { fullDateTime } from '#messages/dates.ts';
import { resendDelivery } from '#messages/en/resend-delivery.ts';
import { revokeDelivery } from '#messages/en/revoke-delivery.ts';
import { storyPage } from '#messages/en/story-page.ts';
import { say, sayRich } from '#messages/say.ts';
import { findStory } from '#services/deliveries/story.ts';
import type { Route } from './+types/schedule-story.ts';

export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: say(storyPage.title) }]);

export function loader({ context, params }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const services = contextOf(context);
    const { id, time_zone } = accountOf(context);
    return storyView(await findStory(services, id, params.id), time_zone, services.now.toISOString());
  });
}

export default function ScheduleStory({ loaderData: { data: view, toast } }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={toast} />
      {!view && (
        <>
          <h1>{say(storyPage.heading)}</h1>
          <NotLoaded />
        </>
      )}
      {view && (
        <>
          <Head view={view} />
          <section className="spread" aria-labelledby="h-story">
            <div className="aside">
              <h2 id="h-story">{say(storyPage.story.heading)}</h2>
              <p>{say(storyPage.story.place, { place: view.place })}</p>
            </div>
            <div className="body">
              <StoryLines lines={view.lines} />
            </div>
          </section>
          {view.more.map(({ key, heading, lines }) => (
            <section key={key} className="spread" aria-labelledby={key}>
              <div className="aside">
                <h2 id={key}>{heading}</h2>
              </div>
              <div className="body stack">
                {lines.map(({ href, words }) => (
                  <p key={href}>
                    <Link to={href}>{words}</Link>
                  </p>
                ))}
              </div>
            </section>
          ))}
          {view.ahead && <PreviewPart delivery={view.delivery} ahead={view.ahead} />}
          {view.link && <LinkPart view={view} words={view.link} />}
          {view.again && <AgainPart view={view} effect={view.again} />}
          {view.delivery.origin === 'release' && <ReleasePart />}
        </>
      )}
    </main>
  );
}

function Head({ view: { delivery, lead, stopped } }: { view: StoryView }) {
  const { scheduled_time, time_zone, id } = delivery;
  const when = fullDateTime(scheduled_time, time_zone);
  return (
    <div className="head head-row">
      <div className="story-head">
        <Postmark instant={scheduled_time} timeZone={time_zone} seed={id} />
        <div className="stack-s">
          <h1>{titleOf(delivery)}</h1>
          <p className="lead">{say(storyPage.lead, { recipient: lead, when, place: placeOf(time_zone) })}</p>
          <DeliveryState delivery={delivery} />
          {stopped && <p className="note is-danger">{stopped}</p>}
          <AddressQuestion delivery={delivery} />
        </div>
      </div>
      <Acts view={delivery} />
    </div>
  );
}

function Acts({ view: delivery }: { view: StoryView['delivery'] }) {
  if (delivery.status === 'failed') return <FailedActs delivery={delivery} />;
  if (!delivery.changeable) return null;
  return (
    <div className="acts-row">
      {/* The question beside it has the same link. */}
      {!delivery.question && (
        <Link className="btn btn-secondary" to={`/schedule/${delivery.id}/edit`}>
          {say(storyPage.change)}
        </Link>
      )}
      <DeleteLink delivery={delivery} />
    </div>
  );
}

function LinkPart({ view: { delivery, isExtendable }, words }: { view: StoryView; words: string }) {
  const action = `/schedule/${delivery.id}/extend`;
  const isBusy = useNavigation().formAction === action;
  const isClosed = delivery.link.state === 'revoked';
  return (
    <section className="spread" aria-labelledby="h-link">
      <div className="aside">
        <h2 id="h-link">{say(storyPage.link.heading)}</h2>
        <p>{say(storyPage.link.aside)}</p>
      </div>
      <div className="body stack">
        <p>{words}</p>
        {!isClosed && (
          <div className="row story-acts">
            {isExtendable && (
              <Form method="post" action={action} preventScrollReset>
                <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
                  {say(storyPage.link.extend)}
                </button>
              </Form>
            )}
            <QuestionButton
              className="btn btn-quiet"
              to={`/schedule/${delivery.id}/revoke`}
              label={say(storyPage.link.revoke)}
            >
              {({ headingId, cancel }) => (
                <RevokeQuestion delivery={delivery} headingId={headingId} cancel={cancel(say(revokeDelivery.cancel))} />
              )}
            </QuestionButton>
          </div>
        )}
      </div>
    </section>
  );
}

function AgainPart({ view: { delivery, revision }, effect }: { view: StoryView; effect: string }) {
  return (
    <section className="spread" aria-labelledby="h-again">
      <div className="aside">
        <h2 id="h-again">{say(storyPage.again.heading)}</h2>
        <p>{say(storyPage.again.aside)}</p>
      </div>
      <div className="body stack">
        <p>{effect}</p>
        <div className="row">
          <QuestionButton
            className="btn btn-secondary"
            to={`/schedule/${delivery.id}/resend`}
            label={say(storyPage.again.send)}
          >
            {({ headingId, cancel }) => (
              <ResendQuestion
                {...{ delivery, revision, effect, headingId }}
                cancel={cancel(say(resendDelivery.cancel))}
              />
            )}
          </QuestionButton>
        </div>
      </div>
    </section>
  );
}

function ReleasePart() {
  return (
    <section className="spread" aria-labelledby="h-release">
      <div className="aside">
        <h2 id="h-release">{say(storyPage.release.heading)}</h2>
      </div>
      <div className="body">
        <p>
          {sayRich(storyPage.release.text, {
            protocol: (children) => <Link to="/emergency">{children}</Link>,
          })}
        </p>
      </div>
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <DeliveryError error={error} />;
}
