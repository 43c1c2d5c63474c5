import type { ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { isListStale } from '#app/components/content/lists.ts';
import { usePicturesToCome } from '#app/components/content/to-come.ts';
import { clock, fullDate } from '#app/components/dates.ts';
import { AddressQuestion } from '#app/components/delivery/address-question.tsx';
import { FailedActs } from '#app/components/delivery/failed-acts.tsx';
import { DeliveryItem } from '#app/components/delivery/item.tsx';
import { Ruler } from '#app/components/delivery/ruler.tsx';
import { DeliveryState } from '#app/components/delivery/state.tsx';
import { FirstSteps } from '#app/components/first-steps.tsx';
import { Keep } from '#app/components/keep.tsx';
import { LetterBoxDrawing } from '#app/components/letter-box-drawing.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PlanNotice } from '#app/components/plan-notice.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { firstSteps, wayToSchedule } from '#app/deliveries/first-steps.ts';
import { type ShownDelivery, shown } from '#app/deliveries/shown-delivery.ts';
import { progressLabel } from '#app/emergency/banner.ts';
import { allToDo } from '#app/emergency/not-running.ts';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { beyondScheduling, dashboardNotice } from '#app/plans/notices.ts';
import { CHANNELS, type ChannelRules } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { storageUse } from '#services/contents/storage.ts';
import { availableChannels } from '#services/deliveries/channels.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { type Dashboard as DashboardView, dashboard } from '#services/deliveries/queries.ts';
import { type ActiveProtocol, readActiveProtocol } from '#services/emergency/protocol-view.ts';
import { subscriptionUse } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/dashboard.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Dashboard · Stillhere' },
  { name: 'description', content: 'What is coming, and what you keep.' },
];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const services = contextOf(context);
    const { id, time_zone, email_confirmed: isConfirmed } = accountOf(context);
    const view = await dashboard(services, id);
    const show = (delivery: DeliveryView) => shown(delivery, services.now, time_zone);
    const plan = await subscriptionUse(services, id);
    const protocol = await readActiveProtocol(services, id);
    const ways = { channels: availableChannels(services), back: wayToSchedule(view) };
    const beyondPlan = beyondScheduling(plan, ways);
    return {
      ...view,
      upcoming: view.upcoming.map(show),
      troubled: view.troubled.map(show),
      today: todayOf(view, { isPastDue: plan.isPastDue, isConfirmed, protocol }),
      ofPlan: dashboardNotice(plan, await storageUse(services, id)),
      beyondPlan,
      protocol: protocolOf(protocol),
      steps: firstSteps(view, beyondPlan),
    };
  });
}

export const shouldRevalidate = isListStale;

export default function Dashboard({ loaderData: { data: view, toast, name, time_zone, now } }: Route.ComponentProps) {
  usePicturesToCome(view?.recent ?? [], now);
  return (
    <>
      <main className="main wrap" id="main">
        <PageToast toast={toast} />
        <div className="head head-row">
          <div className="stack-s">
            <h1>
              {greetingAt(clock(now, time_zone))}
              {name && `, ${name}`}
            </h1>
            <p className="soft">
              {fullDate(now, time_zone)}. {view?.today}
            </p>
          </div>
          <div className="row">
            <Link className="btn btn-primary" to="/create">
              Create
            </Link>
            <Link className="btn btn-secondary" to="/schedule?new">
              Schedule{view?.beyondPlan && <span className="stamp">PLUS</span>}
            </Link>
            <Link className="btn btn-quiet" to="/profile">
              Profile
            </Link>
          </div>
        </div>
        {!view && <NotLoaded />}
        {view?.ofPlan && <PlanNotice {...view.ofPlan} />}
        {view && <Stats view={view} protocol={view.protocol} />}
        {view && view.troubled.length > 0 && <Troubled deliveries={view.troubled} />}
        {view?.steps && <FirstSteps steps={view.steps} />}
        {view && (
          <Upcoming deliveries={view.upcoming} pending={view.pending_deliveries} now={now} timeZone={time_zone}>
            {view.steps ? <p className="body soft">Nothing is waiting to be sent.</p> : <NothingUpcoming />}
          </Upcoming>
        )}
        {view && <Recent contents={view.recent} timeZone={time_zone} />}
      </main>
      <Outlet />
    </>
  );
}

function greetingAt(time: string): string {
  if (time < '05:00') return 'Good evening';
  if (time < '12:00') return 'Good morning';
  return time < '18:00' ? 'Good afternoon' : 'Good evening';
}

/** What the question before a far date is about. */
const SOME: Record<ChannelRules['address'], string> = { email: 'an address', phone: 'a number' };

/** What there is to do today: written where pages are made, so that browsers need not. */
function todayOf(
  { troubled, asks_about }: DashboardView,
  { isPastDue, isConfirmed, protocol }: { isPastDue: boolean; isConfirmed: boolean; protocol: ActiveProtocol | null },
): string {
  if (protocol?.stage === 'released') return 'Your emergency protocol was released: see above.';
  if (protocol && !protocol.isRunning) return `Your emergency protocol is not running. ${allToDo(protocol.blockedBy)}`;
  if (protocol && protocol.stage !== 'armed') return 'A check-in is due: see above.';
  if (troubled.some(({ status }) => status === 'failed')) return 'A delivery did not arrive: see below.';
  if (troubled.length > 0) return 'A delivery is late, and we keep trying.';
  if (isPastDue) return 'A payment did not go through: see below.';
  if (!isConfirmed) return 'Please confirm your email: open the link that we sent you.';
  if (asks_about === null) return 'Nothing needs you today.';
  return `Does ${SOME[CHANNELS[asks_about].address]} still hold? It is asked beside its delivery.`;
}

/** Whether the protocol runs, and how far it has come. */
interface ProtocolWords {
  state: 'Active' | 'Inactive' | 'Not running';
  more: string | null;
}

function protocolOf(seen: ActiveProtocol | null): ProtocolWords {
  if (!seen) return { state: 'Inactive', more: null };
  if (!seen.isRunning && seen.stage !== 'released') return { state: 'Not running', more: 'No days are counted.' };
  return { state: 'Active', more: progressLabel(seen) };
}

function Stats({ view, protocol }: { view: DashboardView; protocol: ProtocolWords }) {
  const number = new Intl.NumberFormat('en-GB');
  return (
    <dl className="stats">
      <div>
        <dt>Total Content</dt>
        <dd>{number.format(view.total_contents)}</dd>
      </div>
      <div>
        <dt>Pending Deliveries</dt>
        <dd>{number.format(view.pending_deliveries)}</dd>
      </div>
      <div>
        <dt>Emergency Protocol</dt>
        <dd>
          <Link to="/emergency">{protocol.state}</Link>
          {protocol.more && <span className="small soft">{protocol.more}</span>}
        </dd>
      </div>
    </dl>
  );
}

function Troubled({ deliveries }: { deliveries: readonly ShownDelivery[] }) {
  return (
    <section className="spread plain" aria-labelledby="h-troubled">
      <div className="aside">
        <h2 id="h-troubled">Did not go as planned</h2>
        <p>What you keep is safe. A delivery that failed can be sent again, to a corrected address.</p>
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
  /** What stands there when nothing waits. */
  children: ReactNode;
}

function Upcoming({ deliveries, pending, now, timeZone, children }: UpcomingProps) {
  return (
    <section className="spread plain" aria-labelledby="h-upcoming">
      <div className="aside">
        <h2 id="h-upcoming">Upcoming Deliveries</h2>
        {deliveries.length > 0 && (
          <>
            <p>
              {pending > deliveries.length ? `The next ${deliveries.length} of ${pending}. ` : ''}Times are{' '}
              {placeOf(timeZone)} time unless you chose another.
            </p>
            <p>
              <Link to="/schedule">See all</Link>
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
      <p>Nothing is waiting to be sent.</p>
      <Link className="btn btn-secondary" to="/schedule?new">
        Schedule Delivery
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
          Recent Content
        </h2>
        <Link to="/dashboard/content">View all</Link>
      </div>
      <ul className="shelf">
        {contents.map((content) => (
          <Keep key={content.id} content={content} timeZone={timeZone} list="/dashboard" />
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
          Recent Content
        </h2>
      </div>
      <p className="body soft">What you keep will stand here.</p>
    </section>
  );
}
