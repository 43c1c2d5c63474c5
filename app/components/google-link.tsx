import sign from './google.svg';

/** @param to where to go on afterwards, a path of ours */
export function GoogleLink({ to }: { to: string | null }) {
  return (
    <>
      <p className="or">
        <span>or</span>
      </p>
      {/* Not a link of the router's: it leads away. The zone of the browser is for an account that may be made. */}
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
        Continue with Google
      </a>
    </>
  );
}
