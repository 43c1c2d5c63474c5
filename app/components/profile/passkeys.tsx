import { Form, Link } from 'react-router';
import { Glyph } from '#app/components/glyphs.tsx';
import { Later } from '#app/components/passkeys/later.tsx';
import { PASSKEYS_MAX } from '#domain/accounts/passkeys.ts';
import { fullDateTime, plainDate } from '#messages/dates.ts';
import { passkeys as texts } from '#messages/en/passkeys.ts';
import { say, sayRich } from '#messages/say.ts';
import type { PasskeyView } from '#services/accounts/passkeys.ts';

const loadAddPasskey = () => import('#app/components/passkeys/add-passkey.tsx');

interface PasskeysSectionProps {
  passkeys: readonly PasskeyView[];
  timeZone: string;
}

/** The passkeys of an account, and the button that adds one. */
export function PasskeysSection({ passkeys, timeZone }: PasskeysSectionProps) {
  return (
    <section className="spread" aria-labelledby="h-passkeys">
      <div className="aside">
        <h2 id="h-passkeys">{say(texts.heading)}</h2>
        <p>{say(texts.purpose)}</p>
      </div>
      <div className="body stack">
        {passkeys.length === 0 ? (
          <p>{say(texts.none)}</p>
        ) : (
          <ul className="lines">
            {passkeys.map((passkey) => (
              <Passkey key={passkey.id} passkey={passkey} timeZone={timeZone} />
            ))}
          </ul>
        )}
        {passkeys.length < PASSKEYS_MAX ? (
          <>
            <Later load={loadAddPasskey} />
            <noscript>
              <p>{say(texts.noScripts)}</p>
            </noscript>
          </>
        ) : (
          <p>{say(texts.full, { max: PASSKEYS_MAX })}</p>
        )}
        <p className="small soft">{say(texts.password)}</p>
      </div>
    </section>
  );
}

function Passkey({ passkey, timeZone }: { passkey: PasskeyView; timeZone: string }) {
  const { id, name, kind, created_at, last_used_at } = passkey;
  const added = plainDate(created_at, timeZone);
  return (
    <li className="dev">
      <span className="dev-mark">
        <Glyph name={kind} />
      </span>
      <span className="who">
        <strong>{name}</strong>
        <span>
          {last_used_at
            ? say(texts.facts, { added, used: fullDateTime(last_used_at, timeZone) })
            : say(texts.unused, { added })}
        </span>
      </span>
      <div className="dev-act">
        <Link className="btn btn-quiet" to={`/profile/security/passkeys/${id}`}>
          {sayRich(texts.rename, { name })}
        </Link>
        <Form method="post" action="/profile/security/passkeys">
          <input type="hidden" name="passkey" value={id} />
          <button className="btn btn-quiet" type="submit">
            {sayRich(texts.remove, { name })}
          </button>
        </Form>
      </div>
    </li>
  );
}
