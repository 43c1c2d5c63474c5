/** Stands on every page until an address is confirmed. A form of the browser's own: it is seldom needed. */
export function ConfirmBanner({ email }: { email: string }) {
  return (
    <form className="confirm wrap" method="post" action="/profile/email/confirm">
      <p>
        Is <b>{email}</b> your address? Please open the link that we sent there.
      </p>
      <button className="btn btn-quiet" type="submit">
        Send it again
      </button>
    </form>
  );
}
