import { Link } from 'react-router';
import { clock, plainDate } from '#app/components/dates.ts';
import { Mark } from '#app/components/glyphs.tsx';
import type { Release, Released } from '#services/emergency/latest-release.ts';

interface ReleaseProps {
  release: Release;
  timeZone: string;
}

/** What a release sent to whom, and while it stands the way back. */
export function ReleaseSection({ release, timeZone }: ReleaseProps) {
  return (
    <section className="spread" aria-labelledby="h-release">
      <div className="aside">
        <h2 id="h-release">{release.isOver ? 'The last release' : 'Released'}</h2>
        <p>
          {release.isOver
            ? 'You came back. What was not opened by then opens nothing any more.'
            : 'What you set aside has gone to your contacts. If you are here, take back what nobody has opened.'}
        </p>
      </div>
      <div className="body stack">
        <ReleaseList release={release} timeZone={timeZone} />
        {!release.isOver && (
          <div>
            <Link className="btn btn-primary btn-big btn-wide-phone" to="/emergency/return">
              I'm back
            </Link>
          </div>
        )}
      </div>
    </section>
  );
}

/** Each contact, and what became of what was sent to them. */
export function ReleaseList({ release: { contacts }, timeZone }: ReleaseProps) {
  return (
    <ul className="lines">
      {contacts.map((contact) => (
        <li key={contact.email} className="person">
          <span className="avatar" aria-hidden="true">
            {[...contact.name][0]?.toUpperCase()}
          </span>
          <span className="who">
            <strong>{contact.name}</strong>
            <span>{contact.email}</span>
            <Fate contact={contact} timeZone={timeZone} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const FATES = {
  waiting: { look: 'is-wait', sign: 'waiting', words: 'On its way' },
  sent: { look: 'is-done', sign: 'sent', words: 'Sent' },
  opened: { look: 'is-done', sign: 'sent', words: 'Opened' },
  failed: { look: 'is-danger', sign: 'failed', words: 'Could not be delivered' },
  withdrawn: { look: 'is-wait', sign: 'failed', words: 'Taken back, not opened' },
} as const;

function Fate({ contact: { state, sent_at, opened_at }, timeZone }: { contact: Released; timeZone: string }) {
  const { look, sign, words } = FATES[state];
  const at = state === 'opened' ? opened_at : state === 'sent' ? sent_at : null;
  return (
    <span className={`status ${look}`}>
      <Mark name={sign} />
      {words}
      {at && ` on ${plainDate(at, timeZone)}, ${clock(at, timeZone)}`}
    </span>
  );
}
