/**
 * Stands on every page until an address is confirmed.
 * @param words what it says, from the server: scripts of every page carry this form, and few people ever see it
 */
export function ConfirmBanner({ words }: { words: string }) {
  return (
    <form className="confirm wrap" method="post" action="/profile/email/confirm">
      <p>{words}</p>
      <button className="btn btn-quiet" type="submit">
        Send it again
      </button>
    </form>
  );
}
