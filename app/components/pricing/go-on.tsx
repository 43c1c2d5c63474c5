import { useEffect, useRef } from 'react';
import type { Wish } from '#app/plans/pricing-words.ts';

/** Long enough to read what happens, in milliseconds. */
const BEFORE_GOING_ON = 1_000;
const LOOK_AGAIN = 200;

/** Somebody chose a plan, had to sign in first, and goes on to the payment page: by a script, or by the button. */
export function GoOn({ wish, to }: { wish: Wish; to: string | null }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    let clock = setTimeout(goOn, BEFORE_GOING_ON);
    function goOn() {
      // Signing in is not quite over while its token is fetched (app/check-token.ts).
      if (document.querySelector('.checking')) {
        clock = setTimeout(goOn, LOOK_AGAIN);
        return;
      }
      // Whoever comes back from the payment page has thought again: nothing goes on by itself then.
      const url = new URL(location.href);
      url.searchParams.delete('plan_type');
      history.replaceState(history.state, '', url);
      form.current?.submit();
    }
    return () => clearTimeout(clock);
  }, []);
  return (
    <form className="note go-on" method="post" action="/pricing/subscribe" ref={form}>
      <input type="hidden" name="plan_type" value={wish.planType} />
      {to && <input type="hidden" name="to" value={to} />}
      <p role="status">{`You chose ${wish.words}. The next page is where you pay; nothing is charged before that.`}</p>
      <button className="btn btn-primary" type="submit">
        Go on to pay
      </button>
    </form>
  );
}
