import { Link } from 'react-router';
import { duressSection as texts } from '#messages/en/duress-section.ts';
import { say } from '#messages/say.ts';

/** Leads to the page about a second password, in the same words for everyone. */
export function DuressSection() {
  return (
    <section className="spread" aria-labelledby="h-duress">
      <div className="aside">
        <h2 id="h-duress">{say(texts.heading)}</h2>
      </div>
      <div className="body stack">
        <p className="measure-s">{say(texts.text)}</p>
        <p>
          <Link to="/profile/security/duress">{say(texts.link)}</Link>
        </p>
      </div>
    </section>
  );
}
