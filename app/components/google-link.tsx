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
      {/* Not a link of the router: it leaves the site. The browser's time zone is for a new account. */}
      <a
        className="btn btn-secondary"
        href={`/auth/google${to ? `?${new URLSearchParams({ to })}` : ''}`}
        onClick={({ currentTarget: link }) => {
          const url = new URL(link.href);
          url.searchParams.set('time_zone', Intl.DateTimeFormat().resolvedOptions().timeZone);
          link.href = url.href;
        }}
      >
        <img src={sign} width="18" height="18" alt="" />
        {say(googleLink.continue)}
      </a>
    </>
  );
}
