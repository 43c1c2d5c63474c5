import { Form, Link } from 'react-router';
import {
  type DayView,
  daysOf,
  type EntryView,
  filterOf,
  instantsOf,
  kindsLeft,
  type RecordFilter,
  recordPath,
  tabsOf,
} from '#app/accounts/record-view.ts';
import { Mark } from '#app/components/glyphs.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { plainDate } from '#messages/dates.ts';
import { recordPage as texts } from '#messages/en/record-page.ts';
import { say, sayRich } from '#messages/say.ts';
import { type Check, checkRecord } from '#services/record/check.ts';
import { countKinds, readRecord } from '#services/record/entries.ts';
import { findSubjects } from '#services/record/subjects.ts';
import type { Route } from './+types/profile-record.ts';

const PER_PAGE = 50;

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { id, time_zone: timeZone } = accountOf(context);
    const services = contextOf(context);
    const { em, now } = services;
    const filter = filterOf(url.searchParams);
    const list = await readRecord(em, id, {
      limit: PER_PAGE,
      kinds: kindsLeft(filter),
      ...instantsOf(filter, timeZone),
      cursor: url.searchParams.get('cursor'),
    });
    const check = await checkRecord(em, id);
    return {
      check: { ...check, since: check.began && plainDate(check.began, timeZone) },
      filter: { ...filter, path: recordPath(filter) },
      tabs: tabsOf(await countKinds(em, id), filter),
      days: daysOf(list.entries, await findSubjects(services, id, list.entries), timeZone, now.toISOString()),
      older: list.next && recordPath(filter, list.next),
    };
  });
}

export default function ProfileRecord({ loaderData: { data: view, toast } }: Route.ComponentProps) {
  return (
    <main className="main wrap record" id="main">
      <PageToast toast={toast} />
      <div className="head">
        <p className="small">
          <Link to="/profile">{say(texts.profile)}</Link>
        </p>
        <h1>{say(texts.heading)}</h1>
        <p className="lead">{view?.check.since ? say(texts.since, { day: view.check.since }) : say(texts.lead)}</p>
      </div>
      {view ? (
        <>
          <Checked check={view.check} />
          <div className="rec-filter">
            <Tabs label={say(texts.kinds)} tabs={view.tabs} />
            <Filter key={view.filter.path} filter={view.filter} />
          </div>
          {view.days.length === 0 && <p>{say(texts.none)}</p>}
          {view.days.map((day) => (
            <Day key={day.date} day={day} />
          ))}
          {view.older && (
            <p className="older">
              <Link className="btn btn-secondary" to={view.older}>
                {say(texts.older)}
              </Link>
            </p>
          )}
          <Verifying />
        </>
      ) : (
        <NotLoaded />
      )}
    </main>
  );
}

function Checked({ check: { count, broken } }: { check: Check }) {
  return (
    <section className="checked" aria-labelledby="h-checked">
      <div className="checked-text">
        <h2 id="h-checked">
          <span className={broken === null ? 'is-well' : 'is-danger'}>
            <Mark name={broken === null ? 'sent' : 'failed'} />
          </span>
          {broken === null ? say(texts.whole, { count }) : say(texts.broken, { seq: `${broken}` })}
        </h2>
        <svg className="chain" viewBox="0 0 480 24" aria-hidden="true">
          <path d="M4 12H470" />
          <path className="dots" d="M8 12H450" />
          <circle cx="470" cy="12" r="6" />
        </svg>
        {broken !== null && <p>{say(texts.brokenNote)}</p>}
        <p className="small soft">{sayRich(texts.how, { link: (words) => <a href="/record/roots">{words}</a> })}</p>
      </div>
      <div className="checked-act">
        <a className="btn btn-secondary" href="/profile/record/export.csv">
          {say(texts.csv)}
        </a>
        <a className="btn btn-secondary" href="/profile/record/export.jsonl">
          {say(texts.json)}
        </a>
        <a className="small" href="#verify">
          {say(texts.verify)}
        </a>
      </div>
    </section>
  );
}

function Filter({ filter: { area, words, from, until } }: { filter: RecordFilter }) {
  return (
    <Form className="addrow rec-row" role="search" aria-label={say(texts.filter)} action="/profile/record">
      {area && <input type="hidden" name="kind" value={area} />}
      <FilterField name="words" type="search" label={say(texts.words)} value={words} />
      <FilterField name="from" type="date" label={say(texts.from)} value={from} />
      <FilterField name="until" type="date" label={say(texts.until)} value={until} />
      <button className="btn btn-secondary" type="submit">
        {say(texts.show)}
      </button>
    </Form>
  );
}

function FilterField({ name, type, label, value }: Record<'name' | 'type' | 'label' | 'value', string>) {
  const id = `record-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input className="control" id={id} name={name} type={type} defaultValue={value} />
    </div>
  );
}

function Day({ day: { heading, date, entries } }: { day: DayView }) {
  return (
    <section className="spread day" aria-label={date}>
      <div className="aside">
        <h2 className="day-h">{heading}</h2>
        <p>{date}</p>
      </div>
      <ul className="body lines">
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry: { seq, time, sentence, about, kind, data, prev, hash } }: { entry: EntryView }) {
  return (
    <li className="entry">
      <span className="entry-t">{time}</span>
      <p className="entry-s">
        {sentence} {about && <Link to={about.href}>{about.label}</Link>}
      </p>
      <details className="fp">
        <summary>{sayRich(texts.entry, { seq: `${seq}` })}</summary>
        <dl className="facts fp-facts">
          <dt>{say(texts.kind)}</dt>
          <dd className="mono">{kind}</dd>
          {data.length > 0 && <dt>{say(texts.data)}</dt>}
          {data.map(({ name, value }) => (
            <dd className="mono" key={name}>
              {name}: {value}
            </dd>
          ))}
          <dt>{say(texts.before)}</dt>
          <dd className="mono">{prev}</dd>
          <dt>{say(texts.this)}</dt>
          <dd className="mono">{hash}</dd>
        </dl>
      </details>
    </li>
  );
}

function Verifying() {
  return (
    <section className="spread" aria-labelledby="verify">
      <div className="aside">
        <h2 id="verify">{say(texts.verify)}</h2>
      </div>
      <p className="body">
        {sayRich(texts.verifyHow, {
          link: (words) => (
            <a href="/record/verify-record.mjs" download>
              {words}
            </a>
          ),
          code: (words) => <code className="mono">{words}</code>,
        })}
      </p>
    </section>
  );
}
