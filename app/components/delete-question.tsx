import { type ReactNode, useId, useRef } from 'react';
import { Form, Link } from 'react-router';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { fullDateTime } from './dates.ts';
import { titleOf } from './delivery-item.tsx';

interface DeleteQuestionProps {
  delivery: DeliveryView;
  headingId: string;
  /** The safe way out. */
  keep: ReactNode;
}

/** Asks before a delivery is deleted: in a dialog, and as a page of its own without JavaScript. */
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
      <Form className="acts" method="post" action={`/schedule/${delivery.id}/delete`}>
        <button className="btn btn-danger-solid" type="submit">
          Delete
        </button>
        {keep}
      </Form>
    </>
  );
}

/** The way to the question: a link, and with JavaScript a dialog over the list. */
export function DeleteLink({ delivery }: { delivery: DeliveryView }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  return (
    <>
      <Link
        className="btn btn-quiet"
        to={`/schedule/${delivery.id}/delete`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          dialog.current?.showModal();
        }}
      >
        Delete<span className="vh"> {titleOf(delivery)}</span>
      </Link>
      <dialog className="dialog" ref={dialog} aria-labelledby={headingId}>
        <DeleteQuestion
          delivery={delivery}
          headingId={headingId}
          keep={
            <button className="btn btn-quiet" type="button" onClick={() => dialog.current?.close()}>
              Keep it
            </button>
          }
        />
      </dialog>
    </>
  );
}
