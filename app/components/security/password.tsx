import { Link } from 'react-router';
import { plainDate } from '#messages/dates.ts';
import { passwordOnSecurity as texts } from '#messages/en/security-page.ts';
import { say, sayRich } from '#messages/say.ts';
import type { PasswordView } from '#services/accounts/change-password.ts';

/** Since when the password is the present one, and the way to change it. */
export function PasswordSection({ password, timeZone }: { password: PasswordView; timeZone: string }) {
  const { isSet, changed_at } = password;
  return (
    <section className="spread" aria-labelledby="h-password">
      <div className="aside">
        <h2 id="h-password">{say(texts.heading)}</h2>
      </div>
      <div className="body row between">
        {isSet ? (
          <>
            <p>{changed_at ? say(texts.changed, { date: plainDate(changed_at, timeZone) }) : say(texts.first)}</p>
            <Link className="btn btn-quiet" to="/profile/password">
              {sayRich(texts.change)}
            </Link>
          </>
        ) : (
          <p>{sayRich(texts.none, { set: (words) => <a href="/auth/forgot">{words}</a> })}</p>
        )}
      </div>
    </section>
  );
}
