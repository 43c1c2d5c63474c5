import { Link } from 'react-router';
import { Mark } from '#app/components/glyphs.tsx';
import type { Need } from '#app/emergency/not-running.ts';
import { emergencyPage } from '#messages/en/emergency-page.ts';
import { say } from '#messages/say.ts';

const texts = emergencyPage.needs;

/** All that the protocol needs before it runs, and which of it is there. */
export function NeedsPart({ needs }: { needs: readonly Need[] }) {
  return (
    <section className="spread plain" aria-labelledby="h-needs">
      <div className="aside">
        <h2 id="h-needs">{say(texts.heading)}</h2>
        <p>{say(texts.aside)}</p>
      </div>
      <ul className="body lines needs">
        {needs.map(({ name, text, isThere, link }) => (
          <li key={name} className={isThere ? 'need' : 'need is-missing'}>
            <span className="need-mark">
              <Mark name={isThere ? 'sent' : 'missing'} />
              <span className="vh">{`${say(isThere ? texts.there : texts.missing)} `}</span>
            </span>
            <span className="who">
              <strong>{name}</strong>
              <span>
                {text}
                {link && (
                  <>
                    {' '}
                    <Link to={link.to}>{link.words}</Link>
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
