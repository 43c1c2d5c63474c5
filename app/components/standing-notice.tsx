import type { StandingNotice as Notice } from '#app/emergency/standing.ts';

/** Stands on every page until it is answered. A plain form: it works in the moment in which a page appears. */
export function StandingNotice({ words, label, action, method }: Notice) {
  return (
    <form className="confirm wrap" method={method} action={action}>
      <p>{words}</p>
      <button className="btn btn-quiet" type="submit">
        {label}
      </button>
    </form>
  );
}
