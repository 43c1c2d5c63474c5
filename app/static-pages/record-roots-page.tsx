/** The daily roots of all records, for everyone. */
import { plainDate } from '#messages/dates.ts';
import { recordRoots as TEXTS } from '#messages/en/record-roots.ts';
import { say } from '#messages/say.ts';
import type { DailyRoot } from '#services/record/roots.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { Message } from './layout.tsx';

export function RecordRootsPage({ roots }: { roots: readonly DailyRoot[] }) {
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.heading)}>
      <p className="lead">{say(TEXTS.lead)}</p>
      <p>{say(TEXTS.why)}</p>
      <p>{say(TEXTS.how)}</p>
      <ul>
        <li>
          <a href="/record/verify-record.mjs" download>
            {say(TEXTS.program)}
          </a>
        </li>
        <li>
          <a href="/record/roots.json">{say(TEXTS.asJson)}</a>
        </li>
      </ul>
      {roots.length === 0 ? <p>{say(TEXTS.none)}</p> : <Roots roots={roots} />}
    </Message>
  );
}

function Roots({ roots }: { roots: readonly DailyRoot[] }) {
  return (
    <>
      <h2>{say(TEXTS.caption)}</h2>
      <ul>
        {roots.map(({ day, root, chains }) => (
          <li key={day}>
            {say(TEXTS.of, { day: plainDate(`${day}T00:00:00Z`, 'UTC'), count: chains })}
            <br />
            <code>{root}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
