import type { ReactNode } from 'react';
import { fullDateTime } from '#app/components/dates.ts';
import { QuestionButton } from '#app/components/question-button.tsx';
import { QuestionForm } from '#app/components/question-form.tsx';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { titleOf } from './item.tsx';

interface DeleteQuestionProps {
  delivery: DeliveryView;
  headingId: string;
  /** The safe way out. */
  keep: ReactNode;
}

/** Asks before a delivery is deleted: in a dialog, and as a page of its own without scripts. */
export function DeleteQuestion({ delivery, headingId, keep }: DeleteQuestionProps) {
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Delete Scheduled Delivery?</h2>
        <p>
          “{titleOf(delivery)}” will not be sent to {delivery.recipient_name || delivery.recipient_email} on{' '}
          {fullDateTime(delivery.scheduled_time, delivery.time_zone)}. What it carries stays with you.
        </p>
      </div>
      <QuestionForm action={`/schedule/${delivery.id}/delete`} label="Delete" cancel={keep} isDeletion />
    </>
  );
}

/** The way to the question: a button, and with scripts a dialog over the list. */
export function DeleteLink({ delivery }: { delivery: DeliveryView }) {
  return (
    <QuestionButton
      className="btn btn-quiet"
      to={`/schedule/${delivery.id}/delete`}
      label="Delete"
      what={titleOf(delivery)}
    >
      {({ headingId, cancel }) => <DeleteQuestion delivery={delivery} headingId={headingId} keep={cancel('Keep it')} />}
    </QuestionButton>
  );
}
