import type { ReactNode } from 'react';
import { QuestionButton } from '#app/components/question-button.tsx';
import { QuestionForm } from '#app/components/question-form.tsx';
import { fullDateTime } from '#messages/dates.ts';
import { deleteDelivery } from '#messages/en/delete-delivery.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { titleOf } from './item.tsx';

interface DeleteQuestionProps {
  delivery: DeliveryView;
  headingId: string;
  /** The Cancel button. */
  cancel: ReactNode;
}

/** Asks before a delivery is deleted: in a dialog, and without scripts on a page of its own. */
export function DeleteQuestion({ delivery, headingId, cancel }: DeleteQuestionProps) {
  const title = titleOf(delivery);
  const recipient = delivery.recipient_name || delivery.recipient_email;
  const when = fullDateTime(delivery.scheduled_time, delivery.time_zone);
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(deleteDelivery.question)}</h2>
        <p>{say(deleteDelivery.text, { title, recipient, when })}</p>
      </div>
      <QuestionForm
        action={`/schedule/${delivery.id}/delete`}
        label={say(deleteDelivery.submit)}
        cancel={cancel}
        isDeletion
      />
    </>
  );
}

/** Opens the question: in a dialog with scripts, else on its page. */
export function DeleteLink({ delivery }: { delivery: DeliveryView }) {
  return (
    <QuestionButton
      className="btn btn-quiet"
      to={`/schedule/${delivery.id}/delete`}
      label={say(deleteDelivery.submit)}
      what={titleOf(delivery)}
    >
      {({ headingId, cancel }) => (
        <DeleteQuestion delivery={delivery} headingId={headingId} cancel={cancel(say(deleteDelivery.cancel))} />
      )}
    </QuestionButton>
  );
}
