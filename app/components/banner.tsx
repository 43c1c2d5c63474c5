import type { Banner as BannerWords } from '#app/emergency/banner.ts';

/** A question on every page until it is answered. A plain form: it works as soon as the page appears. */
export function Banner({ words, label, action, method }: BannerWords) {
  return (
    <form className="confirm wrap" method={method} action={action}>
      <p>{words}</p>
      <button className="btn btn-quiet" type="submit">
        {label}
      </button>
    </form>
  );
}
