import type { ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { activeProtocolOf } from '#app/accounts/frame.ts';
import { JustSaved } from '#app/components/content/just-saved.tsx';
import { isListStale } from '#app/components/content/lists.ts';
import { usePendingThumbnails } from '#app/components/content/use-pending-thumbnails.ts';
import { ContentCard } from '#app/components/content-card.tsx';
import { AddressQuestion } from '#app/components/delivery/address-question.tsx';
import { FailedActs } from '#app/components/delivery/failed-acts.tsx';
import { DeliveryItem } from '#app/components/delivery/item.tsx';
import { Ruler } from '#app/components/delivery/ruler.tsx';
import { DeliveryState } from '#app/components/delivery/state.tsx';
import { FirstSteps } from '#app/components/first-steps.tsx';
import { LetterBoxDrawing } from '#app/components/letter-box-drawing.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PlanBanner } from '#app/components/plan-banner.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { justSaved } from '#app/contents/just-saved.ts';
import { firstSteps, schedulePath } from '#app/deliveries/first-steps.ts';
import { shownInGroups } from '#app/deliveries/groups.ts';
import { type ShownDelivery, shown } from '#app/deliveries/shown-delivery.ts';
import { type ProtocolStat, protocolStat, todayOf } from '#app/deliveries/today.ts';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { beyondScheduling, dashboardBanner } from '#app/plans/banners.ts';
import { goOnLink } from '#app/plans/go-on.ts';
import { placeOf } from '#domain/time/written.ts';
import { clock, fullDate } from '#messages/dates.ts';
import { dashboardPage } from '#messages/en/dashboard.ts';
import { numberFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { storageUse } from '#services/contents/storage.ts';
import { availableChannels } from '#services/deliveries/channels.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { type Dashboard as DashboardView, dashboard } from '#services/deliveries/queries.ts';
import { subscriptionUse } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/dashboard.ts';

export const meta: Route.MetaFunction = () => [
  { title: say(dashboardPage.title) },
  { name: 'description', content: say(dashboardPage.description) },
];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const services = contextOf(context);
    const { id, time_zone, email_confirmed: isConfirmed } = accountOf(context);
    const [view, plan, protocol, storage, saved] = await Promise.all([
      dashboard(services, id),
      subscriptionUse(services, id),
      activeProtocolOf(context),
      storageUse(services, id),
      justSaved(context, url.searchParams),
    ]);
    const show = (delivery: DeliveryView) => shown(delivery, services.now, time_zone);
    const upcoming = shownInGroups(view.upcoming, services.now, time_zone);
    const back = schedulePath(view);
    const beyondPlan = beyondScheduling(plan, { channels: availableChannels(services), back });
    return {
      ...view,
      upcoming,
      // A group counts as one, as in the list.
      waiting: view.pending_deliveries - (view.upcoming.length - upcoming.length),
      troubled: view.troubled.map(show),
      today: todayOf(view, { isPastDue: plan.isPastDue, isConfirmed, protocol }),
      planBanner: dashboardBanner(plan, storage),
      beyondPlan,
      protocol: protocolStat(protocol),
      steps: firstSteps(view, beyondPlan),
      saved,
      goOn: goOnLink(url.searchParams),
    };
  });
}

export const shouldRevalidate = isListStale;

export default function Dashboard({ loaderData: { data: view, toast, name, time_zone, now } }: Route.ComponentProps) {
  usePendingThumbnails(view?.recent ?? [], now);
  return (
    <>
      <main className="main wrap" id="main">
        <PageToast toast={toast} />
        <div className="head head-row">
          <div className="stack-s">
            <h1>{greeting(clock(now, time_zone), name)}</h1>
            <p className="soft">
              {fullDate(now, time_zone)}. {view?.today}
            </p>
          </div>
          <Actions beyondPlan={Boolean(view?.beyondPlan)} />
        </div>
        {!view && <NotLoaded />}
        {view?.goOn && (
          <p className="note">
            <Link to={view.goOn.to}>{view.goOn.words}</Link>
          </p>
        )}
        {view?.saved && <JustSaved saved={view.saved} />}
        {view?.planBanner && <PlanBanner {...view.planBanner} />}
        {view && <Stats view={view} protocol={view.protocol} />}
        {view && view.troubled.length > 0 && <Troubled deliveries={view.troubled} />}
        {view?.steps && <FirstSteps steps={view.steps} />}
        {view && (
          <Upcoming deliveries={view.upcoming} pending={view.waiting} now={now} timeZone={time_zone}>
            {view.steps ? <p className="body soft">{say(dashboardPage.upcoming.none)}</p> : <NothingUpcoming />}
          </Upcoming>
        )}
        {view && <Recent contents={view.recent} timeZone={time_zone} />}
      </main>
      <Outlet />
    </>
  );
}

function Actions({ beyondPlan }: { beyondPlan: boolean }) {
  return (
    <div className="row">
      <Link className="btn btn-primary" to="/create">
        {say(dashboardPage.create)}
      </Link>
      <Link className="btn btn-secondary" to="/schedule?new">
        {say(dashboardPage.schedule)}
        {beyondPlan && <span className="stamp">{say(dashboardPage.plus)}</span>}
      </Link>
      <Link className="btn btn-quiet" to="/profile">
        {say(dashboardPage.profile)}
      </Link>
    </div>
  );
}

function greeting(time: string, name: string): string {
  const part = partOfDay(time);
  return name ? say(dashboardPage.greetings[`${part}To`], { name }) : say(dashboardPage.greetings[part]);
}

function partOfDay(time: string): 'morning' | 'afternoon' | 'evening' {
  if (time < '05:00') return 'evening';
  if (time < '12:00') return 'morning';
  return time < '18:00' ? 'afternoon' : 'evening';
}

function Stats({ view, protocol }: { view: DashboardView; protocol: ProtocolStat }) {
  const number = numberFormat();
  return (
    <dl className="stats">
      <div>
        <dt>{say(dashboardPage.stats.contents)}</dt>
        <dd>{number.format(view.total_contents)}</dd>
      </div>
      <div>
        <dt>{say(dashboardPage.stats.deliveries)}</dt>
        <dd>{number.format(view.pending_deliveries)}</dd>
      </div>
      <div>
        <dt>{say(dashboardPage.stats.protocol)}</dt>
        <dd>
          <Link to="/emergency">{protocol.label}</Link>
          {protocol.progress && <span className="small soft">{protocol.progress}</span>}
        </dd>
        {protocol.note && <dd className="stat-note">{protocol.note}</dd>}
      </div>
    </dl>
  );
}

function Troubled({ deliveries }: { deliveries: readonly ShownDelivery[] }) {
  return (
    <section className="spread plain" aria-labelledby="h-troubled">
      <div className="aside">
        <h2 id="h-troubled">{say(dashboardPage.troubled.heading)}</h2>
        <p>{say(dashboardPage.troubled.help)}</p>
      </div>
      <ol className="body lines">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} aside={<FailedActs delivery={delivery} />}>
            <DeliveryState delivery={delivery} />
          </DeliveryItem>
        ))}
      </ol>
    </section>
  );
}

interface UpcomingProps {
  deliveries: readonly ShownDelivery[];
  pending: number;
  now: string;
  timeZone: string;
  /** In place of the list, when nothing is scheduled. */
  children: ReactNode;
}

function Upcoming({ deliveries, pending, now, timeZone, children }: UpcomingProps) {
  const texts = dashboardPage.upcoming;
  return (
    <section className="spread plain" aria-labelledby="h-upcoming">
      <div className="aside">
        <h2 id="h-upcoming">{say(texts.heading)}</h2>
        {deliveries.length > 0 && (
          <>
            <p>
              {pending > deliveries.length
                ? say(texts.someAndTimes, { shown: deliveries.length, all: pending, place: placeOf(timeZone) })
                : say(texts.times, { place: placeOf(timeZone) })}
            </p>
            <p>
              <Link to="/schedule">{say(texts.all)}</Link>
            </p>
          </>
        )}
      </div>
      {deliveries.length === 0 ? children : <UpcomingList deliveries={deliveries} now={now} />}
    </section>
  );
}

function NothingUpcoming() {
  return (
    <div className="body empty">
      <LetterBoxDrawing />
      <p>{say(dashboardPage.upcoming.none)}</p>
      <Link className="btn btn-secondary" to="/schedule?new">
        {say(dashboardPage.upcoming.schedule)}
      </Link>
    </div>
  );
}

function UpcomingList({ deliveries, now }: Pick<UpcomingProps, 'deliveries' | 'now'>) {
  return (
    <div className="body">
      <Ruler now={now} times={deliveries.map(({ scheduled_time }) => scheduled_time)} />
      <ol className="lines">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} aside={<span className="left">{delivery.left}</span>}>
            <AddressQuestion delivery={delivery} />
          </DeliveryItem>
        ))}
      </ol>
    </div>
  );
}

function Recent({ contents, timeZone }: { contents: readonly ContentView[]; timeZone: string }) {
  if (contents.length === 0) return <NothingRecent />;
  return (
    <section className="recent" aria-labelledby="h-recent">
      <div className="row between recent-h">
        <h2 id="h-recent" data-list>
          {say(dashboardPage.recent.heading)}
        </h2>
        <Link to="/dashboard/content">{say(dashboardPage.recent.all)}</Link>
      </div>
      <ul className="shelf">
        {contents.map((content) => (
          <ContentCard key={content.id} content={content} timeZone={timeZone} list="/dashboard" />
        ))}
      </ul>
    </section>
  );
}

function NothingRecent() {
  return (
    <section className="spread plain" aria-labelledby="h-recent">
      <div className="aside">
        <h2 id="h-recent" data-list>
          {say(dashboardPage.recent.heading)}
        </h2>
      </div>
      <p className="body soft">{say(dashboardPage.recent.none)}</p>
    </section>
  );
}
