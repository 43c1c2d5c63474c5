import { Form } from 'react-router';
import type { Banner as BannerWords } from '#app/emergency/banner.ts';
import { CHECK_IN } from '#app/emergency/forms.ts';
import { CheckInForm } from './emergency/check-in-form.tsx';

/** A question on every page until it is answered. Its form works before hydration, and leaves what is typed on the page. */
export function Banner({ words, label, action, method }: BannerWords) {
  if (action === CHECK_IN)
    return (
      <CheckInForm className="confirm wrap">
        {({ isBusy, retrying }) => (
          <>
            <p>{retrying ?? words}</p>
            <button className="btn btn-quiet" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              {label}
            </button>
          </>
        )}
      </CheckInForm>
    );
  return (
    <Form className="confirm wrap" method={method} action={action}>
      <p>{words}</p>
      <button className="btn btn-quiet" type="submit">
        {label}
      </button>
    </Form>
  );
}
