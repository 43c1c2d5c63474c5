import { Link } from 'react-router';
import { Part } from '#app/components/emergency/part.tsx';
import { Mark } from '#app/components/glyphs.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { type RehearsalRow, type RehearsalView, rehearsalView } from '#app/emergency/rehearsal-view.ts';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { rehearsalPage } from '#messages/en/rehearsal.ts';
import { say } from '#messages/say.ts';
import { readRehearsal } from '#services/emergency/rehearsal-report.ts';
import type { Route } from './+types/emergency-rehearsal-report.ts';

const texts = rehearsalPage.report;

export const meta: Route.MetaFunction = () => [{ title: say(rehearsalPage.title) }];

export function loader({ context, params }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { id, name, time_zone: timeZone } = accountOf(context);
    return rehearsalView(await readRehearsal(contextOf(context), id, params.id), { name, timeZone });
  });
}

/** Who would have got what and when, and what is missing. It can be printed. */
export default function EmergencyRehearsalReport({ loaderData: { data: view, toast } }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={toast} />
      <div className="head stack-s">
        <p>
          <Link to="/emergency">{say(rehearsalPage.back)}</Link>
        </p>
        <h1>{say(rehearsalPage.heading)}</h1>
        {view && <p className="lead">{view.lead}</p>}
      </div>
      {view ? <Report view={view} /> : <NotLoaded />}
    </main>
  );
}

function Report({ view }: { view: RehearsalView }) {
  const { gaps, rows, status, verdict, sentAside } = view;
  return (
    <>
      <section className="spread" aria-labelledby="h-verdict">
        <p className={`status ${gaps.length > 0 ? 'is-warn' : 'is-done'}`}>
          <Mark name={gaps.length > 0 ? 'missing' : 'sent'} />
          {status}
        </p>
        <h2 id="h-verdict">{verdict}</h2>
      </section>
      <Part id="gaps" name={say(texts.gaps)} aside={gaps.length > 0 ? say(texts.gapsAside) : undefined}>
        {gaps.length > 0 ? (
          <ul className="body lines">
            {gaps.map(({ name, text, to, label }) => (
              <li key={name} className="stack-s">
                <h3>{name}</h3>
                <p className="soft">
                  {text} <Link to={to}>{label}</Link>
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p className="body">{say(texts.noGaps)}</p>
        )}
      </Part>
      <Part id="sent" name={say(texts.sent)} aside={sentAside}>
        <div className="body stack">
          <Messages rows={rows} />
          <p className="soft">{say(texts.nobody)}</p>
        </div>
      </Part>
      <p>
        <Link to="/emergency/rehearsal">{say(rehearsalPage.again)}</Link>
      </p>
    </>
  );
}

function Messages({ rows }: { rows: readonly RehearsalRow[] }) {
  const { when, to, what, outcome } = texts.columns;
  return (
    <table className="table rehearsed">
      <thead>
        <tr>
          {[when, to, what, outcome].map((column) => (
            <th key={column.id} scope="col">
              {say(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <td>{row.when}</td>
            <td>{row.to}</td>
            <td>{row.what}</td>
            <td>
              <span className={`status ${row.look}`}>
                <Mark name={row.sign} />
                {row.outcome}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
