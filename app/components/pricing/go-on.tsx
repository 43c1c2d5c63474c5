import type { Wish } from '#app/plans/pricing-words.ts';

/** Long enough to read what happens, in milliseconds. */
const BEFORE_GOING_ON = 1_000;

/** For a person who chose a plan and had to sign in first: app/visitor-script.ts sends this form, or the button does. */
export function GoOn({ wish, to }: { wish: Wish; to: string | null }) {
  return (
    <form className="note go-on" method="post" action="/pricing/subscribe" data-submit-after={BEFORE_GOING_ON}>
      <input type="hidden" name="plan_type" value={wish.planType} />
      {to && <input type="hidden" name="to" value={to} />}
      <p role="status">{`You chose ${wish.words}. The next page is where you pay; nothing is charged before that.`}</p>
      <button className="btn btn-primary" type="submit">
        Go on to pay
      </button>
    </form>
  );
}
