import { Form, useNavigation } from 'react-router';
import type { ShownDelivery } from '#app/deliveries/shown-delivery.ts';
import { DELIVERY_TESTS } from '#domain/accounts/limits.ts';
import { previewTexts as texts } from '#messages/en/preview.ts';
import { say } from '#messages/say.ts';

/** Of a delivery that waits: how its recipient will see it. `ahead` says how long its link will work. */
export function PreviewPart({ delivery, ahead }: { delivery: ShownDelivery; ahead: string }) {
  const { id, recipient_name, recipient_email } = delivery;
  const action = `/schedule/${id}/test`;
  const isBusy = useNavigation().formAction === action;
  return (
    <section className="spread" aria-labelledby="h-preview">
      <div className="aside">
        <h2 id="h-preview">{say(texts.heading)}</h2>
        <p>{say(texts.aside)}</p>
      </div>
      <div className="body stack">
        <p>{ahead}</p>
        <div className="row story-acts">
          {/* A page outside of the application. */}
          <a className="btn btn-secondary" href={`/schedule/${id}/preview`}>
            {say(texts.see, { recipient: recipient_name || recipient_email })}
          </a>
          <Form method="post" action={action} preventScrollReset>
            <button className="btn btn-quiet" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
              {say(texts.test)}
            </button>
          </Form>
        </div>
        <p className="hint">{say(texts.testNote, { max: DELIVERY_TESTS.tries })}</p>
      </div>
    </section>
  );
}
