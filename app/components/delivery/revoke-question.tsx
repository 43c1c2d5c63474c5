import type { ReactNode } from 'react';
import { QuestionForm } from '#app/components/question-form.tsx';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { titleOf } from './item.tsx';

interface QuestionProps {
  delivery: DeliveryView;
  headingId: string;
  /** The safe way out. */
  keep: ReactNode;
}

/** Asks before a link is taken back: in a dialog, and as a page of its own without scripts. */
export function RevokeQuestion({ delivery, headingId, keep }: QuestionProps) {
  const whom = delivery.recipient_name || delivery.recipient_email;
  return (
    <>
      <div className="inner stack-s">
        <h2 id={headingId}>Revoke the link?</h2>
        <p>
          At once, {whom} can no longer open “{titleOf(delivery)}”, nor any file of it. What was saved stays saved. This
          link never opens again; sending it again would bring a new one.
        </p>
      </div>
      <QuestionForm action={`/schedule/${delivery.id}/revoke`} label="Revoke Link" cancel={keep} />
    </>
  );
}
