import { googleLink } from '#messages/en/sign-in-parts.ts';
import { say } from '#messages/say.ts';
import sign from './google.svg';

/** @param to the next page after signing in, a path */
export function GoogleLink({ to }: { to: string | null }) {
  return (
    <>
      <p className="or">
        <span>{say(googleLink.or)}</span>
      </p>
      {/* app/visitor-script.ts adds the browser's time zone, for a new account. */}
      <a
        className="btn btn-secondary"
        href={`/auth/google${to ? `?${new URLSearchParams({ to })}` : ''}`}
        data-own-zone
      >
        <img src={sign} width="18" height="18" alt="" />
        {say(googleLink.continue)}
      </a>
    </>
  );
}
